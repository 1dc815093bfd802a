import LibraryModel
import SQLiteDatabase
import Testing

@testable import LibraryStore

/// When albums and folders were modified, and assets edited.
@Suite struct EditDateTests {
    private let library: TestLibrary
    private let person: LibraryView

    init() throws {
        library = try TestLibrary()
        person = library.person
    }

    private func modified(_ id: ObjectID, _ view: LibraryView? = nil) throws -> Int64? {
        let page = try (view ?? person).collections([id])
        let flags = CollectionPage.Flags(rawValue: page.flags[0])
        return flags.contains(.hasModificationDate) ? page.modificationDate[0] : nil
    }

    /// Whether `body` gives the collection the time of its change, and with that a later one.
    private func isModified(_ id: ObjectID, _ view: LibraryView? = nil, by body: () throws -> Void) throws -> Bool {
        let before = try #require(try modified(id, view))
        let start = library.clock.now
        try body()
        let after = try #require(try modified(id, view))
        #expect(after == before || after > start)
        return after != before
    }

    @Test func `an album is modified by its title, its folder and its members, and by nothing about them`() throws {
        let ids = try person.add(count: 2)
        let start = library.clock.now
        let (album, folder, other) = (try person.makeAlbum(), try person.makeFolder(), try person.makeAlbum())
        #expect(try #require(try modified(album)) > start)
        #expect(try isModified(album) { try person.change(.renameCollection(.assetCollection, album, title: "New")) })
        #expect(
            try !isModified(album) { try person.change(.renameCollection(.assetCollection, album, title: "New")) }
        )
        #expect(try isModified(album) { try person.insert(ids, into: album) })
        #expect(try !isModified(album) { try person.set(ids[0]) { $0.isFavorite = true } })
        #expect(try !isModified(album) { try person.insert(ids, into: other) })
        #expect(try isModified(album) { try person.change(.deleteAssets([ids[0]])) })
        let member = [LocalIdentifier(.assetCollection, album)]
        var isFolderModified = false
        #expect(
            try isModified(album) {
                isFolderModified = try isModified(folder) {
                    try person.change(.insertMembers(.folder(folder), member, at: nil))
                }
            }
        )
        #expect(isFolderModified)
        let smart = SmartAlbum.favorites.identifier(in: library.store.libraryID)
        #expect(try modified(smart) == nil)
    }

    @Test func `a limited app's album is modified for it by what it sees of it`() throws {
        let ids = try person.add(count: 2)
        let app = try library.app("exe:/app", .limited)
        try library.store.select([ids[0]], for: "exe:/app")
        let album = try app.makeAlbum()
        #expect(try modified(album, app) == modified(album))
        var isSeen = true
        #expect(
            try isModified(album) { isSeen = try isModified(album, app) { try person.insert([ids[1]], into: album) } }
        )
        #expect(!isSeen)
        #expect(try isModified(album, app) { try person.insert([ids[0]], into: album) })
        #expect(try isModified(album, app) { try app.change(.renameCollection(.assetCollection, album, title: "B")) })
        // Another sight of the album is no other album.
        #expect(try !isModified(album, app) { try library.store.select([ids[1]], for: "exe:/app") })
    }

    @Test func `an asset tells when it was edited, and when its edit was reverted`() throws {
        let id = try person.addOne()
        func edited() throws -> Int64? { try person.details(of: [id])[0].adjustedDate }
        #expect(try edited() == nil)
        try person.change(.revertAdjustment(id))
        #expect(try edited() == nil)
        let staged = ObjectID.random()
        let edit = Adjustment(rendered: staged, formatIdentifier: "a", formatVersion: "1", data: [])
        let block = ChangeBlock(operations: [.setAdjustment(id, edit)])
        let start = library.clock.now
        _ = try person.perform(block, files: [staged: NewAsset().staged])
        let first = try #require(try edited())
        #expect(first > start)
        try person.set(id) { $0.isFavorite = true }
        #expect(try edited() == first)
        try person.change(.revertAdjustment(id))
        #expect(try #require(try edited()) > first)
        #expect(try edited() == person.assets([id]).modificationDate[0])
    }

    @Test func `of an older library it is told what is known`() throws {
        let directory = ScratchDirectory()
        let connection = try Connection(path: directory.path("library.sqlite"), role: .writer, cacheKibibytes: 1_024)
        let older = try #require(Schema.migrations.firstIndex(of: Schema.editDates))
        try Migration.run(on: connection, newIdentifier: { .random() }, migrations: Array(Schema.migrations[..<older]))
        try connection.executeScript(
            """
            INSERT INTO asset (row, id, shelf, traits, is_favorite, media_kind, media_subtypes, pixel_width,
                pixel_height, duration, modification_date, added_date, rating)
            VALUES (1, x'00000000000000010000000000000001', 0, 8, 0, 1, 0, 9, 9, 0, 77, 5, 0),
                (2, x'00000000000000010000000000000002', 0, 0, 0, 1, 0, 9, 9, 0, 88, 5, 0);
            INSERT INTO adjustment (asset, format_identifier, format_version, data) VALUES (1, 'a', '1', x'');
            INSERT INTO collection (row, id, kind, title) VALUES (1, x'00000000000000010000000000000003', 2, 'Old');
            INSERT INTO folder_member (member, container, position) VALUES (1, 0, 0)
            """
        )
        let library = try TestLibrary(directory: directory)
        let details = try library.person.details(of: [ObjectID(high: 1, low: 1), ObjectID(high: 1, low: 2)])
        #expect(details.map(\.adjustedDate) == [77, nil])
        let album = ObjectID(high: 1, low: 3)
        #expect(try modified(album, library.person) == nil)
        try library.person.change(.renameCollection(.assetCollection, album, title: "New"))
        #expect(try #require(try modified(album, library.person)) > 88)
    }
}
