import LibraryClient
import LibraryModel

extension PHPhotoLibrary {
    /// Tells an observer from now on that there is more in `fetchPersistentChanges(since:)`. Observers are not kept
    /// alive.
    public func register(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        observers.add(WeakObserver(observer, .persistentChanges, of: self))
    }

    /// Tells an observer no more. A call that is under way may still end after this returned.
    public func unregisterPersistentChangesObserver(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        observers.remove(WeakObserver(observer, .persistentChanges, of: self))
    }

    /// Tells an observer when the library's server goes away and does not come back at once. Observers are not kept
    /// alive.
    public func register(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observers.add(WeakObserver(observer, .availability, of: self))
    }

    /// Tells an observer no more. A call that is under way may still end after this returned.
    public func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observers.remove(WeakObserver(observer, .availability, of: self))
    }

    /// Why the library cannot be used, a `PHPhotosError`; nil when it can, or when it is the person who gives no access.
    /// Asks the library, and connects to it where there is no connection.
    public var unavailabilityReason: (any Error)? {
        do throws(LibraryError) {
            _ = try client.authorizationStatus(for: .readWrite)
            return nil
        } catch {
            return error.code == .unavailable ? PHPhotosError(error) : nil
        }
    }
}
