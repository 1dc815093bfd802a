import LibraryModel
import LibraryStore
import LibraryTestSupport
import LinuxSystem
import Photos
import SQLiteDatabase

/// The library that is measured: assets without files, each added by an import and some changed afterwards.
///
/// Making it takes longer than measuring it, so it is kept, with the text that it was made by beside it: it is made
/// again when the store's schema or this recipe is another.
struct LibraryRecipe {
    let assetCount: Int

    /// Changes of one transaction each, the last of all.
    static let latestTransactions = 10
    /// Transactions of ten changes each, before those.
    static let earlierTransactions = 1_000

    /// The last sequence of the history.
    var head: Int {
        let scratch = ScratchLibrary(assetCount: assetCount)
        let imports = (assetCount + scratch.assetsPerTransaction - 1) / scratch.assetsPerTransaction
        return imports + LibraryRecipe.earlierTransactions + LibraryRecipe.latestTransactions
    }

    /// What brings the content into an empty library's tables.
    private var script: String {
        """
        \(ScratchLibrary(assetCount: assetCount).script)
        BEGIN IMMEDIATE;
        \(updates(transactions: LibraryRecipe.earlierTransactions, changes: 10))
        \(updates(transactions: LibraryRecipe.latestTransactions, changes: 1))
        COMMIT;
        ANALYZE;
        """
    }

    /// Updates of assets all over the library.
    private func updates(transactions: Int, changes: Int) -> String {
        """
        WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(transactions * changes)),
            head (row, sequence) AS (SELECT max(row), max(sequence) FROM change)
        INSERT INTO change (row, sequence, object_kind, change_kind, fields, object, object_row, owner_fields)
        SELECT head.row + 1 + i, head.sequence + 1 + i / \(changes), 1, 2, 4, a.id, a.row, 0
        FROM head, n CROSS JOIN asset a ON a.row = 1 + i * 7919 % \(assetCount);
        INSERT INTO change_transaction (sequence, time, first_change, change_count)
        SELECT sequence, 1700000001000000, min(row), count(*) FROM change
        WHERE sequence > (SELECT max(sequence) FROM change_transaction) GROUP BY sequence;
        """
    }

    /// The database of such a library in `folder`, made if it is not there.
    func database(in folder: FilePath) throws -> FilePath {
        let database = folder.appending(FilePath("library-\(assetCount).sqlite"))
        let note = folder.appending(FilePath("library-\(assetCount).recipe"))
        let text = try script + "\n" + schema()
        if Files.exists(database), try Files.text(of: note) == text { return database }
        let unfinished = folder.appending("unfinished.sqlite")
        try make(unfinished)
        try Files.removeDatabase(database)
        try FileNames.rename(unfinished, to: database)
        try Files.removeDatabase(unfinished)
        try Files.write(text, to: note)
        return database
    }

    /// An empty library's tables, as this version of the store makes them.
    private func schema() throws -> String {
        let scratch = try ScratchFolder()
        let empty = scratch.file("empty.sqlite")
        try LibraryRecipe.makeEmpty(empty)
        let connection = try Connection(path: empty.text, role: .reader, cacheKibibytes: 1024)
        let statement = try connection.statement("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
        var lines: [String] = []
        while try statement.step() { lines.append(statement.text(0)) }
        return withExtendedLifetime(scratch) { lines.joined(separator: "\n") }
    }

    private func make(_ path: FilePath) throws {
        try LibraryRecipe.makeEmpty(path)
        // The script has transactions of its own.
        try LibraryRecipe.write("ROLLBACK; \(script) BEGIN; SAVEPOINT block;", to: path)
    }

    /// Puts a copy of such a library in place, with a history of today: a server would let go of what is too old.
    func copy(_ master: FilePath, to database: FilePath) throws {
        try Files.copyDatabase(master, to: database)
        try LibraryRecipe.write(
            "UPDATE change_transaction SET time = \(WallClock.microseconds())",
            to: database
        )
    }

    /// Runs statements on a database that nobody else has open.
    static func write(_ script: String, to path: FilePath) throws {
        let writer = try GroupCommitWriter<Never>(
            path: path.text,
            cacheKibibytes: 256 * 1024,
            maximumWaiting: 1,
            prepare: { _ in },
            onCommit: { _ in }
        )
        try writer.perform { context in try context.connection.executeScript(script) }
        writer.close()
    }

    static func makeEmpty(_ path: FilePath) throws {
        try Files.removeDatabase(path)
        let store = try LibraryStore(
            path: path.text,
            configuration: StoreConfiguration(clock: { WallClock.microseconds() }, tag: { _, _ in [] })
        )
        store.close()
    }

    /// The identifiers of assets all over the library, in no order of the database.
    static func identifiers(_ count: Int, of database: FilePath) throws -> [String] {
        let connection = try Connection(path: database.text, role: .reader, cacheKibibytes: 16 * 1024)
        let highest = try connection.statement("SELECT max(row) FROM asset")
        guard try highest.step() else { throw BenchmarkError("the library is empty") }
        let assets = highest.integer(0)
        let statement = try connection.statement("SELECT id FROM asset WHERE row = ?")
        return try (0..<Int64(count)).map { number in
            try statement.bind(1 + number * 611_953 % assets, at: 1)
            defer { statement.reset() }
            guard try statement.step(), let words = statement.words(0) else {
                throw BenchmarkError("the library has gaps")
            }
            return LocalIdentifier(.asset, ObjectID(high: words.high, low: words.low)).string
        }
    }
}
