internal import AssetColumns
internal import LibraryModel
internal import LinuxSystem
internal import SQLiteDatabase
internal import Synchronization

/// The columns of the assets in the server's memory: made in the background when the store is opened, and kept up to
/// date by the writer. Until they are there SQL answers.
final class AssetColumnCache: Sendable {
    private let generations = Monitor(AssetGenerations.loading([]))
    private let answers = Atomic(0)

    /// Assets that one snapshot loads: some 30 ms, during which the snapshot holds a reader.
    private static let loadedAtOnce: Int64 = 16_384

    /// The generation of a state; nil when SQL has to answer.
    func table(of version: AssetVersion) -> AssetTable? { generations.withLock { $0.table(of: version) } }

    /// Whether the columns are there, or will be.
    var isKept: Bool { generations.withLock { if case .none = $0 { false } else { true } } }

    /// Takes the edits of a commit. On the writer's thread, in the order of commits.
    func committed(_ edits: [AssetEdits]) {
        guard !edits.isEmpty, let succession = generations.update({ $0.committed(edits) }) else { return }
        let next = succession.generation()
        // Nothing else replaces a current generation. The old one is released outside of the lock.
        let old = generations.update { generations in
            defer { generations = next }
            return generations
        }
        withExtendedLifetime(old) {}
    }

    /// Loads all assets, piece by piece, so that no snapshot is held for long.
    func load(from readers: ReaderPool) {
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
                        guard let record = AssetRecord(select) else { throw TooNarrow() }
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
            generations.update { $0.loaded(table, from: versions.first, to: versions.last) }
        } catch {
            // The store was closed, the database is damaged, or the columns do not hold an asset: SQL answers.
            end()
        }
    }

    /// Leaves all answers to SQL.
    func end() { generations.update { $0.end() } }

    /// Thrown for an asset that does not fit the columns.
    private struct TooNarrow: Error {}

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
}
