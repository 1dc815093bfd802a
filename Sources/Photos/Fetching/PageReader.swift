import Synchronization

/// Reads a fetch result page by page for one who goes through all of it, with the next pages already on their way.
///
/// Used by one thread; the reading happens on others.
final class PageReader<Object: AnyObject> {
    /// Pages that are read ahead of the one being gone through. Two keep the library busy while the app works.
    private static var depth: Int { 2 }

    private let load: @Sendable (Range<Int>) -> LoadedObjects<Object>
    private var stretches: ArraySlice<Range<Int>>
    private var pending: [PendingPage<Object>] = []

    init(_ stretches: [Range<Int>], load: @escaping @Sendable (Range<Int>) -> LoadedObjects<Object>) {
        self.stretches = stretches[...]
        self.load = load
    }

    /// The next page, in the order of the stretches.
    func next() -> LoadedObjects<Object>? {
        // A single page is read here and now: handing it over would only cost time.
        if pending.isEmpty, stretches.count == 1, let only = stretches.popFirst() { return load(only) }
        while pending.count <= Self.depth, let stretch = stretches.popFirst() {
            pending.append(PendingPage(stretch, load))
        }
        return pending.isEmpty ? nil : pending.removeFirst().wait()
    }
}

/// A page that another thread is reading.
private final class PendingPage<Object: AnyObject>: Sendable {
    private let page = Mutex<LoadedObjects<Object>?>(nil)
    private let isRead = DispatchSemaphore(value: 0)

    init(_ stretch: Range<Int>, _ load: @escaping @Sendable (Range<Int>) -> LoadedObjects<Object>) {
        DispatchQueue.global(qos: .userInitiated).async {
            let loaded = load(stretch)
            self.page.withLock { $0 = loaded }
            self.isRead.signal()
        }
    }

    func wait() -> LoadedObjects<Object> {
        isRead.wait()
        guard let loaded = page.withLock({ $0 }) else { preconditionFailure("a page was read and is not there") }
        return loaded
    }
}
