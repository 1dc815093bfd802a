/// What kind of media an asset is. `Codable`, so that `#Predicate` can compare it.
public enum PHAssetMediaType: Int, Codable, Sendable {
    /// A kind that the library does not know.
    case unknown = 0
    /// A photo or another still picture.
    case image = 1
    /// A movie.
    case video = 2
    /// Sound alone.
    case audio = 3
}
