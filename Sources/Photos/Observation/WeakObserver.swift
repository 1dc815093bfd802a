/// What observers are notified of.
enum LibraryEvent: Sendable {
    case change(PHChange)
    case unavailable
}

/// An observer, held weakly as by Apple's PhotoKit.
//
// `@unchecked`: an observer is any object of the app. It is only called on the serial queue that the protocols promise;
// a weak reference may be read from any thread. Reading one may release the object and run its `deinit`: never read it
// under a lock.
struct WeakObserver: @unchecked Sendable {
    /// What it observes. One object may have several roles.
    enum Role: Sendable {
        case changes
        case persistentChanges
        case availability
    }

    private weak var observer: (any NSObjectProtocol)?
    /// Compared only; another object may have the same address later.
    private let identity: ObjectIdentifier
    private weak var library: PHPhotoLibrary?
    private let role: Role

    init(_ observer: any NSObjectProtocol, _ role: Role, of library: PHPhotoLibrary) {
        self.observer = observer
        identity = ObjectIdentifier(observer)
        self.role = role
        self.library = library
    }

    var isGone: Bool { observer == nil }

    /// Whether it is the same object in the same role, or a released one at the same address.
    func isSame(_ other: WeakObserver) -> Bool { identity == other.identity && role == other.role }

    func notify(_ event: LibraryEvent) {
        guard let observer else { return }
        switch (role, event) {
        case (.changes, .change(let change)):
            (observer as? any PHPhotoLibraryChangeObserver)?.photoLibraryDidChange(change)
        case (.persistentChanges, .change):
            guard let library else { return }
            (observer as? any PHPhotoLibraryPersistentChangesObserver)?.photoLibraryPersistentChangesDidUpdate(library)
        case (.availability, .unavailable):
            guard let library else { return }
            (observer as? any PHPhotoLibraryAvailabilityObserver)?.photoLibraryDidBecomeUnavailable(library)
        case (.changes, .unavailable), (.persistentChanges, .unavailable), (.availability, .change):
            return
        }
    }
}
