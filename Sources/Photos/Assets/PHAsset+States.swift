extension PHAsset {
    /// The effect that a Live Photo is shown with.
    public enum PlaybackVariation: Int, Sendable {
        /// None.
        case none = 0
        /// Again and again.
        case autoloop = 1
        /// Forwards and backwards.
        case mirror = 2
        /// As one picture of the whole time.
        case longExposure = 3
    }

    /// Whether an asset was edited, and by whom.
    public enum AdjustmentsState: Int, Sendable {
        /// Not at all.
        case none = 0
        /// By a person or an app.
        case userAdjusted = 2
        /// By the camera, while it was taken.
        case cameraAutoAdjusted = 3
    }

    /// Which file of a RAW and JPEG pair is taken as the original.
    public enum OriginalResourceChoice: Int, Sendable {
        /// The compressed one.
        case compressed = 0
        /// The RAW one.
        case raw = 1
    }
}
