extension PHAsset {
    /// How to present an asset, whatever it is stored as.
    public enum PlaybackStyle: Int, Sendable {
        /// Not at all.
        case unsupported = 0
        /// As a still picture.
        case image = 1
        /// As a picture that moves by itself.
        case imageAnimated = 2
        /// As a photo with a short movie.
        case livePhoto = 3
        /// As a movie.
        case video = 4
        /// As a movie that begins again.
        case videoLooping = 5
    }

    /// A person's stars for an asset.
    public enum Rating: Int, Sendable {
        /// None.
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
