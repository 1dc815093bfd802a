import LibraryModel
import LinuxSystem
import Synchronization

/// Identifies a request for cancellation.
public typealias PHLivePhotoRequestID = Int32
/// The identifier of no request.
public let PHLivePhotoRequestIDInvalid: PHLivePhotoRequestID = 0
/// In the handler's info: the `PHPhotosError` of a failed request.
public let PHLivePhotoInfoErrorKey = "PHLivePhotoInfoErrorKey"
/// In the handler's info: a `Bool`, whether a better result follows.
public let PHLivePhotoInfoIsDegradedKey = "PHLivePhotoInfoIsDegradedKey"
/// In the handler's info: a `Bool`, whether the request was cancelled.
public let PHLivePhotoInfoCancelledKey = "PHLivePhotoInfoCancelledKey"

extension PHLivePhoto {
    private static let requests = Mutex(RunningRequests())
    private static let handlers = DispatchQueue(label: "photos.livephotos")

    /// Creates a Live Photo from two files of the app, a photo and a movie in any order.
    ///
    /// With a placeholder image, first calls the handler before it returns, with a degraded Live Photo of the
    /// placeholder's size. Then calls it once, on an arbitrary serial queue, when the library's media worker has
    /// decoded the photo and read the movie's duration, which requires that the app has access of any level. The files
    /// must stay in place: every access to a resource of the Live Photo reads them. Whether they are a pair is checked
    /// only when they are added to the library (`PHAssetCreationRequest`).
    ///
    /// `targetSize`: the size that `size` fits or, with `aspectFill`, covers; `zero` for the photo's own.
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
            // The final call reports the error.
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
        let given = try LivePhotoFiles(urls)
        let picture: PhotoImage
        do {
            picture = try PhotoImage(decoding: try Data(contentsOf: given.photo))
        } catch let error as PHPhotosError {
            throw error
        } catch {
            throw PHPhotosError(.invalidResource, reason: "the photo cannot be read", cause: error as NSError)
        }
        let own = CGSize(width: picture.width, height: picture.height)
        let files = try LivePhotoFiles(urls, size: own, duration: try duration(of: given.movie))
        guard targetSize.width > 0, targetSize.height > 0 else {
            return PHLivePhoto(lent: files, asset: nil, size: own)
        }
        let size = ImageShape(picture.width, picture.height).sizeToLoad(for: targetSize, contentMode)
        return PHLivePhoto(lent: files, asset: nil, size: CGSize(width: size.width, height: size.height))
    }

    /// The movie's duration in seconds.
    private static func duration(of movie: URL) throws(PHPhotosError) -> Double {
        do throws(AVError) { return try AVURLAsset(url: movie).read().duration.seconds } catch {
            throw PHPhotosError(.invalidResource, reason: "the movie cannot be read", cause: error as NSError)
        }
    }

    /// Cancels a request: its handler is called without a Live Photo and with `PHLivePhotoInfoCancelledKey`.
    public class func cancelRequest(withRequestID requestID: PHLivePhotoRequestID) {
        requests.withLock { $0.cancellation(of: requestID) }?.cancel()
    }
}
