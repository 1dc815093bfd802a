import LibraryClient
import LibraryModel
import Synchronization

/// Gets pictures of assets, which are those that the library holds ready, and the bytes of their files.
open class PHImageManager: NSObject, @unchecked Sendable {
    // `@unchecked`, as every open class that is Sendable must be: all stored properties are constants, and what
    // changes is in a Mutex.
    private static let defaultManager = PHImageManager()

    /// Requests that run at once. More would only wait in the library.
    private static let width = 4

    private let queue: OperationQueue
    /// Where handlers are called, one after the other.
    private let handlers = DispatchQueue(label: "photos.images")
    private let requests = Mutex(ImageRequests())

    /// An image manager of the app's own.
    public override init() {
        queue = OperationQueue()
        queue.name = "photos.images.requests"
        queue.maxConcurrentOperationCount = Self.width
        super.init()
    }

    /// The image manager of this process.
    @discardableResult
    open class func `default`() -> PHImageManager { defaultManager }

    /// Gets a picture of an asset; of a movie, its poster frame.
    ///
    /// The handler is called once, on a serial queue of this manager's (Apple's: usually on the main thread; a Linux
    /// program need not have one that runs), or before the call returns when the options say `isSynchronous`. Without
    /// a picture the info says why, under `PHImageErrorKey`. The library decides which sizes it holds, so that the
    /// picture may be smaller than asked for; with `resizeMode` `exact` it has exactly the size.
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
        return submit(isSynchronous: options?.isSynchronous ?? false) { [self] in
            answer(request)
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
        return submit(isSynchronous: options?.isSynchronous ?? false) {
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
        return submit(isSynchronous: false) {
            PHLivePhoto.answer(for: asset, version)
        } deliver: { answer, id in
            resultHandler(answer.value, answer.info(id: id))
        }
    }

    /// Waits for a picture.
    func answer(_ request: ImageRequest) -> RequestAnswer<PhotoImage> { request.answer() }

    /// Does `work` on the queue, unless it is cancelled before, and hands its answer to `deliver` on the handlers'
    /// queue; or does both right here.
    private func submit<Value: Sendable>(
        isSynchronous: Bool,
        _ work: @escaping @Sendable () -> RequestAnswer<Value>,
        deliver: @escaping @Sendable (RequestAnswer<Value>, PHImageRequestID) -> Void
    ) -> PHImageRequestID {
        if isSynchronous {
            deliver(work(), PHInvalidImageRequestID)
            return PHInvalidImageRequestID
        }
        let id = requests.withLock { $0.begin() }
        queue.addOperation { [self] in
            let answer = requests.withLock { $0.isCancelled(id) } ? RequestAnswer<Value>.cancelled : work()
            handlers.async { [self] in
                let isCancelled = requests.withLock { $0.end(id) }
                deliver(isCancelled ? .cancelled : answer, id)
            }
        }
        return id
    }

    /// Calls a request off. Its handler is still called, without a picture and with `PHImageCancelledKey`.
    open func cancelImageRequest(_ requestID: PHImageRequestID) {
        requests.withLock { $0.cancel(requestID) }
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
/// In a handler's info: whether a better picture follows. A `Bool`, always false here.
public let PHImageResultIsDegradedKey = "PHImageResultIsDegradedKey"
/// In a handler's info: the request. A `PHImageRequestID`.
public let PHImageResultRequestIDKey = "PHImageResultRequestIDKey"
/// In a handler's info: whether the request was cancelled. A `Bool`.
public let PHImageCancelledKey = "PHImageCancelledKey"
/// In a handler's info: why there is no picture. A `PHPhotosError`.
public let PHImageErrorKey = "PHImageErrorKey"

/// The requests that are under way.
struct ImageRequests {
    private var lastID: PHImageRequestID = 0
    /// Whether each was cancelled.
    private var running: [PHImageRequestID: Bool] = [:]

    mutating func begin() -> PHImageRequestID {
        repeat { lastID = lastID == .max ? 1 : lastID + 1 } while running[lastID] != nil
        running[lastID] = false
        return lastID
    }

    func isCancelled(_ id: PHImageRequestID) -> Bool { running[id] ?? false }

    /// Forgets a request and says whether it was cancelled.
    mutating func end(_ id: PHImageRequestID) -> Bool { running.removeValue(forKey: id) ?? false }

    mutating func cancel(_ id: PHImageRequestID) {
        if running[id] != nil { running[id] = true }
    }
}
