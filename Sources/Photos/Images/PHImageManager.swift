import AVFoundation
import LibraryClient
import LinuxSystem
import Synchronization

/// Loads pictures of assets, videos, Live Photos and the content of files. Thread-safe.
open class PHImageManager: NSObject, @unchecked Sendable {
    // `@unchecked`, as every open class that is Sendable must be: all stored properties are constants, and what
    // changes is in a Mutex.
    private static let defaultManager = PHImageManager()

    /// Requests that run at the same time. More would wait in the library.
    private static let width = 4

    /// The queue of requests for a thread. Requests for quick pictures have priority.
    private let queue: OperationQueue
    /// Calls the handlers.
    private let handlers = DispatchQueue(label: "photos.images")
    private let requests = Mutex(RunningRequests())

    /// Creates an image manager.
    public override init() {
        queue = OperationQueue()
        queue.name = "photos.images.requests"
        queue.maxConcurrentOperationCount = Self.width
        super.init()
    }

    /// The source of pictures.
    var pictures: any PictureLoading { LibraryPictures() }

    /// The image manager of this process.
    @discardableResult
    open class func `default`() -> PHImageManager { defaultManager }

    /// Requests a picture of an asset; of a video its poster frame.
    ///
    /// With `deliveryMode` `opportunistic` the handler first gets a smaller, degraded picture
    /// (`PHImageResultIsDegradedKey` is true) if one is ready and the final one is not, with
    /// `allowSecondaryDegradedImage` possibly a second one, and then the final picture. In the other modes, and with
    /// `isSynchronous`, it is called once.
    ///
    /// Calls the handler on a serial queue of this manager, or before it returns for a synchronous request. Apple's
    /// usually calls it on the main thread, which a Linux program need not run. Without a picture the info has the
    /// reason under `PHImageErrorKey`. Of a photo whose file is in the cloud the library keeps a preview of 2,048
    /// pixels; a larger picture is downloaded if `isNetworkAccessAllowed`. The picture is never larger than the photo,
    /// except with `resizeMode` `exact`, which gives it exactly the target size. With `fast` it may be an eighth larger
    /// than the target size.
    @preconcurrency
    @discardableResult
    open func requestImage(
        for asset: PHAsset,
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?,
        resultHandler: @escaping @Sendable (PhotoImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let request = ImageRequest(asset, targetSize, contentMode, options)
        let pictures = pictures
        let sources = request.quickSources
        let quick = sources.indices.map { index in
            { @Sendable (cancellation: Cancellation) in
                let former = index > 0 ? sources[index - 1].size : nil
                return request.quickAnswer(sources[index], after: former, pictures, cancellation)
            }
        }
        return submit(
            isSynchronous: options?.isSynchronous ?? false,
            allowsNetwork: options?.isNetworkAccessAllowed ?? false,
            progress: options.flatMap(ProgressHandler.init),
            quick: quick
        ) { cancellation, network in
            request.answer(pictures, cancellation, network)
        } deliver: { answer, id in
            resultHandler(answer.value, answer.info(id: id))
        }
    }

    /// Requests the file of an asset's photo: its content, its type and the orientation of its pixels.
    ///
    /// Calls the handler once, in the context of `requestImage`'s. The file is the edited one with `version` `current`,
    /// the one before the edit with `unadjusted`, and that or its RAW file with `original`. The orientation of HEIF
    /// files is `up`, because decoders rotate them. Videos fail with `requestNotSupportedForAsset`: use
    /// `PHAssetResourceManager`.
    @preconcurrency
    @discardableResult
    open func requestImageDataAndOrientation(
        for asset: PHAsset,
        options: PHImageRequestOptions?,
        resultHandler:
            @escaping @Sendable (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let request = ImageDataRequest(asset, options?.version ?? .current)
        return submit(
            isSynchronous: options?.isSynchronous ?? false,
            allowsNetwork: options?.isNetworkAccessAllowed ?? false,
            progress: options.flatMap(ProgressHandler.init)
        ) { _, network in
            request.answer(network)
        } deliver: { answer, id in
            let file = answer.value
            resultHandler(file?.data, file?.uniformType, file?.orientation ?? .up, answer.info(id: id))
        }
    }

    /// The old name of `requestImageDataAndOrientation`.
    @available(
        *,
        deprecated,
        renamed: "requestImageDataAndOrientation(for:options:resultHandler:)"
    )
    @preconcurrency
    @discardableResult
    open func requestImageData(
        for asset: PHAsset,
        options: PHImageRequestOptions?,
        resultHandler:
            @escaping @Sendable (Data?, String?, PhotoImage.Orientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestImageDataAndOrientation(for: asset, options: options) { data, uniformType, orientation, info in
            resultHandler(data, uniformType, PhotoImage.Orientation(orientation), info)
        }
    }

    /// Requests a Live Photo: the pair of its files, for a view or for `PHAssetResource`.
    ///
    /// Calls the handler once, in the context of `requestImage`'s, when both files are here. Other assets fail with
    /// `requestNotSupportedForAsset`. Does not scale: a view loads the pictures that it displays.
    @preconcurrency
    @discardableResult
    open func requestLivePhoto(
        for asset: PHAsset,
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHLivePhotoRequestOptions?,
        resultHandler: @escaping @Sendable (PHLivePhoto?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let version = options?.version ?? .current
        return submit(
            isSynchronous: false,
            allowsNetwork: options?.isNetworkAccessAllowed ?? false,
            progress: options.flatMap(ProgressHandler.init)
        ) { _, network in
            PHLivePhoto.answer(for: asset, version, network)
        } deliver: { answer, id in
            resultHandler(answer.value, answer.info(id: id))
        }
    }

    /// Requests an asset's video: an `AVURLAsset`, whose file exists as long as the object. The audio mix is always
    /// nil.
    ///
    /// Calls the handler once, in the context of `requestImage`'s. Other assets fail with
    /// `requestNotSupportedForAsset`. With `version` `current` the file of an edited asset is the edited one.
    @preconcurrency
    @discardableResult
    open func requestAVAsset(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        resultHandler: @escaping @Sendable (AVAsset?, AVAudioMix?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestMovie(asset, options) { answer, id in resultHandler(answer.value, nil, answer.info(id: id)) }
    }

    /// Requests an asset's video as a player item.
    @preconcurrency
    @discardableResult
    open func requestPlayerItem(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        resultHandler: @escaping @Sendable (AVPlayerItem?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestMovie(asset, options) { answer, id in
            resultHandler(answer.value.map { AVPlayerItem(asset: $0) }, answer.info(id: id))
        }
    }

    /// Requests a session that exports an asset's video, with a preset such as `AVAssetExportPresetPassthrough`. Fails
    /// with `requestNotSupportedForAsset` for an unknown preset.
    @preconcurrency
    @discardableResult
    open func requestExportSession(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        exportPreset: String,
        resultHandler: @escaping @Sendable (AVAssetExportSession?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestMovie(asset, options) { answer, id in
            guard let movie = answer.value else { return resultHandler(nil, answer.info(id: id)) }
            let session = AVAssetExportSession(asset: movie, presetName: exportPreset)
            let answer: RequestAnswer<AVURLAsset> =
                session == nil
                ? .failed(PHPhotosError(.requestNotSupportedForAsset, reason: "no such export preset")) : answer
            resultHandler(session, answer.info(id: id))
        }
    }

    /// Runs `work` on the queue, unless it is cancelled first, and calls `deliver` with its answer on the handlers'
    /// queue; or both on this thread. Delivers the results of `quick` before. Gives `work` access to the network when
    /// `allowsNetwork`.
    func submit<Value: Sendable>(
        isSynchronous: Bool,
        allowsNetwork: Bool,
        progress handler: ProgressHandler? = nil,
        quick: [@Sendable (Cancellation) -> RequestAnswer<Value>?] = [],
        _ work: @escaping @Sendable (Cancellation, NetworkAccess?) -> RequestAnswer<Value>,
        deliver: @escaping @Sendable (RequestAnswer<Value>, PHImageRequestID) -> Void
    ) -> PHImageRequestID {
        let (id, cancellation) = requests.withLock { $0.begin() }
        let progress = handler.map { RequestProgress($0, id, cancellation, on: handlers) }
        let network = allowsNetwork ? NetworkAccess(cancellation) { progress?.downloaded($0) } : nil
        let work = { @Sendable (cancellation: Cancellation) in work(cancellation, network) }
        if isSynchronous {
            let answer = attempt(work, cancellation, progress)
            _ = requests.withLock { $0.end(id) }
            deliver(answer, PHInvalidImageRequestID)
            return PHInvalidImageRequestID
        }
        // Returns true when the quick answer is final.
        let isAnswered = { @Sendable [self] (quick: @Sendable (Cancellation) -> RequestAnswer<Value>?) -> Bool in
            guard !cancellation.isStopped, let answer = quick(cancellation) else { return false }
            if case .value = answer {
                finish(answer, id, deliver)
                return true
            }
            handlers.async { if !cancellation.isStopped { deliver(answer, id) } }
            return false
        }
        let good = BlockOperation { [self] in
            for later in quick.dropFirst() where isAnswered(later) { return }
            finish(attempt(work, cancellation, progress), id, deliver)
        }
        guard let earliest = quick.first else {
            queue.addOperation(good)
            return id
        }
        let first = BlockOperation { [self] in
            if !isAnswered(earliest) { queue.addOperation(good) }
        }
        first.queuePriority = .high
        queue.addOperation(first)
        return id
    }

    private func attempt<Value: Sendable>(
        _ work: (Cancellation) -> RequestAnswer<Value>,
        _ cancellation: Cancellation,
        _ progress: RequestProgress?
    ) -> RequestAnswer<Value> {
        if cancellation.isStopped { return .cancelled }
        progress?.workBegan()
        let answer = work(cancellation)
        progress?.workEnded()
        return answer
    }

    /// Delivers the last answer of a request.
    private func finish<Value: Sendable>(
        _ answer: RequestAnswer<Value>,
        _ id: PHImageRequestID,
        _ deliver: @escaping @Sendable (RequestAnswer<Value>, PHImageRequestID) -> Void
    ) {
        handlers.async { [self] in
            let isCancelled = requests.withLock { $0.end(id) }
            deliver(isCancelled ? .cancelled : answer, id)
        }
    }

    /// Cancels a request and the library's work on it. Its handler is still called, without a picture and with
    /// `PHImageCancelledKey`.
    open func cancelImageRequest(_ requestID: PHImageRequestID) {
        requests.withLock { $0.cancellation(of: requestID) }?.cancel()
    }
}

/// Identifies a request, for cancelling it.
public typealias PHImageRequestID = Int32
/// No request: it completed before the call returned, and cannot be cancelled.
public let PHInvalidImageRequestID: PHImageRequestID = 0
/// The target size for a picture of its full size.
public let PHImageManagerMaximumSize = CGSize(width: -1, height: -1)

/// In a handler's info: whether the picture must be downloaded. A `Bool`.
public let PHImageResultIsInCloudKey = "PHImageResultIsInCloudKey"
/// In a handler's info: whether a better picture follows. A `Bool`; false for the one picture of `fastFormat`.
public let PHImageResultIsDegradedKey = "PHImageResultIsDegradedKey"
/// In a handler's info: the identifier of the request. A `PHImageRequestID`.
public let PHImageResultRequestIDKey = "PHImageResultRequestIDKey"
/// In a handler's info: whether the request was cancelled. A `Bool`.
public let PHImageCancelledKey = "PHImageCancelledKey"
/// In a handler's info: why there is no picture. A `PHPhotosError`.
public let PHImageErrorKey = "PHImageErrorKey"
