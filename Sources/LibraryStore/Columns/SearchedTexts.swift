internal import AssetColumns
internal import LibraryModel
internal import SQLiteDatabase
internal import Synchronization
internal import TextMatching

/// Texts that nearly every asset has, in memory for the person's searches: the names of its files and its camera. They
/// are read with the first search, and good until many assets have changed. Thread-safe.
///
/// They change only together with the asset's row, so they are those of the asset's version.
final class SearchedTexts: Sendable {
    /// The folding of the searches that are answered from memory.
    static let folding: PredicateComparisonOptions = [.caseInsensitive, .diacriticInsensitive]

    /// What is in memory.
    private struct State {
        /// Folded names of files.
        let texts: RowTexts
        /// As they are: they are few.
        let cameras: SharedTexts
        /// Of the rows that have changed since they were read, SQL knows the texts.
        var changes: ChangedRows
    }

    private struct Memory {
        var state: State?
        /// What changes while a search reads.
        var changesWhileReading: ChangedRows?
    }

    private let memory = Mutex(Memory())
    /// Held while all are read: a search that comes meanwhile waits for that.
    private let reading = Mutex(())

    /// Takes the edits of a commit, in the order of commits.
    func committed(_ edits: [AssetEdits]) {
        let givenUp = memory.withLock { memory -> State? in
            for edits in edits where memory.changesWhileReading?.take(edits) == false {
                memory.changesWhileReading = nil
            }
            for edits in edits where memory.state?.changes.take(edits) == false {
                defer { memory.state = nil }
                return memory.state
            }
            return nil
        }
        // Released outside of the lock.
        withExtendedLifetime(givenUp) {}
    }

    /// The rows of the assets with a text whose folded form contains a folded part, which is not empty. Nil when only
    /// SQL knows.
    func rows(containing part: [UInt8], _ snapshot: Snapshot) throws -> RowSet? {
        let version = try AssetVersion(snapshot)
        guard let state = try known(of: version) ?? reading.withLock({ _ in try read(version, snapshot.connection) })
        else { return nil }
        let search = SubstringSearch(part)
        func isFound(in text: [UInt8]) throws -> Bool {
            var work = MatchingWork()
            return try search.isFound(in: TextFolding.folded(text.span, SearchedTexts.folding).span, &work)
        }
        var rows = try state.texts.rows(containing: part) { try snapshot.connection.checkInterruption() }
        rows.formUnion(try state.cameras.rows(where: isFound))
        let changed = state.changes.rows
        guard !changed.isEmpty else { return rows }
        for row in changed { rows.remove(row) }
        let select = try snapshot.connection.statement(
            """
            SELECT filename FROM seen_resource WHERE asset = ?1 AND kind <= 3
            UNION ALL SELECT camera FROM every_asset WHERE row = ?1
            """
        )
        for row in changed {
            try select.bind(Int64(row), at: 1)
            while try select.step() {
                if try isFound(in: Array(select.text(0).utf8)) { rows.insert(row) }
            }
            select.reset()
        }
        return rows
    }

    private func known(of version: AssetVersion) -> State? {
        memory.withLock { $0.state.flatMap { $0.changes.covers(version) ? $0 : nil } }
    }

    /// Reads the texts of a version, unless another search has meanwhile. Nil when they do not fit.
    private func read(_ version: AssetVersion, _ connection: Connection) throws -> State? {
        if let known = known(of: version) { return known }
        memory.withLock { $0.changesWhileReading = ChangedRows(since: version) }
        defer { memory.withLock { $0.changesWhileReading = nil } }
        guard let read = try SearchedTexts.readAll(version, connection) else { return nil }
        memory.withLock { memory in
            // One that was read of an older version is good for this search alone.
            guard let changes = memory.changesWhileReading else { return }
            memory.state = read
            memory.state?.changes = changes
        }
        return read
    }

    /// Reads all texts of a snapshot. Nil when they do not fit.
    private static func readAll(_ version: AssetVersion, _ connection: Connection) throws -> State? {
        var texts = RowTexts()
        var fits = true
        let files = try connection.statement(
            "SELECT 1 FROM seen_resource o WHERE o.kind <= 3 AND each_row(o.asset, o.filename)"
        )
        try connection.forEachRow(of: files) { columns in
            let row = UInt32(exactly: columns.integer(0))
            let isAdded = columns.withText(1) { name in
                row.map { texts.append(TextFolding.folded(name, folding), of: $0) } ?? false
            }
            if isAdded != true { fits = false }
        }
        var cameras = SharedTexts()
        // By the index on cameras, where those of one camera come together.
        let assets = try connection.statement(
            "SELECT 1 FROM every_asset p WHERE p.camera > '' AND each_row(p.row, p.camera)"
        )
        try connection.forEachRow(of: assets) { columns in
            guard let row = UInt32(exactly: columns.integer(0)) else { return fits = false }
            columns.withText(1) { camera in
                if cameras.append(camera, of: row) { return }
                // More cameras than there are in the world are texts like any others.
                if !texts.append(TextFolding.folded(camera, folding), of: row) { fits = false }
            }
        }
        return fits ? State(texts: texts, cameras: cameras, changes: ChangedRows(since: version)) : nil
    }
}
