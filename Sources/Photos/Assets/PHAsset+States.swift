extension PHAsset {
    /// The playback effect of a Live Photo.
    public enum PlaybackVariation: Int, Sendable {
        /// Plays once.
        case none = 0
        /// Plays in a loop.
        case autoloop = 1
        /// Plays forwards and backwards.
        case mirror = 2
        /// A long exposure.
        case longExposure = 3
    }

    /// The edit state of an asset.
    public enum AdjustmentsState: Int, Sendable {
        /// Not edited.
        case none = 0
        /// Edited by a person or an app.
        case userAdjusted = 2
        /// Edited by the camera during capture.
        case cameraAutoAdjusted = 3
    }

    /// Which file of a RAW and JPEG pair is the original.
    public enum OriginalResourceChoice: Int, Sendable {
        /// The compressed file.
        case compressed = 0
        /// The RAW file.
        case raw = 1
    }
}
