extension PHAsset {
    /// How to present an asset, whatever its files are.
    public enum PlaybackStyle: Int, Sendable {
        /// Not supported.
        case unsupported = 0
        /// A still picture.
        case image = 1
        /// An animated picture.
        case imageAnimated = 2
        /// A Live Photo.
        case livePhoto = 3
        /// A video.
        case video = 4
        /// A looping video.
        case videoLooping = 5
    }

    /// A rating of zero to five stars.
    public enum Rating: Int, Sendable {
        /// Not rated.
        case unset = 0
        /// One star.
        case one = 1
        /// Two stars.
        case two = 2
        /// Three stars.
        case three = 3
        /// Four stars.
        case four = 4
        /// Five stars.
        case five = 5
    }
}
