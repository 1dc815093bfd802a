import LibraryModel

/// What a file is to its asset.
///
/// Apple's is an open-ended enum; here it is a struct, which keeps values that it does not know. `switch` works with a
/// `default`.
public struct PHAssetResourceType: RawRepresentable, Hashable, Sendable {
    /// Apple's value.
    public var rawValue: Int

    /// A type from its value; any value is one.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The original photo.
    public static let photo = PHAssetResourceType(rawValue: 1)
    /// The original movie.
    public static let video = PHAssetResourceType(rawValue: 2)
    /// The original sound.
    public static let audio = PHAssetResourceType(rawValue: 3)
    /// The other form of the original: the RAW beside a JPEG.
    public static let alternatePhoto = PHAssetResourceType(rawValue: 4)
    /// The edited photo.
    public static let fullSizePhoto = PHAssetResourceType(rawValue: 5)
    /// The edited movie.
    public static let fullSizeVideo = PHAssetResourceType(rawValue: 6)
    /// The recipe of the edit.
    public static let adjustmentData = PHAssetResourceType(rawValue: 7)
    /// The photo that the recipe starts from.
    public static let adjustmentBasePhoto = PHAssetResourceType(rawValue: 8)
    /// The original movie of a Live Photo.
    public static let pairedVideo = PHAssetResourceType(rawValue: 9)
    /// The edited movie of a Live Photo.
    public static let fullSizePairedVideo = PHAssetResourceType(rawValue: 10)
    /// The Live Photo's movie that the recipe starts from.
    public static let adjustmentBasePairedVideo = PHAssetResourceType(rawValue: 11)
    /// The movie that the recipe starts from.
    public static let adjustmentBaseVideo = PHAssetResourceType(rawValue: 12)
    /// A smaller stand-in for the photo.
    public static let photoProxy = PHAssetResourceType(rawValue: 19)
}

extension ResourceKind {
    init(_ type: PHAssetResourceType) {
        self.init(rawValue: UInt32(truncatingIfNeeded: type.rawValue))
    }
}

extension PHAssetResourceType {
    init(_ kind: ResourceKind) {
        self.init(rawValue: Int(kind.rawValue))
    }
}
