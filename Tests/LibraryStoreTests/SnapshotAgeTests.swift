import Dispatch
import FoundationEssentials
import LibraryModel
import SQLiteDatabase
import Synchronization
import Testing

@testable import LibraryStore

/// Old snapshots and the log that grows behind them.
@Suite struct SnapshotAgeTests {
    /// Every statement counts towards the next look at whether to stop, also the one that begins: among so many
    /// readings some are stopped right behind it.
    @Test func `a reading that is stopped where it begins leaves its connection as it was`() throws {
        let directory = ScratchDirectory()
        let writer = try Connection(path: directory.path("db.sqlite"), role: .writer, cacheKibibytes: 100)
        try writer.execute("CREATE TABLE thing (value INTEGER)")
        let pool = try ReaderPool(path: directory.path("db.sqlite"), size: 1, cacheKibibytes: 100) { _ in }
        var stopped = 0
        for _ in 0..<20_000 {
            do { try pool.read(isTooOld: { true }) { _ in } } catch let error as SQLiteError where error.isInterrupted {
                stopped += 1
            }
        }
        #expect(stopped > 0)
        try pool.read { connection in _ = try connection.statement("SELECT value FROM thing").step() }
        pool.close()
    }

    @Test func `reading one snapshot ends when it is too old, and may be tried again`() throws {
        // Each look at the clock is eleven seconds after the one before, once the test says so.
        let now = Atomic<UInt64>(0)
        let step = Atomic<UInt64>(0)
        let library = try TestLibrary { configuration in
            configuration.monotonicClock = {
                now.wrappingAdd(step.load(ordering: .relaxed), ordering: .relaxed).newValue
            }
        }
        try library.person.add(count: 3_000)
        func read() throws -> Int {
            try library.person.count(
                FetchRequest(
                    .allAssets,
                    predicate: PredicateProgram([
                        .key("filename"), .literal(.text("X")), .compare(.contains, [.caseInsensitive]),
                    ])
                )
            )
        }
        #expect(try read() == 0)
        step.store(11_000_000_000, ordering: .relaxed)
        do {
            _ = try read()
            Issue.record("an old snapshot is read on")
        } catch let error as LibraryError {
            #expect(error.code == .limitExceeded && error.isRetryable)
        }
        // The person's check of the whole library takes as long as it takes.
        #expect(try library.store.integrityCheck() == [])
        step.store(0, ordering: .relaxed)
        #expect(try read() == 0)
    }

    // reader             | writer
    // begins             |
    //                    | writes ten times what the log may have
    // ends               |
    //                    | writes once: the log begins anew
    @Test func `the log grows behind a snapshot, and is short again when it is gone`() throws {
        let directory = ScratchDirectory()
        let maximumPages = 64
        let writer = try GroupCommitWriter<Int>(
            path: directory.path("db.sqlite"),
            cacheKibibytes: 1_024,
            maximumWaiting: 8,
            maximumLogPages: Int32(maximumPages),
            prepare: { try $0.executeScript("CREATE TABLE t (x INTEGER PRIMARY KEY, y BLOB)") },
            onCommit: { _ in }
        )
        func write() throws {
            try writer.perform { try $0.connection.execute("INSERT INTO t (y) VALUES (randomblob(200000))") }
        }
        func logSize() throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: directory.path("db.sqlite-wal"))
            return try #require(attributes[.size] as? Int)
        }
        let pool = try ReaderPool(path: directory.path("db.sqlite"), size: 1, cacheKibibytes: 100) { _ in }
        try pool.read { connection in
            #expect(try connection.statement("SELECT count(*) FROM t").step())
            for _ in 0..<13 { try write() }
            #expect(try logSize() > 10 * maximumPages * 4_096)
        }
        try write()
        // The writer tidies up after it has answered, and before it goes on; maybe before the last block already.
        try writer.perform { _ in }
        #expect(try logSize() <= 2 * maximumPages * 4_096)
        // Without anybody in the way it stays short.
        for _ in 0..<13 {
            try write()
            #expect(try logSize() <= 2 * maximumPages * 4_096)
        }
        pool.close()
        writer.close()
    }
}
