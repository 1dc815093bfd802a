package import LibraryClient
import Synchronization

/// The person's photo library, shared by all apps.
///
/// It may be used from any thread.
public final class PHPhotoLibrary: NSObject, Sendable {
    private static let sharedLibrary = Mutex(PHPhotoLibrary(client: .shared))

    /// The library at the socket that `PHOTOLIBRARY_SOCKET`, or the environment's defaults, name.
    ///
    /// There is no connection until the first call that needs one.
    public class func shared() -> PHPhotoLibrary { sharedLibrary.withLock { $0 } }

    /// Makes another client's library the shared one, for a process that holds its server itself.
    package static func share(_ client: LibraryClient) {
        sharedLibrary.withLock { $0 = PHPhotoLibrary(client: client) }
    }

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
