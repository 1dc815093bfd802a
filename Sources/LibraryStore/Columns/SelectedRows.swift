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
    struct Selection {
        var rows: RowSet
        /// The sequence with which it last changed.
        var changed: UInt64
    }

    fileprivate struct Entry {
        var version: Int64
        var selection: Selection
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

    /// An app's selection of a version: what is in memory, or what `read` finds in the snapshot that said the version;
    /// nil when it finds nothing.
    func selection(of app: Int64, version: Int64, read: () throws -> Selection?) rethrows -> Selection? {
        if let selection = state.withLock({ $0.selection(of: app, version) }) { return selection }
        guard let selection = try read() else { return nil }
        // Released outside of the lock.
        let old = state.withLock { $0.keep(selection, of: app, version) }
        withExtendedLifetime(old) {}
        return selection
    }
}

extension SelectedRows.State {
    fileprivate mutating func selection(of app: Int64, _ version: Int64) -> SelectedRows.Selection? {
        guard let entry = entries[app], entry.version == version else { return nil }
        uses += 1
        entries[app]?.lastUse = uses
        return entry.selection
    }

    /// Returns what is no longer kept.
    fileprivate mutating func keep(
        _ selection: SelectedRows.Selection,
        of app: Int64,
        _ version: Int64
    ) -> SelectedRows.Entry? {
        // Another reader's snapshot was newer.
        if let there = entries[app], there.version > version { return nil }
        uses += 1
        let entry = SelectedRows.Entry(version: version, selection: selection, lastUse: uses)
        let old = entries.updateValue(entry, forKey: app)
        guard entries.count > SelectedRows.maximumApps,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        else { return old }
        return entries.removeValue(forKey: oldest.key)
    }
}

extension Snapshot {
    /// The rows that are selected for the reader, an app with limited access.
    func selectedRows(of app: Int64, _ selections: SelectedRows) throws -> RowSet {
        try selection(of: app, selections)?.rows ?? RowSet()
    }

    /// What is selected for the reader, an app with limited access. Nil if it is not in memory and too much to read.
    func selection(
        of app: Int64,
        _ selections: SelectedRows,
        atMost maximum: Int = .max
    ) throws -> SelectedRows.Selection? {
        let state = try connection.statement("SELECT selection_version, selected_count FROM own_app")
        guard try state.step() else { return nil }
        let count = state.integer(1)
        return try selections.selection(of: app, version: state.integer(0)) {
            guard count <= maximum else { return nil }
            let rows = try RowSet(ofFirstColumn: try connection.statement("SELECT asset FROM limited_selection"))
            let change = try connection.statement("SELECT max(sequence) FROM limited_selection_change")
            let changed = try change.step() ? UInt64(bitPattern: change.integer(0)) : 0
            return SelectedRows.Selection(rows: rows, changed: changed)
        }
    }
}

extension RowSet {
    /// The rows that a statement selects.
    init(ofFirstColumn select: borrowing Statement) throws {
        self.init()
        while try select.step() {
            // The columns have no other rows.
            if !select.isNull(0), let row = UInt32(exactly: select.integer(0)) { insert(row) }
        }
    }
}
