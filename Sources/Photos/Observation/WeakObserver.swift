/// What observers are told of.
enum LibraryNews: Sendable {
    case change(PHChange)
    case unavailable
}

/// An observer, held weakly as Apple's is: it ends its observation by going away.
//
// `@unchecked`: an observer is any object of the app's. It is only called on the serial queue that the protocols
// promise; a weak reference may be read from any thread. Reading it may be what lets the object go in the end, and run
// its `deinit`: never under a lock.
struct WeakObserver: @unchecked Sendable {
    /// What the observer wants to know. One object may have several roles.
    enum Role: Sendable {
        case changes
        case persistentChanges
        case availability
    }

    private weak var observer: (any NSObjectProtocol)?
    /// Not to be read through; another object may have it once this one is gone.
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

    /// Whether it is the same object in the same role, or one that was where the other is now.
    func isSame(_ other: WeakObserver) -> Bool { identity == other.identity && role == other.role }

    func tell(_ news: LibraryNews) {
        guard let observer else { return }
        switch (role, news) {
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
