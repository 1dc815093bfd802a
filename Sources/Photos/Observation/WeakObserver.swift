/// What observers are told of.
enum LibraryNews: Sendable {
    case change(PHChange)
    case unavailable
}

/// An observer, held weakly as Apple's is: it ends its observation by going away.
//
// `@unchecked`: an observer is any object of the app's. It is only called on the serial queue that the protocols
// promise; a weak reference may be read from any thread.
struct WeakObserver: @unchecked Sendable {
    /// What the observer wants to know. One object may have several roles.
    enum Role: Sendable {
        case changes
        case persistentChanges
        case availability
    }

    private weak var observer: (any NSObjectProtocol)?
    private weak var library: PHPhotoLibrary?
    private let role: Role

    init(_ observer: any NSObjectProtocol, _ role: Role, of library: PHPhotoLibrary) {
        self.observer = observer
        self.role = role
        self.library = library
    }

    var isGone: Bool { observer == nil }

    func isSame(_ other: WeakObserver) -> Bool { observer === other.observer && role == other.role }

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
