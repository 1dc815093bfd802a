/// The values of the keys that were used last: so few that each is looked at.
package struct RecentlyUsed<Key: Equatable, Value> {
    /// The most recently used comes last.
    private var entries: [(key: Key, value: Value)] = []
    private let maximumCount: Int

    package init(atMost maximumCount: Int) { self.maximumCount = maximumCount }

    package mutating func value(for key: Key) -> Value? {
        guard let position = entries.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = entries.remove(at: position)
        entries.append(entry)
        return entry.value
    }

    /// Adds a value for a key that has none.
    package mutating func add(_ value: Value, for key: Key) {
        entries.append((key, value))
        if entries.count > maximumCount { entries.removeFirst() }
    }

    package mutating func removeAll() { entries = [] }
}
