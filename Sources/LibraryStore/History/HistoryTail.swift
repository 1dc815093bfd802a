internal import LibraryModel
internal import Synchronization

/// The newest part of history in memory, as those read it who see everything: read from the database once, for all of
/// them. `Snapshot.history` decides who may be answered from it.
///
/// It cannot become wrong, because change rows are never altered: they are only added at the new end, and dropped from
/// the old end (`Retention`). It can be behind or ahead of a snapshot, which therefore says where its history ends.
final class HistoryTail: Sendable {
    /// The author of a transaction, as in the database: the row of an app, or nil for the person.
    typealias Origin = Int64?

    fileprivate struct Columns {
        /// Complete after `start`, up to and including `end`.
        var start: UInt64
        var end: UInt64
        var sequences: [UInt64] = []
        var times: [Int64] = []
        var origins: [Origin] = []
        /// Where the changes of each transaction end, counting also those that were dropped.
        var changeEnds: [Int] = []
        /// Changes that were dropped.
        var droppedCount = 0
        var objectKinds: [UInt8] = []
        var changeKinds: [UInt8] = []
        var fields: [UInt32] = []
        var objects: [ObjectID] = []
    }

    private let columns = Mutex<Columns?>(nil)
    private let maximumChanges: Int

    init(maximumChanges: Int) { self.maximumChanges = maximumChanges }

    /// How far it reaches, if it has what follows a sequence.
    func end(after sequence: UInt64) -> UInt64? {
        columns.withLock { columns in
            guard let columns, (columns.start...columns.end).contains(sequence) else { return nil }
            return columns.end
        }
    }

    /// Adds a page that was read after a sequence, with the origin of each transaction: at the new end, or, while there
    /// is room, before the old one. Drops the oldest changes when there are too many. Starts anew with a page that is
    /// newer than all there is; ignores one that is older, and one with transactions whose details are lost.
    func add(_ page: borrowing HistoryPage, _ origins: [Origin], after sequence: UInt64) {
        guard page.unavailable.isEmpty, page.upTo > sequence else { return }
        columns.withLock { columns in
            if let there = columns, sequence < there.start {
                columns = there.preceded(by: page, origins, after: sequence, upTo: maximumChanges)
                return
            }
            if columns.map({ $0.end < sequence }) ?? true { columns = Columns(start: sequence, end: sequence) }
            guard columns?.end == sequence else { return }
            columns?.append(page, origins)
            // A quarter more, so that memory is moved once in many pages.
            guard let count = columns?.objects.count, count > maximumChanges + maximumChanges / 4 else { return }
            columns?.drop(downTo: maximumChanges)
        }
    }

    /// A page as `Snapshot.history` makes it, with the origin of each transaction in place of authors. `newest`: where
    /// the reader's snapshot ends. Nil when what follows the token is not here.
    func page(
        since token: ChangeToken,
        newest: UInt64,
        maximumChanges: Int
    ) -> (page: HistoryPage, origins: [Origin])? {
        columns.withLock { columns -> (page: HistoryPage, origins: [Origin])? in
            guard let columns, columns.start <= token.sequence, token.sequence < columns.end || newest <= columns.end
            else { return nil }
            return columns.page(since: token, newest: newest, maximumChanges)
        }
    }
}

extension HistoryTail.Columns {
    fileprivate mutating func append(_ page: borrowing HistoryPage, _ origins: [HistoryTail.Origin]) {
        var position = changeEnds.last ?? droppedCount
        for count in page.changeCounts {
            position += Int(count)
            changeEnds.append(position)
        }
        sequences += page.sequences
        times += page.times
        self.origins += origins
        objectKinds += page.objectKinds
        changeKinds += page.changeKinds
        fields += page.fields
        objects += page.objects
        end = page.upTo
    }

    /// With an older page before it, without what both have. As it is when there is a gap between them, or not so much
    /// room.
    fileprivate func preceded(
        by page: borrowing HistoryPage,
        _ origins: [HistoryTail.Origin],
        after sequence: UInt64,
        upTo maximumChanges: Int
    ) -> HistoryTail.Columns {
        guard (start...end).contains(page.upTo), objects.count + page.objects.count <= maximumChanges
        else { return self }
        var result = HistoryTail.Columns(start: sequence, end: sequence)
        result.append(page, origins)
        let first = firstTransaction(after: page.upTo)
        let before = first == 0 ? droppedCount : changeEnds[first - 1]
        let shift = result.objects.count - before
        result.sequences += sequences[first...]
        result.times += times[first...]
        result.origins += self.origins[first...]
        result.changeEnds += changeEnds[first...].map { $0 + shift }
        let changes = (before - droppedCount)...
        result.objectKinds += objectKinds[changes]
        result.changeKinds += changeKinds[changes]
        result.fields += fields[changes]
        result.objects += objects[changes]
        result.end = end
        return result
    }

    /// Drops the oldest transactions until so many changes are left at most.
    fileprivate mutating func drop(downTo maximum: Int) {
        let surplus = objects.count - maximum
        guard surplus > 0 else { return }
        let count = changeEnds.prefix { $0 - droppedCount < surplus }.count + 1
        let changes = changeEnds[count - 1] - droppedCount
        start = sequences[count - 1]
        sequences.removeFirst(count)
        times.removeFirst(count)
        origins.removeFirst(count)
        changeEnds.removeFirst(count)
        objectKinds.removeFirst(changes)
        changeKinds.removeFirst(changes)
        fields.removeFirst(changes)
        objects.removeFirst(changes)
        droppedCount += changes
    }

    fileprivate func page(
        since token: ChangeToken,
        newest: UInt64,
        _ maximumChanges: Int
    ) -> (page: HistoryPage, origins: [HistoryTail.Origin]) {
        let first = firstTransaction(after: token.sequence)
        var next = first
        var page = HistoryPage(since: token)
        page.upTo = min(end, newest)
        let start = first == 0 ? droppedCount : changeEnds[first - 1]
        while next < sequences.count, sequences[next] <= newest {
            // One transaction alone may be larger than a page.
            if next > first, changeEnds[next] - start > maximumChanges {
                page.upTo = sequences[next] - 1
                break
            }
            next += 1
            if changeEnds[next - 1] - start >= maximumChanges {
                page.upTo = sequences[next - 1]
                break
            }
        }
        page.hasMore = page.upTo < newest
        guard next > first else { return (page, []) }
        let changes = start - droppedCount..<changeEnds[next - 1] - droppedCount
        page.sequences = Array(sequences[first..<next])
        page.times = Array(times[first..<next])
        var before = start
        page.changeCounts = changeEnds[first..<next].map { end in
            defer { before = end }
            return UInt32(end - before)
        }
        page.objectKinds = Array(objectKinds[changes])
        page.changeKinds = Array(changeKinds[changes])
        page.fields = Array(fields[changes])
        page.objects = Array(objects[changes])
        return (page, Array(origins[first..<next]))
    }

    private func firstTransaction(after sequence: UInt64) -> Int {
        var (low, high) = (0, sequences.count)
        while low < high {
            let middle = (low + high) / 2
            if sequences[middle] <= sequence { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
