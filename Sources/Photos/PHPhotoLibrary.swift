import LibraryClient
import Synchronization

/// The person's photo library, shared by all apps.
///
/// It may be used from any thread.
public final class PHPhotoLibrary: NSObject, Sendable {
    private static let sharedLibrary = PHPhotoLibrary(client: .shared)

    /// The library at the socket that `PHOTOLIBRARY_SOCKET`, or the environment's defaults, name.
    ///
    /// There is no connection until the first call that needs one.
    public class func shared() -> PHPhotoLibrary { sharedLibrary }

    let client: LibraryClient
    /// Change blocks and their commits, one after the other.
    let changeQueue = DispatchQueue(label: "photos.changes")
    /// Completion handlers, one after the other: a queue of its own, so that one may make further changes and wait.
    let completionQueue = DispatchQueue(label: "photos.completions")
    let observers: ChangeObservers

    init(client: LibraryClient) {
        self.client = client
        observers = ChangeObservers(client: client)
    }
}
