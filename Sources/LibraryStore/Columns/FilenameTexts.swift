internal import AssetColumns
internal import LibraryModel
internal import SQLiteDatabase
internal import Synchronization
internal import TextMatching

/// The names of the assets' files in memory, folded as the person's searches fold texts: read with the first search,
/// and good until many assets have changed. Thread-safe.
///
/// An asset's files change only together with its row, so a name is that of the asset's version.
final class FilenameTexts: Sendable {
    /// The folding of the searches that are answered from memory.
    static let folding: PredicateComparisonOptions = [.caseInsensitive, .diacriticInsensitive]

    /// What is in memory of one state of the library.
    struct State: Sendable {
        fileprivate let texts: RowTexts
        fileprivate var version: AssetVersion
        /// Rows that have changed since, of which SQL knows the names.
        fileprivate var changed: Set<UInt32> = []
    }

    private let state = Mutex<State?>(nil)

    /// Reading the names of so many anew costs as much as reading all.
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

    /// The rows of the files whose folded name contains a folded part, which is not empty. Nil when only SQL knows.
    func rows(containing part: [UInt8], _ snapshot: Snapshot) throws -> RowSet? {
        let version = try AssetVersion(snapshot)
        let known = state.withLock { $0 }
        let state: State
        if let known, known.version == version {
            state = known
        } else {
            guard let read = try FilenameTexts.read(version, snapshot.connection) else { return nil }
            // An older one than is known is good for this search alone.
            self.state.withLock { known in
                if known.map({ $0.version.number < version.number }) ?? true { known = read }
            }
            state = read
        }
        var rows = try state.texts.rows(containing: part) { try snapshot.connection.checkInterruption() }
        guard !state.changed.isEmpty else { return rows }
        for row in state.changed { rows.remove(row) }
        let search = SubstringSearch(part)
        let select = try snapshot.connection.statement(
            "SELECT filename FROM seen_resource WHERE asset = ? AND kind <= 3"
        )
        for row in state.changed {
            try select.bind(Int64(row), at: 1)
            while try select.step() {
                let name = TextFolding.folded(select.text(0), FilenameTexts.folding)
                var work = MatchingWork()
                if try search.isFound(in: name.span, &work) { rows.insert(row) }
            }
            select.reset()
        }
        return rows
    }

    /// Reads all names of a snapshot. Nil when they do not fit.
    private static func read(_ version: AssetVersion, _ connection: Connection) throws -> State? {
        var texts = RowTexts()
        var fits = true
        let select = try connection.statement(
            "SELECT 1 FROM seen_resource o WHERE o.kind <= 3 AND each_row(o.asset, o.filename)"
        )
        try connection.forEachRow(of: select) { columns in
            let row = UInt32(exactly: columns.integer(0))
            let isAdded = columns.withText(1) { name in
                row.map { texts.append(TextFolding.folded(name, folding), of: $0) } ?? false
            }
            if isAdded != true { fits = false }
        }
        return fits ? State(texts: texts, version: version) : nil
    }
}

extension FilenameTexts.State {
    /// Returns false when it does not know what the edits mean for it.
    fileprivate mutating func take(_ edits: AssetEdits) -> Bool {
        // It was read after them.
        if edits.after.number <= version.number { return true }
        guard edits.before == version, let edited = edits.edits else { return false }
        for edit in edited { changed.insert(edit.row) }
        version = edits.after
        return changed.count <= FilenameTexts.maximumChanged
    }
}
