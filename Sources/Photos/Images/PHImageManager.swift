import LibraryClient
import LibraryModel
import Synchronization

/// Gets pictures of assets: those that the library holds ready, and never the originals.
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
        if options?.isSynchronous ?? false {
            let answer = request.answer()
            resultHandler(answer.image, answer.info(id: PHInvalidImageRequestID))
            return PHInvalidImageRequestID
        }
        let id = requests.withLock { $0.begin() }
        queue.addOperation { [self] in
            let answer = requests.withLock { $0.isCancelled(id) } ? ImageAnswer.cancelled : request.answer()
            handlers.async { [self] in
                let isCancelled = requests.withLock { $0.end(id) }
                let answer = isCancelled ? ImageAnswer.cancelled : answer
                resultHandler(answer.image, answer.info(id: id))
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
