internal import AssetColumns
internal import LibraryModel
internal import SQLiteDatabase
internal import Synchronization

/// The rows that are selected for apps with limited access, in memory.
///
/// `limited_selection` decides which these are: they are read from it, and given to snapshots of the very version that
/// they were read from. Triggers raise `app.selection_version` with every change of what is selected, in the same
/// transaction, so a snapshot with another selection has another version.
final class SelectedRows: Sendable {
    fileprivate struct Entry {
        var version: Int64
        var rows: RowSet
        var lastUse: UInt64
    }

    fileprivate struct State {
        /// By the app's row, which no other app gets later.
        var entries: [Int64: Entry] = [:]
        var uses: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Apps whose rows are kept: at most some 1.3 MB each at 10,000,000 assets.
    static let maximumApps = 16

    /// The rows of an app's selection of a version: those in memory, or what `read` finds in the snapshot that said the
    /// version.
    func rows(of app: Int64, version: Int64, read: () throws -> RowSet) rethrows -> RowSet {
        if let rows = state.withLock({ $0.rows(of: app, version) }) { return rows }
        let rows = try read()
        // Released outside of the lock.
        let old = state.withLock { $0.keep(rows, of: app, version) }
        withExtendedLifetime(old) {}
        return rows
    }
}

extension SelectedRows.State {
    fileprivate mutating func rows(of app: Int64, _ version: Int64) -> RowSet? {
        guard let entry = entries[app], entry.version == version else { return nil }
        uses += 1
        entries[app]?.lastUse = uses
        return entry.rows
    }

    /// Returns what is no longer kept.
    fileprivate mutating func keep(_ rows: RowSet, of app: Int64, _ version: Int64) -> SelectedRows.Entry? {
        // Another reader's snapshot was newer.
        if let there = entries[app], there.version > version { return nil }
        uses += 1
        let old = entries.updateValue(SelectedRows.Entry(version: version, rows: rows, lastUse: uses), forKey: app)
        guard entries.count > SelectedRows.maximumApps,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        else { return old }
        return entries.removeValue(forKey: oldest.key)
    }
}

extension Snapshot {
    /// The rows that are selected for the reader, an app with limited access.
    func selectedRows(of app: Int64, _ selections: SelectedRows) throws -> RowSet {
        let state = try connection.statement("SELECT selection_version FROM own_app")
        guard try state.step() else { return RowSet() }
        return try selections.rows(of: app, version: state.integer(0)) {
            var rows = RowSet()
            let select = try connection.statement("SELECT asset FROM limited_selection")
            while try select.step() {
                // The columns have no other rows.
                if let row = UInt32(exactly: select.integer(0)) { rows.insert(row) }
            }
            return rows
        }
    }
}
