extension Array {
    /// Applies change details by PhotoKit's rules: removes, inserts elements of `after`, then makes all moves at once.
    package func applying(
        removed: some Collection<Int>,
        inserted: some Collection<Int>,
        moves: [(from: Int, to: Int)],
        knowing after: [Element]
    ) -> [Element] {
        var list = self
        for index in removed.sorted(by: >) { list.remove(at: index) }
        for index in inserted.sorted() { list.insert(after[index], at: index) }
        let moved = moves.map { list[$0.from] }
        for index in moves.map(\.from).sorted(by: >) { list.remove(at: index) }
        for (move, element) in zip(moves, moved) { list.insert(element, at: move.to) }
        return list
    }
}
