package import CloudSync
internal import LibraryModel
package import LinuxSystem
internal import SQLiteDatabase

/// A device's records and state in a file.
///
/// Everything since the last `save` is in one open transaction, so that a program that ends anywhere goes on with what
/// was saved, and memory does not grow with what was not. One owner: the thread that runs the engine.
///
/// Functions of `RecordStore` cannot throw. After a failure they read nothing and write nothing, `failure` says why,
/// and `save` refuses: whoever runs the engine looks at it before doing anything that the engine wants.
package final class SyncDatabase {
    let connection: Connection
    /// The first failure.
    package private(set) var failure: SyncDatabaseError?
    package private(set) var outboxCount = 0
    /// The registry is asked for with each change of a file.
    private var registry: Record?
    /// The record that was read or written last: the engine reads one more than once before it replaces it.
    private var latest: (id: ObjectID, record: Record?)?
    private var isWriting = false
    var additions = Additions()
    let maximumAdditions: Int
    /// How many files each list has. Counts one twice that was added twice and is not inserted yet.
    var counts: [BlobList: Int] = [:]

    /// Kibibytes of pages in memory.
    private static let cacheSize = 16 * 1024
    /// Pages of the write-ahead log after which they are copied into the file: 64 MiB, so that a page that changes in
    /// each of several transactions is copied once.
    private static let checkpointInterval: Int32 = 16_384
    private static let version: Int64 = 2
    /// Files that are read at once.
    private static let pageLength = 1_024

    /// Opens a file, or creates it. Throws `.damaged` for one that cannot be used: it is made anew from the bucket,
    /// once it is removed.
    package init(
        _ path: FilePath,
        maximumAdditions: Int = SyncDatabase.maximumAdditions
    ) throws(SyncDatabaseError) {
        self.maximumAdditions = maximumAdditions
        guard let text = path.exactText else { throw .unusable("its path is not UTF-8") }
        do throws(SystemCallError) {
            _ = try OwnedDescriptor(opening: path, [.readWrite, .create], mode: 0o600)
        } catch { throw .unusable(error.reason) }
        do throws(SQLiteError) {
            connection = try Connection(path: text, role: .writer, cacheKibibytes: SyncDatabase.cacheSize)
        } catch { throw SyncDatabaseError(error) }
        do throws(SQLiteError) {
            // The sandbox has no folder for temporary files.
            try connection.execute("PRAGMA temp_store = MEMORY")
            let version = try number("PRAGMA user_version")
            if version > SyncDatabase.version { throw .newer }
            if version < SyncDatabase.version { try migrate(from: version) }
            let check = try connection.statement("PRAGMA quick_check(1)")
            guard try check.step(), check.text(0) == "ok" else { throw .damaged }
        } catch {
            throw error == .newer ? .newerVersion : SyncDatabaseError(error)
        }
        do throws(SQLiteError) {
            outboxCount = Int(try number("SELECT count(*) FROM outbox"))
            try readAdditions()
        } catch { throw SyncDatabaseError(error) }
    }

    private func migrate(from version: Int64) throws(SQLiteError) {
        try connection.execute("BEGIN IMMEDIATE")
        if version == 0 { try create() }
        try createAdditions()
        try connection.executeScript("PRAGMA user_version = 2; COMMIT")
    }

    private func create() throws(SQLiteError) {
        try connection.executeScript(
            """
            CREATE TABLE state (number INTEGER PRIMARY KEY CHECK (number = 1), content BLOB NOT NULL);
            CREATE TABLE record (id BLOB PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID;
            CREATE TABLE reference (blob BLOB, record BLOB, PRIMARY KEY (blob, record)) WITHOUT ROWID;
            CREATE TABLE outbox (id BLOB PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID;
            CREATE TABLE listed (list INTEGER, blob BLOB, PRIMARY KEY (list, blob)) WITHOUT ROWID;
            """
        )
    }

    func number(_ sql: StaticString) throws(SQLiteError) -> Int64 {
        let statement = try connection.statement(sql)
        return try statement.step() ? statement.integer(0) : 0
    }

    // MARK: The state

    /// The state as it was saved last, over these records; nil for a new file.
    package func savedState() throws(SyncDatabaseError) -> SyncState<StoredRecords>? {
        do throws(SQLiteError) {
            let statement = try connection.statement("SELECT content FROM state")
            guard try statement.step() else { return nil }
            do throws(SyncFailure) {
                return try SyncState(bytes: statement.blob(0), records: StoredRecords(database: self))
            } catch { throw error == .newerVersion ? .newer : .damaged }
        } catch { throw error == .newer ? .newerVersion : SyncDatabaseError(error) }
    }

    /// Makes all that was written since the last time durable, with the state.
    package func save(_ state: SyncState<StoredRecords>) throws(SyncDatabaseError) {
        let bytes = state.bytes
        write { () throws(SQLiteError) in
            let statement = try connection.statement("INSERT OR REPLACE INTO state VALUES (1, ?)")
            try statement.bind(bytes, at: 1)
            try statement.run()
        }
        perform { () throws(SQLiteError) in
            try connection.execute("COMMIT")
            isWriting = false
            if connection.uncopiedPageCount > SyncDatabase.checkpointInterval { try connection.checkpoint() }
        }
        if let failure { throw failure }
    }

    // MARK: Failing

    /// Runs `body` unless something failed before.
    private func perform(_ body: () throws(SQLiteError) -> Void) {
        guard failure == nil else { return }
        do throws(SQLiteError) { try body() } catch { failure = SyncDatabaseError(error) }
    }

    /// The same, within the transaction that `save` ends.
    func write(_ body: () throws(SQLiteError) -> Void) {
        perform { () throws(SQLiteError) in
            if !isWriting {
                try connection.execute("BEGIN IMMEDIATE")
                isWriting = true
            }
            try body()
        }
    }

    private func decode(_ bytes: [UInt8]) throws(SQLiteError) -> Record {
        do throws(SyncFailure) { return try Record(bytes: bytes) } catch { throw .damaged }
    }
}

