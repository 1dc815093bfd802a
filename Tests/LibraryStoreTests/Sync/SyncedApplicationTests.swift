import CloudSync
import LibraryModel
import Testing

@testable import LibraryStore

/// What other devices changed, applied to a library.
@Suite struct SyncedApplicationTests {
    private let left: SyncedMachine
    private let right: SyncedMachine

    init() throws { (left, right) = (try SyncedMachine(), try SyncedMachine()) }

    /// Adds an asset to the left library, and gives its file.
    private func add(_ asset: NewAsset = NewAsset()) throws -> (id: ObjectID, file: StagedFile) {
        (try left.person.addOne(asset), asset.staged)
    }

    private func create(_ files: [(NewAsset, ResourceKind)]) throws -> ObjectID {
        let staged = files.map { (ObjectID.random(), $0.0.staged, $0.1) }
        let id = try left.person.mintIdentifiers(1)[0]
        let uses = staged.map { StagedResourceUse(staged: $0.0, kind: $0.2) }
        _ = try left.person.perform(
            ChangeBlock(operations: [.createAsset(AssetCreation(id: id, resources: uses))]),
            files: Dictionary(uniqueKeysWithValues: staged.map { ($0.0, $0.1) })
        )
        return id
    }

    private func edit(_ asset: ObjectID) throws -> StagedFile {
        let (name, file) = (ObjectID.random(), NewAsset(filename: "Edited.JPG", size: (300, 200)).staged)
        let recipe = Adjustment(rendered: name, formatIdentifier: "org.example", formatVersion: "1", data: [1, 2, 3])
        _ = try left.person.perform(ChangeBlock(operations: [.setAdjustment(asset, recipe)]), files: [name: file])
        return file
    }

    @Test func `every kind of field travels there and back`() throws {
        var photo = NewAsset()
        photo.location = Coordinate(latitude: 1.5, longitude: -2, altitude: 30)
        photo.properties.title = .set("Sea")
        photo.properties.caption = .set("A day")
        photo.properties.keywords = ["one", "two"]
        photo.properties.rating = 3
        photo.properties.isFavorite = true
        var dated = NewAsset(kind: .video, filename: "A.MOV")
        dated.properties.creationDate = .set(1_500_000_000_000_000)
        dated.properties.isHidden = true
        var undated = NewAsset()
        undated.properties.creationDate = .clear
        undated.properties.keywords = []
        undated.annotations.keywords = ["of the file"]
        let added = [try add(photo), try add(dated), try add(undated)]
        let rendered = try edit(added[0].id)
        let folder = try left.person.makeFolder("Trips")
        let albums = [try left.person.makeAlbum("A", in: folder), try left.person.makeAlbum("B")]
        try left.person.insert([added[2].id, added[0].id], into: albums[0])
        try left.person.change(.deleteAssets([added[2].id]))
        try synchronize(left, right, added.map(\.file) + [rendered])
        let (before, after) = (try left.everything(), try right.everything())
        #expect(after == before)
        #expect(before.count == 6)
        // The time zone is the file's.
        #expect(try right.library.number("SELECT count(*) FROM asset WHERE capture_offset = 3600") == 1)

        // And back, changed.
        let asset = try #require(try right.asset(withRecord: try left.record(of: added[0].id)))
        try right.person.change(.revertAdjustment(asset))
        try right.person.set(asset) {
            $0.location = .clear
            $0.title = .clear
            $0.keywords = ["two", "three"]
            $0.isFavorite = false
            $0.rating = 0
        }
        try right.person.change(.recoverAssets(try right.trash()))
        try synchronize(right, left)
        #expect(try left.everything() == right.everything())
        #expect(try left.trash() == [])
        #expect(try left.person.ids(.assets(inCollection: albums[0])).count == 2)
    }

