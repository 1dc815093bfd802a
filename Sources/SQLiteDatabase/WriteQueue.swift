package import Admission

/// How a block is queued among the others.
package enum BlockKind: Hashable, Sendable {
    /// A change, in its share's turn. A decision interrupts it, and so do the owner's changes a long one of an app; it
    /// then runs again from the beginning. A long one has a transaction of its own, so that it does not delay the
    /// replies to others.
    case change(Share, isLong: Bool = false)
    /// A decision of the person: written next.
    case decision
    /// The server's own, in a transaction of its own that nothing interrupts: for blocks with effects outside of the
    /// database, which no rollback undoes and which may rely only on what is durable.
    case exclusive

    fileprivate var hasOwnTransaction: Bool {
        switch self {
        case .change(_, let isLong): isLong
        case .decision: false
        case .exclusive: true
        }
    }
}

/// The queue of blocks to write. A value without lock or threads.
///
/// 1. Decisions come first, in order, and share transactions only with each other.
/// 2. Other blocks come in turn between shares, in order within a share. Exclusive blocks are the owner's.
/// 3. A block that needs a transaction of its own is a batch of its own.
/// 4. A block that is put back comes before later ones of the apps, but after the owner's; after it was put back often
///    enough, behind all other shares.
package struct WriteQueue<Block: Equatable> {
    private struct Waiting {
        var block: Block
        var kind: BlockKind
    }

    private var decisions: [Block] = []
    private var lines: [Share: [Waiting]] = [:]
    /// Shares with waiting blocks, in round-robin order.
    private var turns: [Share] = []
    package private(set) var count = 0

    package init() {}

    /// Whether a running change has to yield to a decision.
    package var hasDecision: Bool { !decisions.isEmpty }

    package var hasOwners: Bool { lines[.owner] != nil }

    package var all: [Block] { decisions + turns.flatMap { (lines[$0] ?? []).map(\.block) } }

    package mutating func append(_ block: Block, _ kind: BlockKind) {
        count += 1
        switch kind {
        case .decision: decisions.append(block)
        case .exclusive: append(Waiting(block: block, kind: kind), of: .owner)
        case .change(let share, _): append(Waiting(block: block, kind: kind), of: share)
        }
    }

    private mutating func append(_ waiting: Waiting, of share: Share) {
        if lines[share]?.isEmpty ?? true { turns.append(share) }
        lines[share, default: []].append(waiting)
    }

    /// Takes the blocks of the next transaction.
    package mutating func nextBatch(atMost maximum: Int) -> [(block: Block, kind: BlockKind)] {
        var batch: [(block: Block, kind: BlockKind)] = []
        if !decisions.isEmpty {
            batch = decisions.prefix(maximum).map { ($0, .decision) }
            decisions.removeFirst(batch.count)
        }
        let mayMix = batch.isEmpty
        while mayMix, batch.count < maximum, let share = turns.first, let next = lines[share]?.first {
            if next.kind.hasOwnTransaction, !batch.isEmpty { break }
            lines[share]?.removeFirst()
            turns.removeFirst()
            if lines[share]?.isEmpty ?? true { lines[share] = nil } else { turns.append(share) }
            batch.append((next.block, next.kind))
            if next.kind.hasOwnTransaction { break }
        }
        count -= batch.count
        assert(
            batch.count == 1 || batch.allSatisfy { $0.kind == .decision }
                || batch.allSatisfy { $0.kind != .decision && !$0.kind.hasOwnTransaction },
            "a transaction is of decisions, of changes that share it, or of one block"
        )
        return batch
    }

    /// Puts interrupted changes back, in their order. `behindOthers`: their shares lose their turns.
    package mutating func putBack(_ changes: [(block: Block, kind: BlockKind)], behindOthers: Bool = false) {
        for (block, kind) in changes.reversed() {
            guard case .change(let share, _) = kind else { preconditionFailure("only changes are interrupted") }
            count += 1
            lines[share, default: []].insert(Waiting(block: block, kind: kind), at: 0)
            turns.removeAll { $0 == share }
            turns.insert(share, at: behindOthers ? turns.count : 0)
        }
        if let owners = turns.firstIndex(of: .owner) { turns.insert(turns.remove(at: owners), at: 0) }
    }

    /// Returns false when the block is not in the queue.
    package mutating func remove(_ block: Block) -> Bool {
        if let place = decisions.firstIndex(of: block) {
            decisions.remove(at: place)
            count -= 1
            return true
        }
        for share in turns {
            guard let place = lines[share]?.firstIndex(where: { $0.block == block }) else { continue }
            lines[share]?.remove(at: place)
            if lines[share]?.isEmpty ?? true {
                lines[share] = nil
                turns.removeAll { $0 == share }
            }
            count -= 1
            return true
        }
        return false
    }

    /// Traps when the rules above are broken. For tests and debug builds.
    package func assertInvariants() {
        assert(Set(turns) == Set(lines.keys) && turns.count == lines.count, "a share with waiting blocks has one turn")
        assert(lines.values.allSatisfy { !$0.isEmpty }, "a share without waiting blocks")
        assert(count == decisions.count + lines.values.reduce(0) { $0 + $1.count })
    }
}
