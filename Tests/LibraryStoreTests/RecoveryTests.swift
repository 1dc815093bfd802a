import LibraryModel
import Testing

@testable import LibraryStore

@Suite struct RecoveryTests {
    private let library: TestLibrary
    private let person: LibraryView

    init() throws {
        library = try TestLibrary()
        person = library.person
    }

    @Test func `a recovered asset is back, in its albums, for all who saw it`() throws {
        let ids = try person.add(count: 3)
        let album = try person.makeAlbum()
        try person.insert(ids, into: album)
        let limited = try library.app("exe:/limited", .limited)
        try library.store.select([ids[1]], for: "exe:/limited")
        try person.change(.deleteAssets([ids[1]]))
        #expect(try limited.ids(.allAssets) == [])
        let token = try person.currentToken()
        let limitedToken = try limited.currentToken()
        try person.change(.recoverAssets([ids[1]]))
        #expect(try person.ids(.allAssets) == ids)
        #expect(try person.ids(.assets(inCollection: album)) == ids)
        #expect(try limited.ids(.allAssets) == [ids[1]])
        #expect(Set(try person.log(since: token).what) == [inserted(ids[1]), updated(album, .members)])
        #expect(try limited.log(since: limitedToken).what == [inserted(ids[1])])
        library.clock.advance(days: 31)
        _ = try library.store.purgeRecentlyDeleted()
        #expect(try person.ids(.allAssets) == ids)
    }

    @Test func `only what is in recently deleted is recovered, and only by who sees everything`() throws {
        let ids = try person.add(count: 2)
        _ = try library.app("exe:/limited", .limited)
        try library.store.select(ids, for: "exe:/limited")
        #expect(errorCode { try person.change(.recoverAssets([ids[0]])) } == .notFound)
        try person.change(.deleteAssets([ids[0]]))
        #expect(errorCode { try library.view("exe:/limited").change(.recoverAssets([ids[0]])) } == .notFound)
        #expect(errorCode { try person.change(.recoverAssets([.random()])) } == .notFound)
        library.clock.advance(days: 31)
        _ = try library.store.purgeRecentlyDeleted()
        #expect(errorCode { try person.change(.recoverAssets([ids[0]])) } == .notFound)
    }

    @Test func `deleted and recovered in one block is an update`() throws {
        let id = try person.addOne()
        let token = try person.currentToken()
        try person.change(.deleteAssets([id]), .recoverAssets([id]))
        #expect(try person.ids(.allAssets) == [id])
        let log = try person.log(since: token)
        #expect(log.map(\.change) == [.updated] && log.map(\.object) == [id])
    }

    @Test func `properties of deleted assets are told to those who ask for them and see everything`() throws {
        let ids = try person.add(count: 2)
        let limited = try library.app("exe:/limited", .limited)
        try library.store.select(ids, for: "exe:/limited")
        try person.change(.deleteAssets([ids[0]]))
        func flags(_ view: LibraryView, _ includesDeleted: Bool) throws -> [AssetPage.Flags] {
            try view.assets(ids, includesDeleted: includesDeleted).flags.map(AssetPage.Flags.init(rawValue:))
        }
        #expect(try flags(person, true)[0].isSuperset(of: [.exists, .recentlyDeleted]))
        #expect(try !flags(person, true)[1].contains(.recentlyDeleted))
        #expect(try flags(person, false)[0] == [])
        #expect(try flags(limited, true)[0] == [])
    }
}