    @Test func `an asset is shown when its file is here, once, as another device's`() throws {
        let added = try add()
        let album = try left.person.makeAlbum()
        try left.person.insert([added.id], into: album)
        let token = try right.person.currentToken()
        let changes = try left.changes()
        _ = try right.changes()
        guard case .applied(_, let missing) = try right.apply(changes) else { return #expect(Bool(false)) }
        #expect(missing == [added.file.sha256])
        #expect(try right.store.missingContents(after: [], limit: 10) == missing)
        try right.showArrivals()
        #expect(try right.person.ids(.allAssets) == [])
        #expect(try right.person.log(since: token).map(\.kind) == [.assetCollection])
        let before = try right.person.currentToken()
        try right.take(added.file)
        // Without an asset, the file is nobody's to delete.
        try right.store.scheduleDeletion(added.file.relativePath, digest: added.file.sha256)
        #expect(try right.store.collectGarbage { _ in true }.deletedCount == 0)
        try right.showArrivals()
        let shown = try right.person.ids(.allAssets)
        #expect(shown.count == 1)
        let log = try right.person.log(since: before)
        #expect(log.map(\.change) == [.inserted, .updated])
        #expect(log.map(\.author) == [.anotherDevice, .anotherDevice])
        #expect(try right.store.missingContents(after: [], limit: 10) == [])
        // It is known under the same identifier, and reported to nobody.
        #expect(try right.record(of: shown[0]) == left.record(of: added.id))
        #expect(try right.changes() == [])
        try right.showArrivals()
        #expect(try right.person.log(since: before).count == 2)
    }

    @Test func `a Live Photo waits for both files, and is shown whole`() throws {
        var (still, movie) = (NewAsset(filename: "1.HEIC"), NewAsset(kind: .video, filename: "1.MOV"))
        (still.contentIdentifier, movie.contentIdentifier) = ("PAIR", "PAIR")
        _ = try create([(still, .photo), (movie, .pairedVideo)])
        let changes = try left.changes()
        _ = try right.changes()
        try right.apply(changes)
        try right.take(still.staged)
        try right.showArrivals()
        #expect(try right.person.ids(.allAssets) == [])
        try right.take(movie.staged)
        try right.showArrivals()
        let shown = try #require(try right.person.ids(.allAssets).first)
        #expect(try right.person.resources(of: shown).map(\.info.kind) == [.photo, .pairedVideo])
        #expect(try left.everything() == right.everything())
    }

    @Test func `a RAW file that comes to a photo on one machine comes to it on the other`() throws {
        let added = try add()
        try synchronize(left, right, [added.file])
        var raw = NewAsset(filename: "IMG_0001.DNG")
        raw.contentType = "image/x-adobe-dng"
        let name = ObjectID.random()
        let use = StagedResourceUse(staged: name, kind: .alternatePhoto)
        _ = try left.person.perform(
            ChangeBlock(operations: [.completeAsset(added.id, [use])]),
            files: [name: raw.staged]
        )
        try synchronize(left, right, [raw.staged])
        let shown = try #require(try right.person.ids(.allAssets).first)
        #expect(try right.person.resources(of: shown).map(\.info.kind) == [.photo, .alternatePhoto])
    }

    @Test func `a batch is refused when the person has changed something that the engine does not know`() throws {
        let added = try add()
        try synchronize(left, right, [added.file])
        try left.person.set(added.id) { $0.rating = 3 }
        let changes = try left.changes()
        let asset = try right.person.ids(.allAssets)[0]
        try right.person.set(asset) { $0.title = .set("Mine") }
        #expect(try right.apply(changes) == .moved)
        #expect(try right.person.assets([asset]).rating == [0])
        _ = try right.changes()
        guard case .applied = try right.apply(changes) else { return #expect(Bool(false)) }
    }

    @Test func `a batch that was applied is not applied again, whatever happened since and over a restart`() throws {
        let directory = ScratchDirectory()
        let key = ObjectID.random()
        let album = try left.person.makeAlbum("Trip")
        let changes = try left.changes()
        let (position, outcome) = try {
            let machine = try SyncedMachine(directory: directory)
            _ = try machine.changes()
            let outcome = try machine.apply(changes, key: key)
            machine.store.close()
            return (machine.position, outcome)
        }()
        let machine = try SyncedMachine(directory: directory, at: position)
        let token = try machine.person.currentToken()
        let mine = try #require(try machine.person.ids(.allCollections(.assetCollection)).first)
        try machine.person.change(.renameCollection(.assetCollection, mine, title: "Mine"))
        #expect(try machine.apply(changes, key: key) == outcome)
        #expect(try machine.person.log(since: token).map(\.author) == [.person])
        #expect(try left.person.ids(.allCollections(.assetCollection)) == [album])
    }

    @Test func `nothing is in the history that does not change`() throws {
        let added = try add()
        let album = try left.person.makeAlbum("Trip")
        try left.person.insert([added.id], into: album)
        try synchronize(left, right, [added.file])
        let token = try right.person.currentToken()
        try right.apply(try left.everything())
        #expect(try right.person.log(since: token) == [])
        #expect(try right.person.currentToken() == token)
    }

    @Test func `members that are not here yet keep their place, also when the album is changed meanwhile`() throws {
        let files = try (0..<5).map { _ in try add() }
        let album = try left.person.makeAlbum("Trip")
        try left.person.insert(files.map(\.id), into: album)
        let changes = try left.changes()
        _ = try right.changes()
        try right.apply(changes)
        try right.take(files[3].file)
        try right.showArrivals()
        let mine = try right.person.addOne()
        let there = try #require(try right.person.ids(.allCollections(.assetCollection)).first)
        try right.person.insert([mine], into: there, at: 0)
        let reported = try #require(try right.changes().first { $0.kind == RecordKind.album.rawValue })
        let records = try files.map { try left.record(of: $0.id) }
        let new = try right.record(of: mine)
        #expect(reported.elements(.members)?.filter { $0 != new.bytes } == records.map(\.bytes))
        for file in [files[1], files[0], files[4], files[2]] {
            try right.take(file.file)
            try right.showArrivals()
        }
        let members = try right.person.ids(.assets(inCollection: there)).map(right.record)
        #expect(members.filter { $0 != new } == records)
    }

    @Test func `a deletion for good goes through here, and an app's token stays good`() throws {
        let files = [try add(), try add()]
        try synchronize(left, right, files.map(\.file))
        let shown = try right.asset(withRecord: try left.record(of: files[0].id))
        let asset = try #require(shown)
        let app = try right.library.app("exe:/app", .limited)
        try right.store.select([asset], for: "exe:/app")
        let (token, everything) = (try app.currentToken(), try right.person.currentToken())
        try left.person.change(.deleteAssets([files[0].id]))
        left.library.clock.advance(days: 40)
        while try left.store.purgeRecentlyDeleted() {}
        try synchronize(left, right)
        #expect(try app.log(since: token).what == [deleted(asset)])
        #expect(try app.ids(.allAssets) == [])
        #expect(try right.person.log(since: everything).what == [deleted(asset)])
        #expect(try right.trash() == [])
        #expect(try right.changes() == [])
        #expect(try right.library.number("SELECT count(*) FROM asset") == 1)
    }

    @Test func `what arrives is no part of what limited apps see`() throws {
        let app = try right.library.app("exe:/app", .limited)
        let mine = try right.person.addOne()
        try right.store.select([mine], for: "exe:/app")
        let token = try app.currentToken()
        let added = try add()
        try synchronize(left, right, [added.file])
        #expect(try right.person.ids(.allAssets).count == 2)
        #expect(try app.ids(.allAssets) == [mine])
        #expect(try app.log(since: token) == [])
        #expect(try app.currentToken() == token)
    }

    @Test func `an edit of what is in Recently Deleted does not bring it back, and nobody is told`() throws {
        let added = try add()
        try synchronize(left, right, [added.file])
        let asset = try right.person.ids(.allAssets)[0]
        try right.person.change(.deleteAssets([asset]))
        _ = try right.changes()
        try left.person.set(added.id) { $0.title = .set("Late") }
        let token = try right.person.currentToken()
        try right.apply(try left.changes())
        #expect(try right.person.log(since: token) == [])
        try right.person.change(.recoverAssets([asset]))
        #expect(try right.person.details(of: [asset])[0].title == "Late")
    }

    @Test func `albums arrive before their folder, and are in it when it comes`() throws {
        let folder = try left.person.makeFolder("Trips")
        _ = try left.person.makeAlbum("A", in: folder)
        let changes = try left.changes()
        _ = try right.changes()
        try right.apply(changes.filter { $0.kind == RecordKind.album.rawValue })
        let album = try #require(try right.person.ids(.allCollections(.assetCollection)).first)
        // What the person does not move is still where the other device has it.
        try right.person.change(.renameCollection(.assetCollection, album, title: "B"))
        #expect(try right.changes().allSatisfy { $0.value(.parent) == nil })
        try right.apply(changes.filter { $0.kind == RecordKind.folder.rawValue })
        let there = try #require(try right.person.ids(.allCollections(.collectionList)).first)
        #expect(try right.person.ids(.children(ofList: there)) == [album])
    }

    @Test func `folders that were moved into each other are the same on both machines`() throws {
        let folders = [try left.person.makeFolder("A"), try left.person.makeFolder("B")]
        try synchronize(left, right)
        let there = try right.person.ids(.allCollections(.collectionList))
        try left.person.change(
            .insertMembers(.folder(folders[0]), [LocalIdentifier(.collectionList, folders[1])], at: nil)
        )
        try right.person.change(
            .insertMembers(.folder(there[1]), [LocalIdentifier(.collectionList, there[0])], at: nil)
        )
        let (mine, theirs) = (try left.changes(), try right.changes())
        try left.apply(theirs)
        try right.apply(mine)
        let tops = try [left, right].map { machine in
            try machine.library.texts(
                "SELECT c.title FROM folder_member f JOIN collection c ON c.row = f.member WHERE f.container = 0"
            )
        }
        #expect(tops[0].count == 1)
        #expect(tops[0] == tops[1])
    }

    @Test func `siblings are in one order on both machines, wherever they were put`() throws {
        let albums = try (0..<4).map { try left.person.makeAlbum("\($0)") }
        try synchronize(left, right)
        _ = try right.person.makeAlbum("R")
        try left.person.change(.moveMembers(.topLevel, [LocalIdentifier(.assetCollection, albums[3])], to: 0))
        _ = try left.person.makeAlbum("L")
        let (mine, theirs) = (try left.changes(), try right.changes())
        try left.apply(theirs)
        try right.apply(mine)
        let orders = try [left, right].map { machine in
            try machine.library.texts(
                "SELECT c.title FROM folder_member f JOIN collection c ON c.row = f.member ORDER BY f.position"
            )
        }
        #expect(orders[0] == orders[1])
        #expect(orders[0].prefix(4) == ["3", "0", "1", "2"])
    }

    @Test func `values that no library can show are left alone, and so is an asset of files that are none`() throws {
        let added = try add()
        try synchronize(left, right, [added.file])
        var change = SyncedChange(record: try left.record(of: added.id), kind: RecordKind.asset.rawValue)
        change.fields = [
            .init(FieldNumber.rating.rawValue, FieldValue.integer(9)),
            .init(FieldNumber.title.rawValue, [UInt8](repeating: 65, count: 1 << 20)),
            .init(FieldNumber.location.rawValue, [1, 2]), .init(999, [1]),
            .init(FieldNumber.originals.rawValue, [7], contents: [[1]]),
        ]
        change.sets = [.init(SetNumber.keywords.rawValue, [[], [0xFF], Array("ok".utf8)]), .init(77, [[1]])]
        var unknown = SyncedChange(record: .random(), kind: 200)
        unknown.fields = [.init(1, [1])]
        try right.apply([change, unknown])
        let asset = try right.person.ids(.allAssets)[0]
        #expect(try right.person.details(of: [asset])[0].keywords == ["ok"])
        #expect(try right.person.details(of: [asset])[0].title == nil)
    }
}
