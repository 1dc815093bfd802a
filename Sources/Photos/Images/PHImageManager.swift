import AVFoundation
import LinuxSystem
import Synchronization

/// Gets pictures of assets, which are those that the library holds ready, and the bytes of their files.
open class PHImageManager: NSObject, @unchecked Sendable {
    // `@unchecked`, as every open class that is Sendable must be: all stored properties are constants, and what
    // changes is in a Mutex.
    private static let defaultManager = PHImageManager()

    /// Requests that run at once. More would only wait in the library.
    private static let width = 4

    /// Requests wait here for one of their threads; those for quick pictures go first.
    private let queue: OperationQueue
    /// Where handlers are called, one after the other.
    private let handlers = DispatchQueue(label: "photos.images")
    private let requests = Mutex(RunningRequests())

    /// An image manager of the app's own.
    public override init() {
        queue = OperationQueue()
        queue.name = "photos.images.requests"
        queue.maxConcurrentOperationCount = Self.width
        super.init()
    }

    /// Where pictures come from.
    var pictures: any PictureLoading { LibraryPictures() }

    /// The image manager of this process.
    @discardableResult
    open class func `default`() -> PHImageManager { defaultManager }

    /// Gets a picture of an asset; of a movie, its poster frame.
    ///
    /// With `deliveryMode` `opportunistic` the handler is called first with a quick picture, smaller than asked for,
    /// where one is ready and the good one is not (`PHImageResultIsDegradedKey` is true), with
    /// `allowSecondaryDegradedImage` perhaps with one of a size in between, and then with the good one.
    /// In every other mode, and when the options say `isSynchronous`, it is called once. It is called on a serial queue
    /// of this manager's (Apple's: usually on the main thread; a Linux program need not have one that runs), or before
    /// the call returns when the request is synchronous. Without a picture the info says why, under `PHImageErrorKey`.
    /// The picture is never larger than the photo; with `resizeMode` `exact` it has exactly the size.
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
            progress: options.flatMap(ProgressHandler.init),
            quick: quick
        ) { cancellation in
            request.answer(pictures, cancellation)
        } deliver: { answer, id in
            resultHandler(answer.value, answer.info(id: id))
        }
    }

    /// Gets the bytes of an asset's photo, their type and how the stored pixels are to be turned.
    ///
    /// The handler is called once, where that of `requestImage` is called. With `version` `current` an edited asset
    /// gives the edited file, with `unadjusted` the file before, with `original` that too, or the RAW beside it. Of
    /// HEIF files the orientation is `up`: decoders turn them by themselves. A movie's bytes come from
    /// `PHAssetResourceManager`, here it is `requestNotSupportedForAsset`.
    @preconcurrency
    @discardableResult
    open func requestImageDataAndOrientation(
        for asset: PHAsset,
        options: PHImageRequestOptions?,
        resultHandler:
            @escaping @Sendable (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let request = ImageDataRequest(asset, options?.version ?? .current)
        return submit(isSynchronous: options?.isSynchronous ?? false) { _ in
            request.answer()
        } deliver: { answer, id in
            let file = answer.value
            resultHandler(file?.data, file?.uniformType, file?.orientation ?? .up, answer.info(id: id))
        }
    }

    /// Gets the bytes of an asset's file: `requestImageDataAndOrientation` under its former name.
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

    /// Gets a Live Photo: the pair of its files, to be shown by a view or read by `PHAssetResource`.
    ///
    /// The handler is called once, where that of `requestImage` is called. An asset that is no Live Photo is
    /// `requestNotSupportedForAsset`. Nothing is scaled: a view loads what it shows.
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
        return submit(isSynchronous: false) { _ in
            PHLivePhoto.answer(for: asset, version)
        } deliver: { answer, id in
            resultHandler(answer.value, answer.info(id: id))
        }
    }

    /// Gets an asset's movie: an `AVURLAsset`, whose file stays as long as the object. There is never an audio mix.
    ///
    /// The handler is called once, where that of `requestImage` is called. An asset that is no movie is
    /// `requestNotSupportedForAsset`. With `version` `current` an edited asset gives the edited file.
    @preconcurrency
    @discardableResult
    open func requestAVAsset(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        resultHandler: @escaping @Sendable (AVAsset?, AVAudioMix?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestMovie(asset, options) { answer, id in resultHandler(answer.value, nil, answer.info(id: id)) }
    }

    /// Gets an asset's movie as a player takes it.
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

    /// Does `work` on the queue, unless it is cancelled before, and hands its answer to `deliver` on the handlers'
    /// queue; or does both right here. What each of `quick` gives is delivered before.
    func submit<Value: Sendable>(
        isSynchronous: Bool,
        progress handler: ProgressHandler? = nil,
        quick: [@Sendable (Cancellation) -> RequestAnswer<Value>?] = [],
        _ work: @escaping @Sendable (Cancellation) -> RequestAnswer<Value>,
        deliver: @escaping @Sendable (RequestAnswer<Value>, PHImageRequestID) -> Void
    ) -> PHImageRequestID {
        let (id, cancellation) = requests.withLock { $0.begin() }
        let progress = handler.map { RequestProgress($0, id, cancellation, on: handlers) }
        if isSynchronous {
            let answer = attempt(work, cancellation, progress)
            _ = requests.withLock { $0.end(id) }
            deliver(answer, PHInvalidImageRequestID)
            return PHInvalidImageRequestID
        }
        // Returns whether nothing follows, because the quick answer is as good as the good one.
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

    /// Calls a request off, and ends the library's work on it. Its handler is still called, without a picture and with
    /// `PHImageCancelledKey`.
    open func cancelImageRequest(_ requestID: PHImageRequestID) {
        requests.withLock { $0.cancellation(of: requestID) }?.cancel()
    }
}

/// The name of a request, to cancel it by.
public typealias PHImageRequestID = Int32
/// The name of no request: it was answered before the call returned, and cannot be cancelled.
public let PHInvalidImageRequestID: PHImageRequestID = 0
/// The size for a picture as large as it is there.
public let PHImageManagerMaximumSize = CGSize(width: -1, height: -1)

/// In a handler's info: whether the picture must be fetched over the network. A `Bool`.
public let PHImageResultIsInCloudKey = "PHImageResultIsInCloudKey"
/// In a handler's info: whether a better picture follows. A `Bool`; false for the one picture of `fastFormat`.
public let PHImageResultIsDegradedKey = "PHImageResultIsDegradedKey"
/// In a handler's info: the request. A `PHImageRequestID`.
public let PHImageResultRequestIDKey = "PHImageResultRequestIDKey"
/// In a handler's info: whether the request was cancelled. A `Bool`.
public let PHImageCancelledKey = "PHImageCancelledKey"
/// In a handler's info: why there is no picture. A `PHPhotosError`.
public let PHImageErrorKey = "PHImageErrorKey"
