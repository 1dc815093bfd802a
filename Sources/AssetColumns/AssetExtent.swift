/// How many assets there are, and from when to when.
package struct AssetExtent: Hashable, Sendable {
    package private(set) var count = 0
    /// Microseconds since 1970; nil when none has a date.
    package private(set) var first: Int64?
    package private(set) var last: Int64?

    mutating func add(_ mask: ChunkMask, _ dates: [Int64]) {
        count += mask.setCount
        var (low, high) = (Int64.max, Int64.min)
        let dates = dates.span
        mask.forEach { slot in
            let date = dates[slot]
            guard date != AssetRecord.undated else { return }
            low = min(low, date)
            high = max(high, date)
        }
        guard low <= high else { return }
        first = first.map { min($0, low) } ?? low
        last = last.map { max($0, high) } ?? high
    }
}

/// A date that each asset has, or may lack.
package enum AssetDate: Sendable {
    case creation
    case added
}
