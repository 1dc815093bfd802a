import LibraryModel
import SQLiteDatabase
import Testing

@testable import LibraryStore

@Suite struct SmartAlbumTests {
    private let library: TestLibrary
    private let person: LibraryView

    init() throws {
        library = try TestLibrary()
        person = library.person
    }

    private func id(_ album: SmartAlbum) -> ObjectID { album.identifier(in: library.store.libraryID) }

    private func members(_ album: SmartAlbum, _ view: LibraryView? = nil) throws -> [ObjectID] {
        try (view ?? person).ids(.assets(inCollection: id(album)))
    }

    @Test(arguments: [
        (SmartAlbum.panoramas, MediaSubtypes.photoPanorama), (.timelapses, .videoTimelapse),
        (.slomoVideos, .videoHighFrameRate), (.screenshots, .photoScreenshot), (.depthEffect, .photoDepthEffect),
        (.livePhotos, .photoLive), (.animated, .photoAnimation), (.cinematic, .videoCinematic),
        (.spatial, .spatialMedia), (.screenRecordings, .videoScreenRecording),
    ])
    func `an album of a subtype has the assets of that subtype`(album: SmartAlbum, subtype: MediaSubtypes) throws {
        let ids = try person.add([NewAsset(), NewAsset(subtypes: [subtype, .photoHDR]), NewAsset(subtypes: .photoHDR)])
        #expect(try members(album) == [ids[1]])
        let page = try person.collections([id(album)])
        #expect(page.memberCount == [1])
    }

    @Test func `videos, favourites and everything follow what assets are`() throws {
        let ids = try person.add([NewAsset(), NewAsset(kind: .video, filename: "a.mp4"), NewAsset()])
        try person.set(ids[2]) { $0.isFavorite = true }
        #expect(try members(.videos) == [ids[1]])
        #expect(try members(.favorites) == [ids[2]])
        #expect(try members(.userLibrary) == ids)
        try person.set(ids[2]) { $0.isFavorite = false }
        #expect(try members(.favorites) == [])
    }

    @Test func `RAW has the assets with a RAW original, also beside a JPEG`() throws {
        var raw = NewAsset(filename: "a.dng")
        raw.contentType = "image/x-adobe-dng"
        let ids = try person.add([NewAsset(), raw])
        #expect(try members(.raw) == [ids[1]])
        #expect(try person.collections([id(.raw)]).memberCount == [1])
    }

    @Test func `hidden and recently deleted are for those who see everything`() throws {
        let ids = try person.add(count: 3)
        let limited = try library.app("exe:/limited", .limited)
        try library.store.select(ids, for: "exe:/limited")
        try person.set(ids[0]) { $0.isHidden = true }
        try person.change(.deleteAssets([ids[1]]))
        #expect(try members(.hidden) == [ids[0]])
        #expect(try members(.recentlyDeleted) == [ids[1]])
        #expect(try members(.userLibrary) == [ids[2]])
        let full = try library.app("exe:/full", .authorized)
        #expect(try members(.recentlyDeleted, full) == [ids[1]])
        for album in [SmartAlbum.hidden, .recentlyDeleted] {
            #expect(try members(album, limited) == [])
            #expect(try limited.ids(.smartAlbums(subtype: album.rawValue)) == [])
            #expect(try limited.ids(.identifiers(.assetCollection, [id(album)])) == [])
            #expect(try limited.collections([id(album)]).flags == [0])
        }
    }

    @Test func `a limited app's albums hold its selection, and none is there without permission`() throws {
        let ids = try person.add([NewAsset(subtypes: .photoLive), NewAsset(subtypes: .photoLive), NewAsset()])
        let limited = try library.app("exe:/limited", .limited)
        try library.store.select([ids[1], ids[2]], for: "exe:/limited")
        #expect(try members(.livePhotos, limited) == [ids[1]])
        #expect(try members(.userLibrary, limited) == [ids[1], ids[2]])
        #expect(try limited.collections([id(.livePhotos), id(.userLibrary)]).memberCount == [1, 2])
        #expect(try library.view("exe:/unknown").ids(.smartAlbums(subtype: nil)) == [])
        #expect(try members(.userLibrary, library.view("exe:/unknown")) == [])
    }

    @Test func `recently added begins 30 days before the newest addition that is seen`() throws {
        let old = try person.addOne()
        let limited = try library.app("exe:/limited", .limited)
        try library.store.select([old], for: "exe:/limited")
        #expect(try members(.recentlyAdded) == [old])
        library.clock.advance(days: 31)
        #expect(try members(.recentlyAdded) == [old])
        let new = try person.addOne()
        #expect(try members(.recentlyAdded) == [new])
        #expect(try members(.recentlyAdded, limited) == [old])
    }

