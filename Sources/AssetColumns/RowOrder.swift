/// All rows of a table by a key, equal ones by row. In leaves that are shared between generations.
///
/// The keys are in the table's columns; `key` finds the one of a row.
struct RowOrder: Sendable {
    /// In order; none is empty.
    private(set) var leaves: [[UInt32]] = []

    /// Rows of a full leaf.
    private static let capacity = 4_096

    init(_ sorted: [UInt32]) {
        // Room for some rows that are inserted.
        let filled = RowOrder.capacity * 3 / 4
        leaves = stride(from: 0, to: sorted.count, by: filled).map { start in
            Array(sorted[start..<min(start + filled, sorted.count)])
        }
    }

    /// Inserts a row. All rows of the order must have the key that they were inserted with.
    mutating func insert(_ row: UInt32, key: (UInt32) -> Int64) {
        guard !leaves.isEmpty else {
            leaves = [[row]]
            return
        }
        let target = (key(row), row)
        let leaf = leaf(of: target, key)
        let position = RowOrder.position(of: target, in: leaves[leaf], key)
        leaves[leaf].insert(row, at: position)
        guard leaves[leaf].count > RowOrder.capacity else { return }
        // Rows that come in order leave full leaves behind.
        let isLast = leaf == leaves.count - 1 && position == leaves[leaf].count - 1
        let split = isLast ? RowOrder.capacity : RowOrder.capacity / 2
        leaves.insert(Array(leaves[leaf][split...]), at: leaf + 1)
        leaves[leaf].removeSubrange(split...)
    }

    /// Removes a row. All rows of the order must have the key that they were inserted with.
    mutating func remove(_ row: UInt32, key: (UInt32) -> Int64) {
        guard !leaves.isEmpty else { return }
        let target = (key(row), row)
        let leaf = leaf(of: target, key)
        let position = RowOrder.position(of: target, in: leaves[leaf], key)
        guard position < leaves[leaf].count, leaves[leaf][position] == row else { return }
        leaves[leaf].remove(at: position)
        if leaves[leaf].isEmpty { leaves.remove(at: leaf) }
    }

    /// The last leaf that does not begin behind a row, or the first.
    private func leaf(of target: (Int64, UInt32), _ key: (UInt32) -> Int64) -> Int {
        var (low, high) = (0, leaves.count)
        while low < high {
            let middle = (low + high) / 2
            let first = leaves[middle][0]
            if (key(first), first) <= target { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }

    /// The first position in a leaf whose row is not before one.
    private static func position(of target: (Int64, UInt32), in leaf: [UInt32], _ key: (UInt32) -> Int64) -> Int {
        var (low, high) = (0, leaf.count)
        while low < high {
            let middle = (low + high) / 2
            if (key(leaf[middle]), leaf[middle]) < target { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
