import FoundationEssentials
import LibraryModel
import LibraryTestSupport
import Testing

@testable import LibraryStore

/// Whatever an app moved about, everything comes back to its place.
@Suite struct UndoOrderTests {
    private static let identity = "exe:/app"
    /// `SEEDS` of the environment makes them more.
    private static let seeds = 1...(ProcessInfo.processInfo.environment["SEEDS"].flatMap { UInt64($0) } ?? 12)
    private let library: TestLibrary
    private let app: LibraryView

    init() throws {
        library = try TestLibrary()
        app = try library.app(UndoOrderTests.identity, .authorized)
    }

    private var person: LibraryView { library.person }

    private func undo() throws -> UndoResult { try library.undo(UndoOrderTests.identity) }

    @Test func `members come back in their order also where others have taken their places`() throws {
        let photos = try person.add(count: 8)
        let album = try person.makeAlbum()
        try person.insert(Array(photos.prefix(6)), into: album)
        let middle = photos[1...3].map { LocalIdentifier(.asset, $0) }
        try app.change(.removeMembers(.album(album), middle))
        // They lie where the three were, halfway between those around them.
        try person.insert([photos[6]], into: album, at: 1)
        try person.insert([photos[7]], into: album, at: 1)
        #expect(try undo().conflicts.isEmpty)
        let members = try person.ids(.assets(inCollection: album))
        #expect(members.filter { !photos[6...].contains($0) } == Array(photos.prefix(6)))
        #expect(members.first == photos[0] && members.last == photos[5] && members.count == 8)
    }

    @Test func `folders that change places at the top level are told, and change back`() throws {
        let folders = try ["A", "B", "C"].map { try person.makeFolder($0) }
        let token = try person.currentToken()
        try app.change(.moveMembers(.topLevel, [LocalIdentifier(.collectionList, folders[2])], to: 0))
        #expect(try person.ids(.children(ofList: nil)) == [folders[2], folders[0], folders[1]])
        #expect(try person.log(since: token).what == [updated(folders[2], .parent)])
        #expect(try undo().objects == [LocalIdentifier(.collectionList, folders[2])])
        #expect(try person.ids(.children(ofList: nil)) == folders)
        #expect(try person.log(since: token).what == [updated(folders[2], .parent), updated(folders[2], .parent)])
    }

    @Test func `members that were in the same place one after the other come back side by side`() throws {
        let photos = try person.add(count: 4)
        let album = try person.makeAlbum()
        try person.insert(Array(photos.prefix(3)), into: album)
        try app.change(.removeMembers(.album(album), [LocalIdentifier(.asset, photos[1])]))
        // Exactly where the other was.
        try person.insert([photos[3]], into: album, at: 1)
        #expect(try library.number("SELECT count(DISTINCT position) FROM album_member") == 3)
        try app.change(.removeMembers(.album(album), [LocalIdentifier(.asset, photos[3])]))
        #expect(try undo().conflicts.isEmpty)
        let members = try person.ids(.assets(inCollection: album))
        #expect(members.first == photos[0] && members.last == photos[2] && Set(members) == Set(photos))
        #expect(try library.number("SELECT count(DISTINCT position) FROM album_member") == 4)
    }

    @Test(arguments: UndoOrderTests.seeds)
    func `whatever an app did, in whatever order, all that was there is as it was before`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let photos = try person.add(count: 8)
        let outer = try person.makeFolder("Outer")
        let folders = [outer, try person.makeFolder("Inner", in: outer), try person.makeFolder("Other")]
        let albums = try (0..<4).map { number in
            let album = try person.makeAlbum("Album \(number)", in: folders.randomElement(using: &random))
            for photo in photos.shuffled(using: &random).prefix(6) {
                try person.insert([photo], into: album, at: 0)
            }
            return album
        }
        let before = (try photos.map(library.columns), try library.structure(), try person.ids(.allAssets))
        var done = 0
        for _ in 0..<60 {
            let operations = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                UndoOrderTests.operation(photos, albums, folders, &random)
            }
            // Of what it deleted itself it can change nothing any more.
            if errorCode({ try app.perform(ChangeBlock(operations: operations)) }) == nil { done += 1 }
        }
        #expect(done > 0)
        #expect(try undo().conflicts.isEmpty)
        #expect(try photos.map(library.columns) == before.0)
        #expect(try library.structure() == before.1)
        #expect(try person.ids(.allAssets) == before.2)
        #expect(try library.store.integrityCheck().isEmpty)
    }

    private static func operation(
        _ photos: [ObjectID],
        _ albums: [ObjectID],
        _ folders: [ObjectID],
        _ random: inout SeededGenerator
    ) -> ChangeOperation {
        let photo = photos[Int.random(in: 0..<photos.count, using: &random)]
        let album = albums[Int.random(in: 0..<albums.count, using: &random)]
        let folder = folders[Int.random(in: 0..<folders.count, using: &random)]
        let members = photos.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
            .map { LocalIdentifier(.asset, $0) }
        let place = Int.random(in: 0...2, using: &random)
        switch Int.random(in: 0...40, using: &random) {
        case 0...9:
            var update = AssetUpdate()
            update.rating = UInt32.random(in: 0...5, using: &random)
            update.title = Bool.random(using: &random) ? .set("t\(place)") : .clear
            update.isHidden = Bool.random(using: &random)
            update.creationDate = Bool.random(using: &random) ? .set(Int64(place)) : nil
            update.addedKeywords = ["k\(place)"]
            return .updateAsset(photo, update)
        case 10...15: return .removeMembers(.album(album), members)
        case 16...21: return .insertMembers(.album(album), members, at: Bool.random(using: &random) ? place : nil)
        case 22...25: return .renameCollection(.assetCollection, album, title: "r\(place)")
        case 26...29: return .insertMembers(.folder(folder), [LocalIdentifier(.assetCollection, album)], at: nil)
        case 30...32: return .insertMembers(.topLevel, [LocalIdentifier(.collectionList, folder)], at: 0)
        case 33: return .insertMembers(.folder(folders[2]), [LocalIdentifier(.collectionList, folders[1])], at: nil)
        case 34...35: return .moveMembers(.topLevel, [LocalIdentifier(.collectionList, folder)], to: 0)
        case 36: return .deleteAssets([photo])
        case 37: return .recoverAssets([photo])
        case 38: return .deleteCollections(.assetCollection, [album])
        case 39: return .deleteCollections(.collectionList, [folder])
        default: return .moveMembers(.album(album), members, to: 0)
        }
    }
}
