// Changes of iOS 27 that this library does not support yet. A change block with one of them fails with
// `changeNotSupported` and has no effect.
extension PHAssetChangeRequest {
    /// Whether a Live Photo plays. Not supported: the change block fails with `changeNotSupported`.
    public func setLivePhotoVideoPlaybackEnabled(_ isEnabled: Bool) {
        transaction.record(.unsupported("whether a Live Photo moves is not kept yet"))
    }

    /// Reverts the asset to an original. With the RAW file not supported: the change block fails with
    /// `changeNotSupported`.
    public func revertAssetContent(to choice: PHAsset.OriginalResourceChoice) {
        switch choice {
        case .compressed: revertAssetContentToOriginal()
        case .raw: transaction.record(.rawOriginalUnsupported)
        }
    }
}
