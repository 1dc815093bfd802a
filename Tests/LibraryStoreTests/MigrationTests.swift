import FoundationEssentials
import LibraryModel
import LibraryStore
import SQLiteDatabase
import Testing

@Suite struct MigrationTests {
    @Test func `a library keeps its identity, its objects and its history over a restart`() throws {
        let directory = ScratchDirectory()
        let first = try TestLibrary(directory: directory)
        let ids = try first.person.add(count: 2)
        let token = try first.person.currentToken()
        let library = first.store.libraryID
        first.store.close()
        let second = try TestLibrary(directory: directory)
        #expect(second.store.libraryID == library)
        #expect(try second.person.ids(.allAssets) == ids)
        #expect(try second.person.currentToken() == token)
        let more = try second.person.addOne()
        #expect(try second.person.log(since: token).what == [inserted(more)])
    }

    @Test func `apps of an older library have asked, been answered or only picked, as far as that is known`() throws {
        let directory = ScratchDirectory()
        let first = try TestLibrary(directory: directory)
        for app in ["exe:/a", "exe:/b", "exe:/c"] { try first.store.noteSeen(app, claimedName: "") }
        try first.store.setStatus(of: "exe:/a", for: .addOnly, to: .denied)
        try first.store.notePicked(2, for: "exe:/b", claimedName: "")
        first.store.close()
        try first.tamper("ALTER TABLE app DROP COLUMN access_request; PRAGMA user_version = 6")
        let second = try TestLibrary(directory: directory)
        #expect(try second.store.apps().map(\.request) == [.answered, .never, .unanswered])
        #expect(try second.store.apps().map(\.onlyUsedPicker) == [false, true, false])
    }

    @Test func `refuses a library of a newer version, and says which`() throws {
        let directory = ScratchDirectory()
        try withExtendedLifetime(TestLibrary(directory: directory)) { library in
            library.store.close()
            try library.tamper("PRAGMA user_version = 99")
        }
        let error = #expect(throws: LibraryError.self) { try TestLibrary(directory: directory) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.details["version"] == "99")
    }

    @Test func `refuses a database that is no library, and one that is no database`() throws {
        let directory = ScratchDirectory()
        let other = try Connection(path: directory.path("library.sqlite"), role: .writer, cacheKibibytes: 100)
        try other.executeScript("CREATE TABLE guests (name TEXT); PRAGMA user_version = 1")
        #expect(errorCode { try TestLibrary(directory: directory) } == .invalidRequest)
        let text = ScratchDirectory()
        try String(repeating: "not a database ", count: 100).write(
            toFile: text.path("library.sqlite"),
            atomically: true,
            encoding: .utf8
        )
        #expect(errorCode { try TestLibrary(directory: text) } == .internal)
    }

    @Test func `a closed library refuses politely`() throws {
        let library = try TestLibrary()
        let person = library.person
        library.store.close()
        library.store.close()
        #expect(errorCode { try person.currentToken() } == .unavailable)
        #expect(errorCode { try person.makeAlbum() } == .unavailable)
    }
}
