import LibraryModel

/// What a file is to its asset.
///
/// Apple's is an open-ended enum of whole numbers, where a value may be of no case. Here such a value is
/// `unrecognized`, so that it is kept: a `switch` works with `default` and with `@unknown default`.
public enum PHAssetResourceType: RawRepresentable, Hashable, Sendable {
    /// The original photo.
    case photo
    /// The original movie.
    case video
    /// The original sound.
    case audio
    /// The other form of the original: the RAW beside a JPEG.
    case alternatePhoto
    /// The edited photo.
    case fullSizePhoto
    /// The edited movie.
    case fullSizeVideo
    /// The recipe of the edit.
    case adjustmentData
    /// The photo that the recipe starts from.
    case adjustmentBasePhoto
    /// The original movie of a Live Photo.
    case pairedVideo
    /// The edited movie of a Live Photo.
    case fullSizePairedVideo
    /// The Live Photo's movie that the recipe starts from.
    case adjustmentBasePairedVideo
    /// The movie that the recipe starts from.
    case adjustmentBaseVideo
    /// A smaller stand-in for the photo.
    case photoProxy
    /// A value that this version does not know.
    case unrecognized(Int)

    /// A type from Apple's value. Never nil: any value is one.
    public init?(rawValue: Int) { self.init(value: rawValue) }

    private init(value: Int) { self = Self.cases[value] ?? .unrecognized(value) }

    /// Apple's value.
    public var rawValue: Int {
        switch self {
        case .photo: 1
        case .video: 2
        case .audio: 3
        case .alternatePhoto: 4
        case .fullSizePhoto: 5
        case .fullSizeVideo: 6
        case .adjustmentData: 7
        case .adjustmentBasePhoto: 8
        case .pairedVideo: 9
        case .fullSizePairedVideo: 10
        case .adjustmentBasePairedVideo: 11
        case .adjustmentBaseVideo: 12
        case .photoProxy: 19
        case .unrecognized(let value): value
        }
    }

    /// Whether the values are the same.
    public static func == (left: PHAssetResourceType, right: PHAssetResourceType) -> Bool {
        left.rawValue == right.rawValue
    }

    /// Feeds the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    private static let cases: [Int: PHAssetResourceType] = {
        let all: [PHAssetResourceType] = [
            .photo, .video, .audio, .alternatePhoto, .fullSizePhoto, .fullSizeVideo, .adjustmentData,
            .adjustmentBasePhoto, .pairedVideo, .fullSizePairedVideo, .adjustmentBasePairedVideo, .adjustmentBaseVideo,
            .photoProxy,
        ]
        return Dictionary(uniqueKeysWithValues: all.map { ($0.rawValue, $0) })
    }()
}

extension ResourceKind {
    init(_ type: PHAssetResourceType) {
        self.init(rawValue: UInt32(truncatingIfNeeded: type.rawValue))
    }
}

extension PHAssetResourceType {
    init(_ kind: ResourceKind) {
        self.init(value: Int(kind.rawValue))
    }
}
