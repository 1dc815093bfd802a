package import Admission

/// What a block is beside the others that wait to be written.
package enum BlockKind: Hashable, Sendable {
    /// A change, which has its turn among the shares. It may be interrupted, and runs again from its beginning then:
    /// for a decision, and a long one of an app's for the owner's changes. A long one has a transaction of its own, so
    /// that nobody who wrote before it is answered after it.
    case change(Share, isLong: Bool = false)
    /// What the person decides: it is written next.
    case decision
    /// The server's own, in a transaction of its own, so that it sees nothing but what is on disk already. That is for
    /// a block that acts on something outside of the database, which no rollback takes back; nothing interrupts it.
    case exclusive

    fileprivate var hasOwnTransaction: Bool {
        switch self {
        case .change(_, let isLong): isLong
        case .decision: false
        case .exclusive: true
        }
    }
}

/// The blocks that wait to be written, and whose turn it is. A value without a lock or a thread.
///
/// 1. Decisions come first, in order, and share a transaction with each other only.
/// 2. Everything else comes in turn between shares, and in order within a share. Exclusive blocks are the owner's.
/// 3. What wants a transaction of its own is a batch of its own.
/// 4. What is put back comes before all that came after it, but behind what is the owner's; what was put back often
///    enough, behind what waits of all others.
package struct WriteQueue<Block: Equatable> {
    private struct Waiting {
        var block: Block
        var kind: BlockKind
    }

    private var decisions: [Block] = []
    private var lines: [Share: [Waiting]] = [:]
    /// Shares that have something waiting, in the order of their turns.
    private var turns: [Share] = []
    package private(set) var count = 0

    package init() {}

    /// Whether a change that runs is in a decision's way.
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
        return batch
    }

    /// Takes changes back that were not written, in the order in which they were to be. `behindOthers`: their shares
    /// lose their turns.
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

    /// False when the block does not wait.
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
        assert(Set(turns) == Set(lines.keys) && turns.count == lines.count, "who waits has one turn")
        assert(lines.values.allSatisfy { !$0.isEmpty }, "shares with nothing waiting are forgotten")
        assert(count == decisions.count + lines.values.reduce(0) { $0 + $1.count })
    }
}