// MARK: - Records

extension SyncDatabase {
    func record(_ id: ObjectID) -> Record? {
        if id == BucketRegistry.id, let registry { return registry }
        if let latest, latest.id == id { return latest.record }
        var record: Record?
        // Without a transaction each of these would lock the file.
        write { () throws(SQLiteError) in
            let statement = try connection.statement("SELECT content FROM record WHERE id = ?")
            try statement.bind(high: id.high, low: id.low, at: 1)
            if try statement.step() { record = try decode(statement.blob(0)) }
        }
        if id == BucketRegistry.id { registry = record }
        latest = (id, record)
        return record
    }

    func replace(_ id: ObjectID, with record: Record) {
        let former = self.record(id)?.blobs ?? []
        let blobs = record.blobs
        let lost = former.subtracting(blobs)
        if !lost.isEmpty { prepareLookUp() }
        write { () throws(SQLiteError) in
            let statement = try connection.statement("INSERT OR REPLACE INTO record VALUES (?, ?)")
            try statement.bind(high: id.high, low: id.low, at: 1)
            try statement.bind(record.bytes, at: 2)
            try statement.run()
            for blob in lost { try remove(blob, of: id) }
            for blob in blobs where !former.contains(blob) { try add(blob, of: id) }
        }
        if id == BucketRegistry.id { registry = record }
        latest = (id, record)
    }

    private func remove(_ blob: BlobID, of id: ObjectID) throws(SQLiteError) {
        let statement = try connection.statement("DELETE FROM reference WHERE blob = ? AND record = ?")
        try statement.bind(blob.bytes, at: 1)
        try statement.bind(high: id.high, low: id.low, at: 2)
        try statement.run()
    }

    func references(to blob: BlobID) -> Int {
        var count = 0
        prepareLookUp()
        perform { () throws(SQLiteError) in
            let statement = try connection.statement("SELECT count(*) FROM reference WHERE blob = ?")
            try statement.bind(blob.bytes, at: 1)
            if try statement.step() { count = Int(statement.integer(0)) }
        }
        return count
    }

    func page(after id: ObjectID?, limit: Int) -> [(id: ObjectID, record: Record)] {
        page("SELECT id, content FROM record WHERE id > ? ORDER BY id LIMIT ?", after: id, limit: limit)
    }

    /// Identifiers are compared as their bytes are, by memcmp.
    private func page(_ sql: StaticString, after id: ObjectID?, limit: Int) -> [(id: ObjectID, record: Record)] {
        var page: [(id: ObjectID, record: Record)] = []
        perform { () throws(SQLiteError) in
            let statement = try connection.statement(sql)
            try statement.bind(id?.bytes ?? [], at: 1)
            try statement.bind(Int64(limit), at: 2)
            while try statement.step() {
                guard let (high, low) = statement.words(0) else { throw .damaged }
                page.append((ObjectID(high: high, low: low), try decode(statement.blob(1))))
            }
        }
        return page
    }

    // MARK: The outbox

    func unsent(_ id: ObjectID) -> Record? {
        var part: Record?
        perform { () throws(SQLiteError) in
            let statement = try connection.statement("SELECT content FROM outbox WHERE id = ?")
            try statement.bind(high: id.high, low: id.low, at: 1)
            if try statement.step() { part = try decode(statement.blob(0)) }
        }
        return part
    }