    @Test func `all smart albums are found but recently deleted, always under the same identifiers`() throws {
        let all = try person.ids(.smartAlbums(subtype: nil))
        #expect(Set(all) == Set(SmartAlbum.allCases.filter { $0 != .recentlyDeleted }.map(id)))
        #expect(all.count == SmartAlbum.allCases.count - 1)
        #expect(try person.ids(.smartAlbums(subtype: 203)) == [id(.favorites)])
        #expect(try person.ids(.smartAlbums(subtype: 1_000_000_201)) == [id(.recentlyDeleted)])
        #expect(try person.ids(.smartAlbums(subtype: 4_711)) == [])
        let other = try TestLibrary()
        #expect(try Set(other.person.ids(.smartAlbums(subtype: nil))).isDisjoint(with: all))
        #expect(try other.person.ids(.identifiers(.assetCollection, all)) == [])
    }

    @Test func `a page tells type, subtype, title, count and dates, and that nobody edits it`() throws {
        try person.add([NewAsset(captured: 10), NewAsset(captured: 30), NewAsset(captured: 20)])
        let album = try person.makeAlbum("Mine")
        let page = try person.collections([id(.userLibrary), album, id(.panoramas)])
        #expect(page.type == [2, 1, 2])
        #expect(page.subtype == [209, 2, 201])
        #expect(page.title == ["Recents", "Mine", "Panoramas"])
        #expect(page.memberCount == [3, 0, 0])
        #expect(page.startDate[0] == 10 && page.endDate[0] == 30)
        let flags = page.flags.map(CollectionPage.Flags.init(rawValue:))
        #expect(flags[0] == [.exists, .hasDates, .canContainAssets])
        #expect(flags[1].contains(.editable))
        let member = LocalIdentifier(.asset, try person.addOne())
        for operation: ChangeOperation in [
            .renameCollection(.assetCollection, id(.videos), title: "x"),
            .deleteCollections(.assetCollection, [id(.videos)]),
            .insertMembers(.album(id(.videos)), [member], at: nil), .removeMembers(.album(id(.videos)), [member]),
        ] {
            #expect(errorCode { try person.change(operation) } == .changeNotSupported)
        }
    }

    @Test func `predicates and sort orders know smart albums, alone and among others`() throws {
        try person.add([NewAsset(subtypes: .photoLive), NewAsset(subtypes: .photoLive), NewAsset()])
        let album = try person.makeAlbum("Middle")
        let found = try person.ids(.smartAlbums(subtype: nil)) {
            $0.predicate = PredicateProgram([
                .key("estimatedAssetCount"), .literal(.integer(1)), .compare(.greater, []),
            ])
            $0.sort = [SortKey("estimatedAssetCount", isAscending: true), SortKey("localizedTitle", isAscending: true)]
        }
        #expect(found == [id(.livePhotos), id(.recentlyAdded), id(.userLibrary)])
        let mixed = try person.ids(.identifiers(.assetCollection, [id(.videos), album, id(.hidden)])) {
            $0.sort = [SortKey("title", isAscending: true)]
        }
        #expect(mixed == [id(.hidden), album, id(.videos)])
        let one = try person.ids(.smartAlbums(subtype: nil)) {
            $0.predicate = PredicateProgram([
                .key("localIdentifier"),
                .literal(.text(LocalIdentifier(.assetCollection, id(.raw)).string)), .compare(.equal, []),
            ])
        }
        #expect(one == [id(.raw)])
        #expect(
            errorCode {
                try person.ids(.smartAlbums(subtype: nil)) { $0.sort = [SortKey("nonsense", isAscending: true)] }
            } == .invalidRequest
        )
    }

    @Test func `a library of the first version gets its smart albums`() throws {
        let directory = ScratchDirectory()
        let connection = try Connection(path: directory.path("library.sqlite"), role: .writer, cacheKibibytes: 1_024)
        try Migration.run(on: connection, newIdentifier: { .random() }, migrations: [Schema.migrations[0]])
        try connection.executeScript(
            """
            INSERT INTO asset (row, id, shelf, traits, is_favorite, media_kind, media_subtypes, pixel_width,
                pixel_height, duration, modification_date, added_date, rating)
            VALUES (1, x'00000000000000010000000000000001', 0, 0, 0, 1, 0, 9, 9, 0, 5, 5, 0),
                (2, x'00000000000000010000000000000002', 0, 256, 0, 1, 0, 9, 9, 0, 5, 5, 0);
            INSERT INTO resource (asset, kind, filename, content_type, size, digest, path, pixel_width, pixel_height)
            VALUES (1, 1, 'a.dng', 'image/x-adobe-dng', 1, x'00', 'a', 9, 9), (2, 1, 'b', 'image/gif', 1, x'01', 'b', 9, 9)
            """
        )
        let library = try TestLibrary(directory: directory)
        func members(_ album: SmartAlbum) throws -> [ObjectID] {
            try library.person.ids(.assets(inCollection: album.identifier(in: library.store.libraryID)))
        }
        #expect(try members(.raw) == [ObjectID(high: 1, low: 1)])
        #expect(try members(.animated) == [ObjectID(high: 1, low: 2)])
        #expect(try members(.userLibrary).count == 2)
    }
}
