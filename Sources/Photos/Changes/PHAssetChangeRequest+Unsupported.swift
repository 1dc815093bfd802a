// What Apple's library of iOS 27 can do and this one not yet. Nothing is kept silently: a change block that asks for
// one of these fails with `changeNotSupported` and makes none of its changes.
extension PHAssetChangeRequest {
    /// Whether a Live Photo moves. Not there yet: the change block fails with `changeNotSupported`.
    public func setLivePhotoVideoPlaybackEnabled(_ isEnabled: Bool) {
        transaction.record(.unsupported("whether a Live Photo moves is not kept yet"))
    }

    /// Takes all edits of the pixels away. To the RAW file is not there yet: the change block fails with
    /// `changeNotSupported`.
    public func revertAssetContent(to choice: PHAsset.OriginalResourceChoice) {
        switch choice {
        case .compressed: revertAssetContentToOriginal()
        case .raw: transaction.record(.unsupported("a RAW file cannot be the original yet"))
        }
    }
}
