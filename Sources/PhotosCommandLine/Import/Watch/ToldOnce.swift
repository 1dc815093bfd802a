/// What each look at folders finds again, and is told the first time.
struct ToldOnce<Value: Hashable> {
    private var before: Set<Value> = []
    private var now: Set<Value> = []

    /// Whether no look before this one found it, nor this one until now.
    mutating func isFirst(_ value: Value) -> Bool { now.insert(value).inserted && !before.contains(value) }

    /// A look has ended. What a whole one did not find would be told again.
    mutating func lookEnded(isWhole: Bool) {
        before = isWhole ? now : before.union(now)
        now = []
    }
}
