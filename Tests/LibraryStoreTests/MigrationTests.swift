import FoundationEssentials
import LibraryModel
import SQLiteDatabase
import Testing

@testable import LibraryStore

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
        let older = try Connection(path: directory.path("library.sqlite"), role: .writer, cacheKibibytes: 1_024)
        try Migration.run(on: older, newIdentifier: { .random() }, migrations: Array(Schema.migrations[..<6]))
        try older.executeScript(
            """
            INSERT INTO app (identity, claimed_name, read_write, add_only, visibility_epoch, last_used, picked_count,
                last_picked)
            VALUES ('exe:/a', '', 0, 2, 1, 1, 0, NULL), ('exe:/b', '', 0, 0, 1, 1, 2, 1), ('exe:/c', '', 0, 0, 1, 1, 0, NULL)
            """
        )
        let second = try TestLibrary(directory: directory)
        #expect(try second.store.apps().map(\.request) == [.answered, .never, .unanswered])
        #expect(try second.store.apps().map(\.onlyUsedPicker) == [false, true, false])
    }

    @Test func `tokens that counted what a limited app does not see expire, others and answers stay good`() throws {
        let directory = ScratchDirectory()
        let older = try Connection(path: directory.path("library.sqlite"), role: .writer, cacheKibibytes: 1_024)
        let version = try #require(Schema.migrations.firstIndex(of: Schema.seenTransactions))
        try Migration.run(on: older, newIdentifier: { .random() }, migrations: Array(Schema.migrations[..<version]))
        try older.executeScript(
            """
            INSERT INTO app (row, identity, claimed_name, read_write, add_only, visibility_epoch, last_used)
            VALUES (1, 'exe:/app', 'App', 3, 3, 7, 9), (2, 'exe:/limited', 'Limited', 4, 0, 7, 9);
            INSERT INTO idempotency (app, key, sequence, time)
            VALUES (1, x'00000000000000020000000000000001', 0, 1800000000000000)
            """
        )
        let library = try TestLibrary(directory: directory)
        #expect(try library.view("exe:/app").currentToken().visibilityEpoch == 7)
        #expect(try library.view("exe:/limited").currentToken().visibilityEpoch == 8)
        let key = ObjectID(high: 2, low: 1)
        let answered = ChangeBlock(idempotencyKey: key, operations: [.deleteAssets([.random()])])
        #expect(try library.view("exe:/app").perform(answered) == library.view("exe:/app").currentToken())
    }

    @Test(arguments: 1..<Schema.migrations.count)
    func `a library of an earlier version becomes what a new one is, and loses nothing`(version: Int) throws {
        let directory = ScratchDirectory()
        let path = directory.path("library.sqlite")
        let older = try Connection(path: path, role: .writer, cacheKibibytes: 1_024)
        try Migration.run(on: older, newIdentifier: { .random() }, migrations: Array(Schema.migrations[..<version]))
        try older.executeScript(
            """
            INSERT INTO asset (row, id, shelf, traits, is_favorite, media_kind, media_subtypes, pixel_width,
                pixel_height, duration, modification_date, added_date, rating, camera_make, camera_model)
            VALUES (1, x'00000000000000010000000000000001', 0, 0, 1, 1, 0, 9, 9, 0, 77, 5, 3, 'NIKON', 'Z 8'),
                (2, x'00000000000000010000000000000002', 0, 0, 0, 1, 0, 9, 9, 0, 88, 5, 0, NULL, NULL);
            INSERT INTO resource (asset, kind, filename, content_type, size, digest, path, pixel_width, pixel_height)
            VALUES (1, 1, 'DSC_1.JPG', 'image/jpeg', 1, x'00', 'a', 9, 9),
                (2, 1, 'IMG_2.JPG', 'image/jpeg', 1, x'01', 'b', 9, 9);
            INSERT INTO app (row, identity, claimed_name, read_write, add_only, visibility_epoch, last_used)
            VALUES (1, 'exe:/app', 'App', 3, 3, 7, 9);
            INSERT INTO selection (app, asset, since_sequence, until_sequence) VALUES (1, 1, 0, NULL), (1, 2, 0, 1)
            """
        )
        let library = try TestLibrary(directory: directory)
        let ids = [ObjectID(high: 1, low: 1), ObjectID(high: 1, low: 2)]
        #expect(try library.person.ids(.allAssets) == ids)
        let page = try library.person.assets(ids)
        #expect(page.modificationDate == [77, 88] && page.rating == [3, 0])
        #expect(try library.store.apps().map(\.app) == ["exe:/app"])
        #expect(try library.store.apps().map(\.selectedCount) == [1])
        for (text, found) in [("dsc_1", [ids[0]]), ("nikon z", [ids[0]]), ("jpg", ids)] {
            let program = PredicateProgram([
                .key("anyText"), .literal(.text(text)), .compare(.contains, [.caseInsensitive]),
            ])
            #expect(try library.person.ids(.allAssets) { $0.predicate = program } == found)
        }
        let new = try TestLibrary()
        #expect(try tables(of: path) == tables(of: new.directory.path("library.sqlite")))
    }

    /// Each table's columns and each index, as SQLite has them.
    private func tables(of path: String) throws -> [String] {
        let connection = try Connection(path: path, role: .reader, cacheKibibytes: 1_024)
        let statement = try connection.statement(
            """
            SELECT s.type || ' ' || s.name || ' ' || ifnull(group_concat(c.name || ':' || c.type || ':' || c."notnull"), '')
            FROM sqlite_schema s LEFT JOIN pragma_table_xinfo(s.name) c ON s.type = 'table'
            GROUP BY s.type, s.name ORDER BY s.type, s.name
            """
        )
        var tables: [String] = []
        while try statement.step() { tables.append(statement.text(0)) }
        return tables
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
