/// The media type of an asset. `Codable`, so that `#Predicate` can compare it.
public enum PHAssetMediaType: Int, Codable, Sendable {
    /// An unknown type.
    case unknown = 0
    /// A photo or another picture.
    case image = 1
    /// A video.
    case video = 2
    /// Audio.
    case audio = 3
}
