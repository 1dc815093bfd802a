import LibraryModel

/// The difference between two lists, in the index spaces of `PHFetchResultChangeDetails`.
///
/// Applying the parts in this order turns one list into the other:
/// 1. `removed`: indexes of the old list;
/// 2. `inserted`: indexes of the new list, in ascending order;
/// 3. `moves`: from an index of the list after steps 1 and 2 to an index of the new list, all at once: removes all,
///    then inserts them in ascending order.
struct ListDifference<Element: Hashable> {
    struct Move: Hashable {
        var from: Int
        var to: Int
    }

    private(set) var removed = IndexSet()
    private(set) var inserted = IndexSet()
    private(set) var moves: [Move] = []

    var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moves.isEmpty }

    /// The elements of each list must be distinct.
    ///
    /// Lists that differ in one range cost little more than that range.
    init(
        from beforeCount: Int,
        _ before: (Int) -> Element,
        to afterCount: Int,
        _ after: (Int) -> Element
    ) {
        var start = 0
        while start < min(beforeCount, afterCount), before(start) == after(start) { start += 1 }
        var tail = 0
        while tail < min(beforeCount, afterCount) - start,
            before(beforeCount - 1 - tail) == after(afterCount - 1 - tail)
        { tail += 1 }
        let beforeRange = start..<beforeCount - tail
        let afterRange = start..<afterCount - tail

        var places: [Element: Int] = Dictionary(minimumCapacity: afterRange.count)
        for index in afterRange { places[after(index)] = index }
        // The new index of each kept element, in the old order.
        var destinations: [Int] = []
        var isKept = [Bool](repeating: false, count: afterRange.count)
        for index in beforeRange {
            if let destination = places[before(index)] {
                destinations.append(destination)
                isKept[destination - start] = true
            } else {
                removed.insert(index)
            }
        }
        for index in afterRange where !isKept[index - start] { inserted.insert(index) }
        if destinations.count > 1 { moves = Self.moves(destinations, isKept, from: start) }
    }

    /// The difference of two lists that have all but a few elements ("loose" ones, by ascending index) in common and in
    /// the same order. Takes time for the loose elements only, however long the lists are.
    init(
        count: Int,
        loose before: [(index: Int, element: Element)],
        afterCount: Int,
        loose after: [(index: Int, element: Element)]
    ) {
        precondition(count - before.count == afterCount - after.count, "the other elements are in both lists")
        let old = Set(before.map(\.element))
        let new = Set(after.map(\.element))
        // Ranks: positions among the common elements.
        var ranksBefore: [(rank: Int, element: Element)] = []
        for (index, element) in before {
            if new.contains(element) {
                ranksBefore.append((index - removed.count, element))
            } else {
                removed.insert(index)
            }
        }
        var ranksAfter: [Element: Int] = [:]
        var gaps: [Int] = []
        for (index, element) in after {
            if old.contains(element) {
                ranksAfter[element] = index - gaps.count
            } else {
                gaps.append(index - gaps.count)
                inserted.insert(index)
            }
        }
        let loose = ranksBefore.compactMap { entry in
            ranksAfter[entry.element].map { (before: entry.rank, after: $0) }
        }
        guard loose.contains(where: { $0.before != $0.after }) else { return }
        let blocks = RankBlocks(count: count - removed.count, loose: loose, gaps: gaps)
        for block in blocks.moving {
            for offset in 0..<block.count {
                moves.append(
                    Move(
                        from: blocks.slot(ofRank: block.before + offset),
                        to: blocks.slot(ofRank: block.after + offset)
                    )
                )
            }
        }
        moves.sort { $0.to < $1.to }
    }

    /// Returns the moves of kept elements to their new positions.
    ///
    /// Inserted elements are in place already, so an element can stay only with its final number of inserted elements
    /// before it. Of those, a longest increasing run stays and the others move.
    private static func moves(_ destinations: [Int], _ isKept: [Bool], from start: Int) -> [Move] {
        if zip(destinations, destinations.dropFirst()).allSatisfy({ $0 < $1 }) { return [] }
        let slots = isKept.indices.filter { isKept[$0] }
        var insertedBefore = [Int](repeating: 0, count: isKept.count + 1)
        for index in isKept.indices { insertedBefore[index + 1] = insertedBefore[index] + (isKept[index] ? 0 : 1) }

        let candidates = destinations.indices.filter {
            insertedBefore[slots[$0]] == insertedBefore[destinations[$0] - start]
        }
        var stays = [Bool](repeating: false, count: destinations.count)
        for position in longestRisingRun(candidates.map { destinations[$0] }) { stays[candidates[position]] = true }
        return destinations.indices
            .filter { !stays[$0] }
            .map { Move(from: slots[$0] + start, to: destinations[$0]) }
            .sorted { $0.to < $1.to }
    }

    /// Returns the positions of a longest strictly increasing subsequence.
    private static func longestRisingRun(_ values: [Int]) -> [Int] {
        // ends[k]: the position of the smallest value at the end of a run of k + 1.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: values.count)
        for (position, value) in values.enumerated() {
            var (low, high) = (0, ends.count)
            // Most lists keep increasing.
            if let last = ends.last, values[last] < value { low = high }
            while low < high {
                let middle = (low + high) / 2
                if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
            }
            previous[position] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(position) } else { ends[low] = position }
        }
        var run: [Int] = []
        var position = ends.last
        while let current = position {
            run.append(current)
            position = previous[current]
        }
        return run.reversed()
    }
}
