package import LibraryModel

/// Computes which positions to write to turn one order into another.
package enum OrderChange {
    /// The positions that change. As many members as possible keep theirs (a longest increasing subsequence), so moving
    /// a photo is one change.
    package static func positions(
        for order: [ObjectID],
        now: [ObjectID: Position],
        device: DeviceID
    ) -> [ObjectID: Position] {
        let kept = keptMembers(of: order, now: now)
        var changes: [ObjectID: Position] = [:]
        var start = 0
        var low: Position?
        while start < order.count {
            if kept.contains(order[start]) {
                low = now[order[start]]
                start += 1
                continue
            }
            let end = order[start...].firstIndex { kept.contains($0) } ?? order.count
            let high = end < order.count ? now[order[end]] : nil
            guard let run = Position.run(end - start, after: low, before: high, device: device) else {
                return renumbered(order, device: device)
            }
            for (member, position) in zip(order[start..<end], run) { changes[member] = position }
            start = end
        }
        return changes
    }

    private static func renumbered(_ order: [ObjectID], device: DeviceID) -> [ObjectID: Position] {
        let run = Position.run(order.count, after: nil, before: nil, device: device) ?? []
        return Dictionary(zip(order, run)) { first, _ in first }
    }

    /// Members whose positions increase in `order`.
    private static func keptMembers(of order: [ObjectID], now: [ObjectID: Position]) -> Set<ObjectID> {
        /// For each length, the last member of the subsequence of that length that ends lowest.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: order.count)
        for (index, member) in order.enumerated() {
            guard let position = now[member] else { continue }
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if let end = now[order[ends[middle]]], end < position { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var kept: Set<ObjectID> = []
        var next = ends.last
        while let index = next {
            kept.insert(order[index])
            next = previous[index]
        }
        return kept
    }
}
