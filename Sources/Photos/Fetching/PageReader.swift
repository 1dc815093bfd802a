/// Reads a fetch result page by page for one who goes through all of it, with the next pages already on their way.
///
/// Used by one thread; the reading happens on others.
final class PageReader<Object: AnyObject> {
    /// Pages that are read ahead of the one being gone through. Two keep the library busy while the app works.
    private static var depth: Int { 2 }

    private let load: @Sendable (Range<Int>) -> LoadedObjects<Object>
    private var stretches: ArraySlice<Range<Int>>
    private var pending: [Prefetch<LoadedObjects<Object>>] = []

    init(_ stretches: [Range<Int>], load: @escaping @Sendable (Range<Int>) -> LoadedObjects<Object>) {
        self.stretches = stretches[...]
        self.load = load
    }

    /// The next page, in the order of the stretches.
    func next() -> LoadedObjects<Object>? {
        // A single page is read here and now: handing it over would only cost time.
        if pending.isEmpty, stretches.count == 1, let only = stretches.popFirst() { return load(only) }
        while pending.count <= Self.depth, let stretch = stretches.popFirst() {
            pending.append(Prefetch { [load] in load(stretch) })
        }
        return pending.isEmpty ? nil : pending.removeFirst().wait()
    }
}
