import LibraryModel
import SQLiteDatabase
import Testing

@testable import LibraryStore

/// The views stand between every reader and the tables.
@Suite struct VisibilityTests {
    private let library: TestLibrary
    /// Everybody who reads: the person, and apps with every kind of access.
    private let views: [LibraryView]

    init() throws {
        library = try TestLibrary { $0.readerCount = 1 }
        try library.store.setStatus(of: "exe:/adder", for: .addOnly, to: .authorized)
        views = [
            library.person, try library.app("exe:/full", .authorized), try library.app("exe:/limited", .limited),
            library.view("exe:/adder"), library.view("exe:/nobody"),
        ]
    }

    /// SQLITE_AUTH: the authorizer refused a statement.
    private static let refused = "23"

    /// What SQLite answers a statement with that a view prepares; nil when it takes it.
    private func refusal(_ sql: String, _ view: LibraryView) -> String? {
        do throws(LibraryError) {
            try view.read(nil) { _ = try $0.connection.statement(assembled: sql).step() }
            return nil
        } catch {
            #expect(error.code == .internal, "\(sql)")
            return error.details["sqlite"]
        }
    }

    private func tables() throws -> [String] {
        try library.texts("SELECT name FROM sqlite_schema WHERE type = 'table'")
            + ["sqlite_schema", "sqlite_temp_schema", "main.asset"]
    }

    @Test func `no statement of a reader names a table, in whatever place`() throws {
        let tables = try tables()
        #expect(tables.contains("asset") && tables.contains("former_value") && tables.count > 20)
        for table in tables {
            for sql in [
                "SELECT * FROM \(table)", "SELECT count(*) FROM \(table)",
                "SELECT rowid IS NULL FROM \(table) AS seen_asset",
                "SELECT row FROM seen_asset a WHERE EXISTS (SELECT 1 FROM \(table))",
                "SELECT row, (SELECT count(*) FROM \(table)) FROM every_asset",
                "WITH listed AS (SELECT count(*) AS n FROM \(table)) SELECT n FROM listed",
                "SELECT a.row FROM seen_asset a CROSS JOIN \(table)", "SELECT 1 FROM (SELECT 1 FROM \(table))",
                "SELECT row FROM limited_asset UNION ALL SELECT 1 FROM \(table)",
            ] {
                for view in views {
                    // A table without row numbers has none to be asked for.
                    let answer = refusal(sql, view)
                    #expect(answer == VisibilityTests.refused || answer == "1" && sql.contains("rowid"), "\(sql)")
                }
            }
        }
    }

    @Test func `a table that is added later is refused until there is a view of it`() throws {
        try library.tamper("CREATE TABLE face (asset INTEGER, name TEXT)")
        for view in views { #expect(refusal("SELECT name FROM face", view) == VisibilityTests.refused) }
    }

    @Test func `a reader prepares nothing but questions`() {
        for sql in [
            "PRAGMA query_only", "ATTACH ':memory:' AS other", "CREATE TEMP VIEW seen_all AS SELECT * FROM asset",
            "DROP VIEW seen_asset", "BEGIN", "CREATE TEMP TABLE kept (id)", "DELETE FROM asset",
        ] {
            for view in views { #expect(refusal(sql, view) == VisibilityTests.refused, "\(sql)") }
        }
        // Prepared by a statement of its own, which is refused.
        for view in views { #expect(refusal("SELECT * FROM pragma_table_info('asset')", view) == "1") }
    }

    @Test func `a statement that the library prepared for itself is not handed to a view`() throws {
        func count(_ connection: Connection) throws -> Int64 {
            let literal = try connection.statement("SELECT count(*) FROM app")
            let text = try connection.statement(assembled: "SELECT count(*)  FROM app")
            #expect(try literal.step() && text.step() && literal.integer(0) == text.integer(0))
            return literal.integer(0)
        }
        // There is one connection, and it keeps both statements.
        for _ in 0..<2 {
            #expect(try library.store.read { try count($0) } == 3)
            for view in views { #expect(errorCode { try view.read(nil) { try count($0.connection) } } == .internal) }
        }
    }

    @Test func `views show nothing where it is not said to whom`() throws {
        let id = try library.person.addOne()
        try library.store.select([id], for: "exe:/limited")
        let names = Visibility.views.map(\.name)
        #expect(names.count > 25)
        let rows = try library.store.read { connection in
            try names.filter { try connection.statement(assembled: "SELECT * FROM \($0)").step() }
        }
        #expect(rows == [])
    }

    @Test func `who may not read sees no row of any view but its own answers`() throws {
        let library = library
        let adder = library.view("exe:/adder")
        let own = try adder.addOne()
        try library.store.select([own], for: "exe:/adder")
        for name in Visibility.views.map(\.name) where name != "own_app" && name != "own_answer" {
            let isEmpty = try adder.read(nil) {
                try !$0.connection.statement(assembled: "SELECT * FROM \(name)").step()
            }
            #expect(isEmpty, "\(name)")
        }
    }

    @Test func `views for looking up and for going through many show the same`() throws {
        let ids = try library.person.add(count: 12)
        try library.store.select(Array(ids[2..<10]), for: "exe:/limited")
        let limited = library.view("exe:/limited")
        let (album, folder) = (try limited.makeAlbum("own"), try limited.makeFolder("own"))
        try limited.insert(Array(ids[3..<7]), into: album)
        try library.person.insert(ids, into: album)
        try library.person.change(
            .insertMembers(
                .folder(folder),
                [LocalIdentifier(.assetCollection, try library.person.makeAlbum())],
                at: nil
            ),
            .deleteAssets([ids[4]])
        )
        try library.person.set(ids[5]) { $0.isHidden = true }
        for view in views {
            func rows(_ sql: String) throws -> [Int64] {
                try view.read(nil) { snapshot in
                    let select = try snapshot.connection.statement(assembled: sql)
                    var rows: [Int64] = []
                    while try select.step() { rows.append(select.integer(0)) }
                    return rows
                }
            }
            let visibility = try view.visibility()
            let assets = try rows("SELECT row FROM seen_asset ORDER BY row")
            #expect(assets == (try rows("SELECT row FROM \(visibility.assets) WHERE shelf < 4 ORDER BY row")))
            #expect(assets == (try rows("SELECT row FROM described_seen_asset ORDER BY row")))
            #expect(assets == (try rows("SELECT row FROM described_\(visibility.assets) WHERE shelf < 4 ORDER BY row")))
            let resources = try rows("SELECT DISTINCT asset FROM seen_resource ORDER BY asset")
            #expect(resources.filter(assets.contains) == assets)
            #expect(resources == assets || visibility.seesEverything)
            let collections = try rows("SELECT row FROM seen_collection ORDER BY row")
            #expect(collections == (try rows("SELECT row, kind FROM \(visibility.collections) ORDER BY row")))
            let members = try rows("SELECT row FROM \(visibility.members) WHERE shelf < 4 ORDER BY row")
            #expect(members.allSatisfy(assets.contains))
            #expect(
                try rows("SELECT member, container FROM \(visibility.topLevel)").allSatisfy(collections.contains)
                    && rows("SELECT member, container FROM \(visibility.children)").allSatisfy(collections.contains)
            )
        }
        let counts = try views.map { try $0.count(FetchRequest(.allAssets)) }
        #expect(counts == [10, 10, 6, 0, 0])
    }
}
