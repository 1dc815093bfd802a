import LinuxSystem
import Synchronization

/// The name of a request, to cancel it by.
public typealias PHLivePhotoRequestID = Int32
/// The name of no request.
public let PHLivePhotoRequestIDInvalid: PHLivePhotoRequestID = 0
/// In a handler's info: why there is no Live Photo. A `PHPhotosError`.
public let PHLivePhotoInfoErrorKey = "PHLivePhotoInfoErrorKey"
/// In a handler's info: whether a better one follows. A `Bool`.
public let PHLivePhotoInfoIsDegradedKey = "PHLivePhotoInfoIsDegradedKey"
/// In a handler's info: whether the request was cancelled. A `Bool`.
public let PHLivePhotoInfoCancelledKey = "PHLivePhotoInfoCancelledKey"

extension PHLivePhoto {
    private static let requests = Mutex(RunningRequests())
    private static let handlers = DispatchQueue(label: "photos.livephotos")

    /// Makes a Live Photo of an app's own two files.
    ///
    /// Not there yet: the handler is called once, on an arbitrary serial queue, without a Live Photo and with
    /// `requestNotSupportedForAsset` under `PHLivePhotoInfoErrorKey`. Files that are added to the library with
    /// `PHAssetCreationRequest` make one asset, whose Live Photo `PHImageManager` gives.
    @preconcurrency
    @discardableResult
    public class func request(
        withResourceFileURLs fileURLs: [URL],
        placeholderImage image: PhotoImage?,
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        resultHandler: @escaping @Sendable (PHLivePhoto?, [AnyHashable: Any]) -> Void
    ) -> PHLivePhotoRequestID {
        let id = requests.withLock { $0.begin() }.id
        handlers.async {
            if requests.withLock({ $0.end(id) }) { return resultHandler(nil, [PHLivePhotoInfoCancelledKey: true]) }
            let failure = PHPhotosError(
                .requestNotSupportedForAsset,
                reason: "Live Photos of files outside of the library are not there yet"
            )
            resultHandler(nil, [PHLivePhotoInfoErrorKey: failure])
        }
        return id
    }

    /// Calls a request off: its handler is called without a Live Photo and with `PHLivePhotoInfoCancelledKey`.
    public class func cancelRequest(withRequestID requestID: PHLivePhotoRequestID) {
        requests.withLock { $0.cancellation(of: requestID) }?.cancel()
    }
}
