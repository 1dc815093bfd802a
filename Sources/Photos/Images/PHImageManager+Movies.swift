import AVFoundation

extension PHImageManager {
    /// Opens an asset's video and delivers it once.
    func requestMovie(
        _ asset: PHAsset,
        _ options: PHVideoRequestOptions?,
        deliver: @escaping @Sendable (RequestAnswer<AVURLAsset>, PHImageRequestID) -> Void
    ) -> PHImageRequestID {
        let request = MovieRequest(asset, options)
        return submit(
            isSynchronous: false,
            allowsNetwork: options?.isNetworkAccessAllowed ?? false,
            progress: options.flatMap(ProgressHandler.init)
        ) { _, network in
            request.answer(network)
        } deliver: { answer, id in
            deliver(answer, id)
        }
    }
}
