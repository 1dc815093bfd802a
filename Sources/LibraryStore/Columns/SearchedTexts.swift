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

    /// What is in memory of one state of the library.
    struct State: Sendable {
        /// Folded names of files.
        fileprivate let texts: RowTexts
        /// As they are: they are few.
        fileprivate let cameras: SharedTexts
        fileprivate var version: AssetVersion
        /// Rows that have changed since, of which SQL knows the texts.
        fileprivate var changed: Set<UInt32> = []
    }

    private let state = Mutex<State?>(nil)

    /// Reading the texts of so many anew costs as much as reading all.
    fileprivate static let maximumChanged = 4_096

    /// Takes the edits of a commit, in the order of commits.
    func committed(_ edits: [AssetEdits]) {
        let givenUp = state.withLock { state -> State? in
            for edits in edits {
                guard state?.take(edits) == false else { continue }
                defer { state = nil }
                return state
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
        let known = state.withLock { $0 }
        let state: State
        if let known, known.version == version {
            state = known
        } else {
            guard let read = try SearchedTexts.read(version, snapshot.connection) else { return nil }
            // An older one than is known is good for this search alone.
            self.state.withLock { known in
                if known.map({ $0.version.number < version.number }) ?? true { known = read }
            }
            state = read
        }
        let search = SubstringSearch(part)
        func isFound(in text: [UInt8]) throws -> Bool {
            var work = MatchingWork()
            return try search.isFound(in: TextFolding.folded(text.span, SearchedTexts.folding).span, &work)
        }
        var rows = try state.texts.rows(containing: part) { try snapshot.connection.checkInterruption() }
        rows.formUnion(try state.cameras.rows(where: isFound))
        guard !state.changed.isEmpty else { return rows }
        for row in state.changed { rows.remove(row) }
        let select = try snapshot.connection.statement(
            """
            SELECT filename FROM seen_resource WHERE asset = ?1 AND kind <= 3
            UNION ALL SELECT camera FROM every_asset WHERE row = ?1
            """
        )
        for row in state.changed {
            try select.bind(Int64(row), at: 1)
            while try select.step() {
                if try isFound(in: Array(select.text(0).utf8)) { rows.insert(row) }
            }
            select.reset()
        }
        return rows
    }

    /// Reads all texts of a snapshot. Nil when they do not fit.
    private static func read(_ version: AssetVersion, _ connection: Connection) throws -> State? {
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
        return fits ? State(texts: texts, cameras: cameras, version: version) : nil
    }
}

extension SearchedTexts.State {
    /// Returns false when it does not know what the edits mean for it.
    fileprivate mutating func take(_ edits: AssetEdits) -> Bool {
        // It was read after them.
        if edits.after.number <= version.number { return true }
        guard edits.before == version, let edited = edits.edits else { return false }
        for edit in edited { changed.insert(edit.row) }
        version = edits.after
        return changed.count <= SearchedTexts.maximumChanged
    }
}
