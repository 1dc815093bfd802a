import Dispatch
import LibraryModel
import LibraryStore
import SQLiteDatabase
import Testing

/// Another program has locked the library's database: a shell of SQLite, or for an instant one of our own readers.
@Suite struct LockedDatabaseTests {
    private func lock(_ library: TestLibrary) throws -> Connection {
        let path = library.directory.path("library.sqlite")
        let other = try Connection(path: path, role: .writer, cacheKibibytes: 100)
        try other.execute("BEGIN IMMEDIATE")
        return other
    }

    @Test func `a change waits for a lock`() throws {
        let library = try TestLibrary()
        let (isLocked, isAsked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        onThreads(2) { number in
            if number == 0 {
                #expect(throws: Never.self) {
                    let other = try lock(library)
                    isLocked.signal()
                    isAsked.wait()
                    try other.execute("COMMIT")
                }
            } else {
                isLocked.wait()
                isAsked.signal()
                #expect(throws: Never.self) { _ = try library.person.add(count: 1) }
            }
        }
        #expect(try library.person.fetch(FetchRequest(.allAssets)).count == 1)
    }

    @Test func `a change that a lock prevents is refused as one that can be tried again`() throws {
        let library = try TestLibrary()
        let other = try lock(library)
        let error = #expect(throws: LibraryError.self) { _ = try library.person.add(count: 1) }
        #expect(error?.code == .unavailable && error?.isRetryable == true)
        #expect(error?.reason == "another program has locked the library's database")
        #expect(try library.person.fetch(FetchRequest(.allAssets)).count == 0)
        try other.execute("COMMIT")
        _ = try library.person.add(count: 1)
        #expect(try library.person.fetch(FetchRequest(.allAssets)).count == 1)
    }
}
