/// Two orders of the same elements, as blocks that are contiguous in both. All but a few ("loose") elements keep their
/// relative order. There are about as many blocks as loose and inserted elements, however many elements there are.
///
/// Ranks identify elements: their positions in the old and in the new order.
struct RankBlocks {
    struct Block {
        /// Ranks of the first element.
        var before: Int
        var after: Int
        var count: Int
    }

    /// The number of other elements before each inserted one in the new order, ascending.
    private let gaps: [Int]
    /// In the old order.
    private var blocks: [Block] = []

    init(count: Int, loose: [(before: Int, after: Int)], gaps: [Int]) {
        self.gaps = gaps
        let (before, after) = (loose.map(\.before).sorted(), loose.map(\.after).sorted())
        // The starts of blocks among the others: elements after a loose or an inserted one.
        var starts: Set<Int> = [0]
        for ranks in [before, after] {
            for (offset, rank) in ranks.enumerated() { starts.insert(rank - offset) }
            for gap in gaps { starts.insert(gap - ranks.count { $0 < gap }) }
        }
        let others = count - loose.count
        let rising = starts.filter { $0 < others }.sorted()
        for (position, start) in rising.enumerated() {
            let end = position + 1 < rising.count ? rising[position + 1] : others
            blocks.append(
                Block(
                    before: Self.rank(start, withoutRanks: before),
                    after: Self.rank(start, withoutRanks: after),
                    count: end - start
                )
            )
        }
        blocks += loose.map { Block(before: $0.before, after: $0.after, count: 1) }
        blocks.sort { $0.before < $1.before }
    }

    /// Returns the rank of the element at `position`, not counting `ranks`.
    private static func rank(_ position: Int, withoutRanks ranks: [Int]) -> Int {
        var rank = position
        for taken in ranks where taken <= rank { rank += 1 }
        return rank
    }

    /// Returns the index of a rank in the list with inserted elements.
    func slot(ofRank rank: Int) -> Int { rank + insertedBefore(rank) }

    private func insertedBefore(_ rank: Int) -> Int {
        var (low, high) = (0, gaps.count)
        while low < high {
            let middle = (low + high) / 2
            if gaps[middle] <= rank { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The blocks to move, with the fewest elements.
    ///
    /// Inserted elements are in place already, so a block can stay only with its final number of them before it. Of
    /// those, the increasing run with the most elements stays and the others move.
    var moving: [Block] {
        var runs: [(weight: Int, previous: Int?)] = []
        var best: Int?
        for (position, block) in blocks.enumerated() {
            guard insertedBefore(block.before) == insertedBefore(block.after) else {
                runs.append((0, nil))
                continue
            }
            var run: (weight: Int, previous: Int?) = (block.count, nil)
            for earlier in 0..<position where blocks[earlier].after < block.after && runs[earlier].weight > 0 {
                let weight = runs[earlier].weight + block.count
                if weight > run.weight { run = (weight, earlier) }
            }
            runs.append(run)
            if run.weight > (best.map { runs[$0].weight } ?? 0) { best = position }
        }
        var stays = Set<Int>()
        while let position = best {
            stays.insert(position)
            best = runs[position].previous
        }
        return blocks.indices.filter { !stays.contains($0) }.map { blocks[$0] }
    }
}
