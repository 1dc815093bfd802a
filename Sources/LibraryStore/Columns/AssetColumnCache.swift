internal import AssetColumns
internal import LibraryModel
internal import LinuxSystem
internal import SQLiteDatabase
internal import Synchronization

/// The columns of the assets in the server's memory: made in the background when the store is opened, and kept up to
/// date by the writer. Until they are there SQL answers, and so it does when they cannot be had: then `onFailure` says
/// why, and `loadAgain` tries once more.
final class AssetColumnCache: Sendable {
    private let generations = Monitor(AssetGenerations.loading([]))
    private let onFailure: @Sendable (ColumnFailure) -> Void
    /// Which of the assets apps with limited access see.
    let selections = SelectedRows()
    let plans = QueryPlans()
    let searchedTexts = SearchedTexts()
    private let answers = Atomic(0)
    private let candidates = Atomic(0)

    /// Assets that one snapshot loads: some 30 ms, during which the snapshot holds a reader.
    private static let loadedAtOnce: Int64 = 16_384
    /// Bytes. SQLite's parser and the functions called from it need little stack.
    private static let threadStackSize = 1 << 20

    init(onFailure: @escaping @Sendable (ColumnFailure) -> Void) { self.onFailure = onFailure }

    /// The generation of a state; nil when SQL has to answer.
    func table(of version: AssetVersion) -> AssetTable? { generations.withLock { $0.table(of: version) } }

    /// Whether the columns are there, or will be.
    var isKept: Bool { failure == nil }

    /// Why there are no columns, nor will be.
    var failure: ColumnFailure? { generations.withLock { $0.failure } }

    /// Takes the edits of a commit. On the writer's thread, in the order of commits.
    func committed(_ edits: [AssetEdits]) {
        guard !edits.isEmpty else { return }
        searchedTexts.committed(edits)
        guard let succession = changing({ $0.committed(edits) }) else { return }
        let next = succession.generation()
        // Nothing else replaces a current generation. The old one is released outside of the lock.
        let old = changing { generations in
            defer { generations = next }
            return generations
        }
        withExtendedLifetime(old) {}
    }

    /// Loads all assets on a thread of its own, which ends when the readers are closed.
    func startLoading(from readers: ReaderPool) throws(SystemCallError) {
        _ = try SystemThread(name: "columns", stackSize: AssetColumnCache.threadStackSize) { self.load(from: readers) }
    }

    /// Starts loading again after a failure that may have passed.
    func loadAgain(from readers: ReaderPool) throws(SystemCallError) {
        if generations.update({ $0.beginAgain() }) { try startLoading(from: readers) }
    }

    /// Loads piece by piece, so that no snapshot is held for long.
    private func load(from readers: ReaderPool) {
        do {
            var builder = AssetTable.Builder()
            var versions: (first: AssetVersion, last: AssetVersion)?
            var row: Int64 = 0
            while true {
                let start = row
                let version = try readers.read { connection in
                    let select = try connection.statement(
                        assembled: "SELECT \(AssetRecord.selection) FROM asset WHERE row > ? ORDER BY row LIMIT ?"
                    )
                    try select.bind(start, at: 1)
                    try select.bind(AssetColumnCache.loadedAtOnce, at: 2)
                    while try select.step() {
                        guard let record = AssetRecord(select) else { throw ColumnFailure.tooNarrow }
                        builder.append(record)
                        row = Int64(record.row)
                    }
                    return try AssetVersion(connection)
                }
                versions = (versions?.first ?? version, version)
                if row == start { break }
            }
            guard let versions else { return }
            let table = builder.table()
            changing { $0.loaded(table, from: versions.first, to: versions.last) }
        } catch {
            changing { $0.fail(ColumnFailure(error)) }
        }
    }

    /// Changes the state, and reports a failure that begins with that.
    @discardableResult
    private func changing<Result>(_ body: (inout AssetGenerations) -> Result) -> Result {
        let (result, failure) = generations.update { generations in
            let before = generations.failure
            let result = body(&generations)
            return (result, before == nil ? generations.failure : nil)
        }
        if let failure, failure != .closed { onFailure(failure) }
        return result
    }

    /// Waits until the columns are there, and returns false if they will not be.
    func waitUntilLoaded() -> Bool {
        generations.wait { generations in
            switch generations {
            case .loading, .ahead: nil
            case .current: true
            case .none: false
            }
        } ?? false
    }

    /// How many requests the columns have answered.
    var answerCount: Int { answers.load(ordering: .relaxed) }

    func noteAnswer() { answers.add(1, ordering: .relaxed) }

    /// How many requests SQL has answered from candidates of the columns.
    var candidateCount: Int { candidates.load(ordering: .relaxed) }

    func noteCandidates() { candidates.add(1, ordering: .relaxed) }
}
