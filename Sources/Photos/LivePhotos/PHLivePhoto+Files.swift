import LibraryModel
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

    /// Makes a Live Photo of an app's own two files, a photo and a movie, in any order.
    ///
    /// With a placeholder the handler is called at once with its size, degraded; and then once, on an arbitrary serial
    /// queue, when the library's media worker has decoded the photo, for which the app needs access of any level. The
    /// files are read where they are, whenever a resource of the Live Photo is. Whether they belong together is found
    /// out when they are added to the library (`PHAssetCreationRequest`), which takes no halves of two Live Photos.
    ///
    /// `targetSize`: what `size` is to fit into or, with `aspectFill`, to cover; `zero` for the photo's own.
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
        do throws(PHPhotosError) {
            if let image {
                let size = CGSize(width: image.width, height: image.height)
                let livePhoto = PHLivePhoto(lent: try LivePhotoFiles(fileURLs, size: size), asset: nil, size: size)
                resultHandler(livePhoto, [PHLivePhotoInfoIsDegradedKey: true])
            }
        } catch {
            // The last call tells it.
        }
        handlers.async {
            let made = Result { () throws(PHPhotosError) in try livePhoto(of: fileURLs, targetSize, contentMode) }
            if requests.withLock({ $0.end(id) }) { return resultHandler(nil, [PHLivePhotoInfoCancelledKey: true]) }
            switch made {
            case .success(let livePhoto): resultHandler(livePhoto, [PHLivePhotoInfoIsDegradedKey: false])
            case .failure(let error): resultHandler(nil, [PHLivePhotoInfoErrorKey: error])
            }
        }
        return id
    }

    private static func livePhoto(
        of urls: [URL],
        _ targetSize: CGSize,
        _ contentMode: PHImageContentMode
    ) throws(PHPhotosError) -> PHLivePhoto {
        let photo = try LivePhotoFiles(urls).photo
        let picture: PhotoImage
        do {
            picture = try PhotoImage(decoding: try Data(contentsOf: photo))
        } catch let error as PHPhotosError {
            throw error
        } catch {
            throw PHPhotosError(.invalidResource, reason: "the photo cannot be read", cause: error as NSError)
        }
        let own = CGSize(width: picture.width, height: picture.height)
        let files = try LivePhotoFiles(urls, size: own)
        guard targetSize.width > 0, targetSize.height > 0 else {
            return PHLivePhoto(lent: files, asset: nil, size: own)
        }
        let size = ImageShape(picture.width, picture.height).sizeToLoad(for: targetSize, contentMode)
        return PHLivePhoto(lent: files, asset: nil, size: CGSize(width: size.width, height: size.height))
    }

    /// Calls a request off: its handler is called without a Live Photo and with `PHLivePhotoInfoCancelledKey`.
    public class func cancelRequest(withRequestID requestID: PHLivePhotoRequestID) {
        requests.withLock { $0.cancellation(of: requestID) }?.cancel()
    }
}