    func replaceUnsent(_ id: ObjectID, with part: Record?) {
        write { () throws(SQLiteError) in
            let deletion = try connection.statement("DELETE FROM outbox WHERE id = ?")
            try deletion.bind(high: id.high, low: id.low, at: 1)
            try deletion.run()
            outboxCount -= connection.changedRowCount
            guard let part else { return }
            let insertion = try connection.statement("INSERT INTO outbox VALUES (?, ?)")
            try insertion.bind(high: id.high, low: id.low, at: 1)
            try insertion.bind(part.bytes, at: 2)
            try insertion.run()
            outboxCount += 1
        }
    }

    func unsentPage(after id: ObjectID?, limit: Int) -> [(id: ObjectID, record: Record)] {
        page("SELECT id, content FROM outbox WHERE id > ? ORDER BY id LIMIT ?", after: id, limit: limit)
    }

    // MARK: Files

    func contains(_ blob: BlobID, in list: BlobList) -> Bool {
        var isThere = false
        prepareLookUp()
        perform { () throws(SQLiteError) in
            let statement = try connection.statement("SELECT 1 FROM listed WHERE list = ? AND blob = ?")
            try statement.bind(Int64(list.rawValue), at: 1)
            try statement.bind(blob.bytes, at: 2)
            isThere = try statement.step()
        }
        return isThere
    }

    func insert(_ blob: BlobID, in list: BlobList) {
        write { () throws(SQLiteError) in try add(blob, to: list) }
    }

    func remove(_ blob: BlobID, from list: BlobList) {
        prepareLookUp()
        write { () throws(SQLiteError) in
            let statement = try connection.statement("DELETE FROM listed WHERE list = ? AND blob = ?")
            try statement.bind(Int64(list.rawValue), at: 1)
            try statement.bind(blob.bytes, at: 2)
            try statement.run()
            counts[list, default: 0] -= connection.changedRowCount
        }
    }

    func blobs(in list: BlobList, after blob: BlobID?, limit: Int) -> [BlobID] {
        page("SELECT blob FROM listed WHERE list = ?3 AND blob > ?1 ORDER BY blob LIMIT ?2", list, blob, limit)
    }

    /// All files that wait to be sent.
    var filesToSend: [BlobID] {
        var all: [BlobID] = []
        while true {
            let page = blobs(in: .toUpload, after: all.last, limit: SyncDatabase.pageLength)
            if page.isEmpty { return all }
            all += page
        }
    }

    /// The blobs with a file's content that a record names.
    package func referencedBlobs(with content: ContentDigest) -> [BlobID] {
        var blobs: [BlobID] = []
        prepareLookUp()
        perform { () throws(SQLiteError) in
            let statement = try connection.statement(
                "SELECT DISTINCT blob FROM reference WHERE blob >= ?1 AND blob <= ?2 ORDER BY blob"
            )
            try statement.bind(BlobID(content: content, generation: .min).bytes, at: 1)
            try statement.bind(BlobID(content: content, generation: .max).bytes, at: 2)
            while try statement.step() {
                guard let blob = BlobID(bytes: statement.blob(0)) else { throw .damaged }
                blobs.append(blob)
            }
        }
        return blobs
    }

    /// Blobs that a record names, after one.
    package func referencedBlobs(after blob: BlobID?, limit: Int) -> [BlobID] {
        page("SELECT DISTINCT blob FROM reference WHERE blob > ?1 ORDER BY blob LIMIT ?2", nil, blob, limit)
    }

    private func page(_ sql: StaticString, _ list: BlobList?, _ blob: BlobID?, _ limit: Int) -> [BlobID] {
        var blobs: [BlobID] = []
        prepareLookUp()
        perform { () throws(SQLiteError) in
            let statement = try connection.statement(sql)
            try statement.bind(blob?.bytes ?? [], at: 1)
            try statement.bind(Int64(limit), at: 2)
            if let list { try statement.bind(Int64(list.rawValue), at: 3) }
            while try statement.step() {
                guard let blob = BlobID(bytes: statement.blob(0)) else { throw .damaged }
                blobs.append(blob)
            }
        }
        return blobs
    }

    /// How many files a list has.
    package func count(of list: BlobList) -> Int { max(counts[list] ?? 0, 0) }
}

extension SQLiteError {
    /// What is in the file is not what this program wrote.
    static let damaged = SQLiteError(code: 11, message: "content of the wrong form")
    fileprivate static let newer = SQLiteError(code: -1, message: "written by a later version")
}
