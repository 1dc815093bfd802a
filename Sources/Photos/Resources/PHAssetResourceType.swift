import LibraryModel

/// The role of a file in its asset.
///
/// Apple's is a nonfrozen enum of integers, whose values may be of no case. Here such a value is `unrecognized`: a
/// `switch` works with `default` and with `@unknown default`.
public enum PHAssetResourceType: RawRepresentable, Hashable, Sendable {
    /// The original photo.
    case photo
    /// The original video.
    case video
    /// The original audio.
    case audio
    /// The alternative of the original: the RAW beside a JPEG.
    case alternatePhoto
    /// The edited photo.
    case fullSizePhoto
    /// The edited video.
    case fullSizeVideo
    /// The adjustment data.
    case adjustmentData
    /// The photo that the edit starts from.
    case adjustmentBasePhoto
    /// The original video of a Live Photo.
    case pairedVideo
    /// The edited video of a Live Photo.
    case fullSizePairedVideo
    /// The video of a Live Photo that the edit starts from.
    case adjustmentBasePairedVideo
    /// The video that the edit starts from.
    case adjustmentBaseVideo
    /// A smaller proxy of the photo.
    case photoProxy
    /// A value unknown to this version.
    case unrecognized(Int)

    /// Creates a type from Apple's value. Never nil.
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

    /// Hashes the value.
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
