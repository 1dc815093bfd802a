/// Reads a fetch result page by page from start to end, and prefetches the next pages on other threads. For one thread.
final class PageReader<Object: AnyObject> {
    /// Pages to prefetch. Two keep the server busy while the app works on one.
    private static var depth: Int { 2 }

    private let load: @Sendable (Range<Int>) -> LoadedObjects<Object>
    private var stretches: ArraySlice<Range<Int>>
    private var pending: [Prefetch<LoadedObjects<Object>>] = []
    /// The page that the app worked on last. Memory that the library handed over is released where the next page is
    /// read, not between two objects of the app's.
    private var last: LoadedObjects<Object>?

    init(_ stretches: [Range<Int>], load: @escaping @Sendable (Range<Int>) -> LoadedObjects<Object>) {
        self.stretches = stretches[...]
        self.load = load
    }

    /// The next page, in order.
    func next() -> LoadedObjects<Object>? {
        // A single page is read on this thread: a thread switch would only cost time.
        if pending.isEmpty, stretches.count == 1, let only = stretches.popFirst() { return load(only) }
        while pending.count <= Self.depth, let stretch = stretches.popFirst() {
            pending.append(Prefetch { [load, last] in withExtendedLifetime(last) { load(stretch) } })
            last = nil
        }
        last = pending.isEmpty ? nil : pending.removeFirst().wait()
        return last
    }
}
