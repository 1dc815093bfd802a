internal import LibraryModel
internal import Synchronization

/// The newest part of history in memory: read from the database once, for all readers. `Snapshot.recentHistory` decides
/// who is answered from it.
///
/// It cannot become wrong, because change rows are never altered: they are only added at the new end, and dropped from
/// the old end (`Retention`). It can be behind or ahead of a snapshot, which therefore says where its history ends.
final class HistoryTail: Sendable {
    private let stretch = Mutex<HistoryStretch?>(nil)
    /// What is older than so many changes is not kept.
    let maximumChanges: Int

    init(maximumChanges: Int) { self.maximumChanges = maximumChanges }

    /// How far it reaches, if it has what follows a sequence.
    func end(after sequence: UInt64) -> UInt64? {
        stretch.withLock { stretch in
            guard let stretch, (stretch.start...stretch.end).contains(sequence) else { return nil }
            return stretch.end
        }
    }

    /// Adds what was read: at the new end, or, while there is room, before the old one. Drops the oldest changes when
    /// there are too many. Starts anew with what is newer than all there is, with a gap between.
    func add(_ other: HistoryStretch) {
        stretch.withLock { stretch in
            guard let there = stretch, there.end >= other.start else {
                stretch = other
                return
            }
            if other.start < there.start {
                guard other.changeCount + there.changeCount <= maximumChanges else { return }
                var longer = other
                longer.append(there)
                if longer.end == there.end { stretch = longer }
                return
            }
            stretch?.append(other)
            // A quarter more, so that memory is moved once in many pages.
            guard let count = stretch?.changeCount, count > maximumChanges + maximumChanges / 4 else { return }
            stretch?.drop(downTo: maximumChanges)
        }
    }

    /// A page as `Snapshot.history` makes it, with the origin of each transaction in place of authors, for a reader
    /// with full access. `newest`: where the reader's snapshot ends. Nil when what follows the token is not here.
    func page(
        since token: ChangeToken,
        newest: UInt64,
        _ sight: ChangeSight,
        maximumChanges: Int
    ) -> (page: HistoryPage, origins: [HistoryStretch.Origin])? {
        stretch.withLock { $0?.page(since: token, newest: newest, sight, maximumChanges) ?? nil }
    }

    /// The same for an app with limited access, of the transactions of which it sees something.
    func page(
        since token: ChangeToken,
        of seen: [SeenTransactions.Entry],
        newest: UInt64,
        _ sight: ChangeSight,
        maximumChanges: Int
    ) -> (page: HistoryPage, origins: [HistoryStretch.Origin])? {
        stretch.withLock { $0?.page(since: token, seen, newest: newest, sight, maximumChanges) ?? nil }
    }
}
