import LibraryModel
import Testing

@testable import LibraryStore

/// What an app changed is kept with what was there before, and the person takes it back.
@Suite struct UndoTests {
    private static let identity = "exe:/app"
    private let library: TestLibrary
    private let app: LibraryView

    init() throws {
        library = try TestLibrary()
        app = try library.app(UndoTests.identity, .authorized)
    }

    private var person: LibraryView { library.person }

    @discardableResult
    private func undo(_ configure: (inout UndoRequest) -> Void = { _ in }) throws -> UndoResult {
        try library.undo(UndoTests.identity, configure)
    }

    private func changes() throws -> [FieldChange] {
        try library.store.changes(of: UndoTests.identity).transactions.flatMap(\.changes)
    }

    private func columns(of asset: ObjectID) throws -> [String] { try library.columns(of: asset) }

    private var allWords: AssetUpdate {
        var update = AssetUpdate()
        update.creationDate = .set(5)
        update.location = .set(Coordinate(latitude: 1, longitude: 2, altitude: 3))
        (update.isFavorite, update.isHidden, update.rating) = (true, true, 4)
        (update.title, update.caption, update.keywords) = (.set("app"), .set("app's"), ["by", "app"])
        return update
    }

    @Test func `what the person changed is undone likewise, and what an app did stays`() throws {
        let photos = try person.add([NewAsset(), NewAsset()])
        let before = try columns(of: photos[0])
        try app.change(.updateAsset(photos[1], allWords))
        let theirs = try columns(of: photos[1])
        try person.change(.updateAsset(photos[0], allWords), .deleteAssets([photos[1]]))
        let mine = try #require(try library.store.changes(of: nil).transactions.first)
        #expect(mine.updatedCount == 1 && mine.deletedCount == 1 && mine.keptCount > 0)
        let result = try library.undo(nil) { $0.transaction = mine.sequence }
        #expect(result.conflicts.isEmpty && Set(result.objects.map(\.id)) == Set(photos))
        #expect(try columns(of: photos[0]) == before && columns(of: photos[1]) == theirs)
        // Its own undo is the newest transaction of the person's, and can be undone as well.
        let redo = try #require(try library.store.changes(of: nil).transactions.first)
        #expect(mine.undoes == nil && redo.undoes == mine.sequence)
        try library.undo(nil) { $0.transaction = redo.sequence }
        #expect(try columns(of: photos[0]) != before)
        try library.undo(nil) { ($0.transaction, $0.objects) = (mine.sequence, [LocalIdentifier(.asset, photos[0])]) }
        #expect(try library.store.changes(of: nil).transactions.prefix(2).map(\.undoes) == [0, redo.sequence])
        #expect(
            try library.number(
                "SELECT former_bytes = (SELECT sum(size) FROM former_value WHERE app = 0) FROM library"
            ) == 1
        )
    }

    @Test func `every property of a photo that an app changed is as it was before`() throws {
        var described = NewAsset(location: Coordinate(latitude: 50, longitude: 7))
        described.properties.title = .set("Mine")
        described.properties.caption = .set("My own words")
        described.properties.keywords = ["one", "two"]
        described.properties.rating = 3
        var undated = NewAsset()
        undated.captured = nil
        let photos = try person.add([described, undated, NewAsset()])
        let before = try photos.map(columns)
        let token = try person.currentToken()
        try app.change(.updateAsset(photos[0], allWords), .updateAsset(photos[1], allWords))
        var clearing = AssetUpdate()
        (clearing.creationDate, clearing.location, clearing.title) = (.clear, .clear, .clear)
        (clearing.caption, clearing.keywords) = (.clear, [])
        try app.change(.updateAsset(photos[2], clearing), .updateAsset(photos[0], clearing))
        #expect(try photos.map(columns) != before)

        let result = try undo()
        #expect(Set(result.objects) == Set(photos.map { LocalIdentifier(.asset, $0) }) && result.conflicts.isEmpty)
        #expect(try photos.map(columns) == before)
        // Others hear of it as of any change of the person's.
        let log = try person.log(since: token)
        #expect(log.map(\.author) == [.anotherApp, .anotherApp, .anotherApp, .anotherApp, .person, .person, .person])
        // What was changed twice is found as it was before, too.
        #expect(try undo() == UndoResult())
    }

    @Test func `what was there before is told beside what is there now`() throws {
        var mine = NewAsset()
        mine.properties.caption = .set("My own words")
        let photo = try person.addOne(mine)
        try app.set(photo) {
            $0.caption = .set(String(repeating: "x", count: 2_000))
            $0.isFavorite = true
        }
        let page = try library.store.changes(of: UndoTests.identity)
        let transaction = try #require(page.transactions.first)
        #expect(page.transactions.count == 1 && !page.hasMore)
        #expect(transaction.updatedCount == 1 && transaction.insertedCount == 0 && transaction.keptCount == 2)
        let object = LocalIdentifier(.asset, photo)
        #expect(
            Set(transaction.changes) == [
                FieldChange(object, .favorite, former: .nothing, present: .number(1), .asLeft),
                FieldChange(
                    object,
                    .caption,
                    former: .text("My own words"),
                    present: .text(String(repeating: "x", count: 1_024)),
                    .asLeft
                ),
            ]
        )
        #expect(try library.store.changes(of: UndoTests.identity, before: transaction.sequence).transactions == [])
        #expect(try library.store.changes(of: UndoTests.identity, since: transaction.time + 1).transactions == [])
        #expect(try library.store.changes(of: UndoTests.identity, transaction: transaction.sequence) == page)
        #expect(try library.store.changes(of: "exe:/nobody").transactions == [])
        #expect(try library.store.changes(of: UndoTests.identity, before: .max).transactions.count == 1)
    }

    @Test func `what was changed again since is told and left, unless it is forced`() throws {
        let photos = try person.add(count: 2)
        try person.set(photos[0]) { $0.title = .set("first") }
        for photo in photos {
            try app.set(photo) {
                $0.title = .set("app")
                $0.rating = 5
            }
        }
        try person.set(photos[0]) { $0.title = .set("second") }
        let result = try undo()
        #expect(Set(result.objects.map(\.id)) == Set(photos))
        let conflict = FieldChange(
            LocalIdentifier(.asset, photos[0]),
            .title,
            former: .text("first"),
            present: .text("second"),
            .changedSince
        )
        #expect(result.conflicts == [conflict])
        #expect(try columns(of: photos[0])[12] == "second" && columns(of: photos[1])[12] == "NULL")
        #expect(try undo { $0.forces = true }.conflicts.isEmpty)
        #expect(try columns(of: photos[0])[12] == "first")
    }

    @Test func `changes of others in between stay`() throws {
        let photo = try person.addOne()
        try app.set(photo) { $0.title = .set("app") }
        try person.set(photo) { $0.title = .set("person") }
        try app.set(photo) { $0.title = .set("app again") }
        #expect(try undo().conflicts.map(\.standing) == [.changedSince])
        #expect(try columns(of: photo)[12] == "person")
    }

    @Test func `one transaction, some objects, or all since a time are taken back`() throws {
        let photos = try person.add(count: 3)
        var sequences: [UInt64] = []
        var times: [Int64] = []
        for photo in photos {
            times.append(library.clock.now)
            try app.set(photo) { $0.isFavorite = true }
            sequences.append(
                try #require(try library.store.changes(of: UndoTests.identity).transactions.first).sequence
            )
        }
        func favorites() throws -> [Bool] { try photos.map { try columns(of: $0)[2] == "1" } }
        try undo { $0.transaction = sequences[1] }
        #expect(try favorites() == [true, false, true])
        try undo { $0.since = times[2] }
        #expect(try favorites() == [true, false, false])
        try undo { $0.objects = [LocalIdentifier(.asset, photos[2]), LocalIdentifier(.asset, .random())] }
        #expect(try favorites() == [true, false, false])
        try undo { $0.objects = [LocalIdentifier(.asset, photos[0])] }
        #expect(try favorites() == [false, false, false])
        #expect(try undo { $0.since = .max }.objects.isEmpty)
        #expect(try undo { $0.transaction = .max }.objects.isEmpty)
    }

    @Test func `photos that an app deleted come back, and what it did to them before with them`() throws {
        let photos = try person.add(count: 3)
        let before = try photos.map(columns)
        try app.set(photos[0]) { $0.title = .set("app") }
        try app.change(.deleteAssets(photos))
        try person.change(.recoverAssets([photos[1]]))
        try person.change(.deleteAssets([photos[1]]))
        let result = try undo()
        #expect(Set(result.objects.map(\.id)) == [photos[0], photos[2]])
        // The person has deleted it again.
        #expect(result.conflicts.map(\.object.id) == [photos[1]])
        #expect(try person.ids(.allAssets) == [photos[0], photos[2]])
        #expect(try columns(of: photos[0]) == before[0])
        // What an app took out of recently deleted goes back there.
        try app.change(.recoverAssets([photos[1]]))
        try undo { $0.objects = [LocalIdentifier(.asset, photos[1])] }
        #expect(try !person.ids(.allAssets).contains(photos[1]))
    }

    @Test func `an app erases nothing by recovering and deleting, and what it recovered and changed is taken back`()
        throws
    {
        let photo = try person.addOne()
        let before = try columns(of: photo)
        try app.set(photo) { $0.rating = 2 }
        try app.change(.deleteAssets([photo]))
        let recoversAndDeletes = ChangeBlock(operations: [
            .recoverAssets([photo]), .updateAsset(photo, allWords), .deleteAssets([photo]),
        ])
        #expect(errorCode { try app.perform(recoversAndDeletes) } == .changeNotSupported)
        try app.change(.recoverAssets([photo]), .updateAsset(photo, allWords))
        #expect(try undo().conflicts.isEmpty)
        #expect(try columns(of: photo) == before)
        // The person may: nothing has happened then.
        try person.change(.deleteAssets([photo]))
        let token = try person.currentToken()
        try person.change(.recoverAssets([photo]), .deleteAssets([photo]))
        #expect(try person.currentToken() == token)
        try person.change(.recoverAssets([photo]), .deleteAssets([photo]), .recoverAssets([photo]))
        #expect(try person.log(since: token).what == [inserted(photo)])
        // What the person had deleted goes back to where it was, once.
        let deleted = try person.addOne()
        let words = try columns(of: deleted)
        try person.change(.deleteAssets([deleted]))
        try app.change(.recoverAssets([deleted]), .updateAsset(deleted, allWords))
        #expect(try undo().conflicts.isEmpty)
        #expect(try person.ids(.allAssets) { $0.includesHidden = true } == [photo])
        #expect(try undo() == UndoResult())
        try person.change(.recoverAssets([deleted]))
        #expect(try columns(of: deleted) == words)
    }

    @Test func `edits that an app made or replaced are taken back, with their pictures`() throws {
        let photos = try person.add(count: 2)
        func edit(_ view: LibraryView, _ photo: ObjectID, _ recipe: UInt8) throws {
            let rendered = ObjectID.random()
            let adjustment = Adjustment(
                rendered: rendered,
                formatIdentifier: "org.test",
                formatVersion: "1",
                data: [recipe]
            )
            var picture = NewAsset()
            picture.size = (width: UInt32(recipe), height: 5)
            _ = try view.perform(
                ChangeBlock(operations: [.setAdjustment(photo, adjustment)]),
                files: [rendered: picture.staged]
            )
        }
        try edit(person, photos[1], 7)
        let before = try photos.map(columns)
        try edit(app, photos[0], 8)
        try edit(app, photos[1], 9)
        // The picture that was replaced stays as long as it can be had back.
        #expect(try library.store.collectGarbage { _ in true }.deletedCount == 0)
        try undo()
        #expect(try photos.map(columns) == before)
        // The pictures of the app go.
        #expect(try library.store.collectGarbage { _ in true }.deletedCount == 2)

        try app.change(.revertAdjustment(photos[1]))
        try undo()
        #expect(try photos.map(columns) == before)
    }

    @Test func `an edit of a Live Photo that an app replaced comes back with its movie`() throws {
        let (still, moving) = (ObjectID.random(), ObjectID.random())
        let photo = try person.mintIdentifiers(1)[0]
        var movie = NewAsset(kind: .video, filename: "a.mov")
        movie.stillTime = 1
        let uses = [
            StagedResourceUse(staged: still, kind: .photo), StagedResourceUse(staged: moving, kind: .pairedVideo),
        ]
        _ = try person.perform(
            ChangeBlock(operations: [.createAsset(AssetCreation(id: photo, resources: uses))]),
            files: [still: NewAsset().staged, moving: movie.staged]
        )
        func edit(_ view: LibraryView, withMovie: Bool, _ stillTime: Double? = nil) throws {
            var adjustment = Adjustment(rendered: .random(), formatIdentifier: "f", formatVersion: "1", data: [1])
            var files = [adjustment.rendered: NewAsset().staged]
            if withMovie {
                let name = ObjectID.random()
                adjustment.renderedMovie = name
                var rendered = NewAsset(kind: .video, filename: "rendered.mov")
                rendered.stillTime = stillTime
                files[name] = rendered.staged
            }
            _ = try view.perform(ChangeBlock(operations: [.setAdjustment(photo, adjustment)]), files: files)
        }
        func resources() throws -> [StoredResource] { try person.resources(of: photo) }
        try edit(person, withMovie: true)
        let before = try resources()
        #expect(before.map(\.info.kind) == [.photo, .fullSizePhoto, .pairedVideo, .fullSizePairedVideo])
        // The moment is the original's where the rendered movie does not say.
        #expect(before.map(\.info.stillTime) == [nil, nil, 1, 1])
        try edit(app, withMovie: false)
        #expect(try resources().map(\.info.kind) == [.photo, .fullSizePhoto, .pairedVideo])
        #expect(try library.store.collectGarbage { _ in true }.deletedCount == 0)
        for file in before { #expect(try library.store.isReferenced(digest: file.info.digest)) }
        try undo()
        #expect(try resources() == before)

        try app.change(.revertAdjustment(photo))
        #expect(try resources().map(\.info.kind) == [.photo, .pairedVideo])
        try undo()
        #expect(try resources() == before)
        try edit(person, withMovie: true, 2)
        #expect(try resources().last?.info.stillTime == 2)
        // Only a Live Photo has a movie, and a movie it must be.
        let plain = try person.addOne()
        var wrong = Adjustment(rendered: .random(), formatIdentifier: "f", formatVersion: "1", data: [1])
        let name = ObjectID.random()
        wrong.renderedMovie = name
        for (target, rendered, code) in [
            (plain, movie.staged, LibraryError.Code.notSupportedForAsset), (photo, NewAsset().staged, .invalidResource),
        ] {
            let files = [wrong.rendered: NewAsset().staged, name: rendered]
            let block = ChangeBlock(operations: [.setAdjustment(target, wrong)])
            #expect(errorCode { try person.perform(block, files: files) } == code)
        }
    }

    @Test func `albums that an app emptied, renamed, reordered, moved and deleted are as they were before`() throws {
        let photos = try person.add(count: 6)
        let folder = try person.makeFolder("Folder")
        let inner = try person.makeFolder("Inner", in: folder)
        let albums = try ["A", "B", "C"].map { try person.makeAlbum($0, in: inner) }
        for album in albums { try person.insert(photos, into: album) }
        let before = try library.structure()
        let members = photos.map { LocalIdentifier(.asset, $0) }

        try app.change(.removeMembers(.album(albums[0]), members))
        try app.change(.renameCollection(.assetCollection, albums[1], title: "Mine"))
        try app.change(.moveMembers(.album(albums[1]), Array(members.reversed()), to: 0))
        try app.change(.insertMembers(.topLevel, [LocalIdentifier(.assetCollection, albums[1])], at: 0))
        try app.change(
            .removeMembers(.album(albums[2]), [members[0], members[3]]),
            .renameCollection(.collectionList, inner, title: "Gone"),
            .deleteCollections(.collectionList, [folder])
        )
        #expect(try library.structure() != before)
        let token = try person.currentToken()
        #expect(try undo().conflicts.isEmpty)
        #expect(try library.structure() == before)
        let restored = Set(try person.log(since: token).filter { $0.change == .inserted }.map(\.object))
        #expect(restored == [folder, inner, albums[0], albums[2]])
        #expect(try library.store.integrityCheck().isEmpty)
    }

    @Test func `a folder that was in another comes out of it, also where they were put into each other`() throws {
        let outer = try person.makeFolder("Outer")
        let inner = try person.makeFolder("Inner", in: outer)
        let album = try person.makeAlbum("Album", in: inner)
        let before = try library.structure()
        try app.change(.insertMembers(.topLevel, [LocalIdentifier(.collectionList, inner)], at: 0))
        try app.change(.insertMembers(.folder(inner), [LocalIdentifier(.collectionList, outer)], at: nil))
        #expect(try undo().conflicts.isEmpty)
        #expect(try library.structure() == before)
        // Where the folder is gone that an album was in, it comes to the top level.
        try app.change(.deleteCollections(.assetCollection, [album]))
        try person.change(.deleteCollections(.collectionList, [inner]))
        #expect(
            try undo { $0.objects = [LocalIdentifier(.assetCollection, album)] }.conflicts.map(\.standing) == [.gone]
        )
        #expect(try person.ids(.children(ofList: nil)) == [outer, album])
    }

    @Test func `what an app put into an album of the person's goes out, and what the person put in stays`() throws {
        let photos = try person.add(count: 4)
        let album = try person.makeAlbum()
        try person.insert([photos[0], photos[1]], into: album)
        try app.change(.removeMembers(.album(album), [LocalIdentifier(.asset, photos[0])]))
        try app.insert([photos[2]], into: album, at: 0)
        try person.insert([photos[3]], into: album, at: 0)
        #expect(try undo().conflicts.isEmpty)
        #expect(try person.ids(.assets(inCollection: album)) == [photos[3], photos[0], photos[1]])
    }

    @Test func `what an app added stays, and what it made of that in the same block is no change`() throws {
        let photo = try app.addOne()
        let album = try app.makeAlbum("App's")
        try app.insert([photo], into: album)
        try app.change(.renameCollection(.assetCollection, album, title: "Renamed"))
        #expect(try changes().map(\.field) == [.title, .members])
        try undo()
        #expect(try person.ids(.allAssets) == [photo])
        #expect(try person.ids(.assets(inCollection: album)).isEmpty)
        #expect(try library.text("SELECT title FROM collection") == "App's")
    }

    @Test func `of one transaction 100 former values are told, and 10,000 where it is asked for alone`() throws {
        let fields: [(inout AssetUpdate) -> Void] = [
            { $0.isFavorite = true }, { $0.rating = 5 }, { $0.title = .set("x") }, { $0.caption = .set("x") },
            { $0.keywords = ["x"] }, { $0.isHidden = true },
        ]
        let count = AppChanges.maximumListedAlone / fields.count + 1
        let photos = try person.add(count: count)
        let operations = photos.map { photo in
            var update = AssetUpdate()
            for field in fields { field(&update) }
            return ChangeOperation.updateAsset(photo, update)
        }
        _ = try app.perform(ChangeBlock(operations: operations))
        let transaction = try #require(try library.store.changes(of: UndoTests.identity).transactions.first)
        #expect(transaction.keptCount == count * fields.count && transaction.updatedCount == count)
        #expect(transaction.changes.count == 100)
        let alone = try library.store.changes(of: UndoTests.identity, transaction: transaction.sequence)
        #expect(alone.transactions.map(\.changes.count) == [10_000])
        #expect(alone.transactions.first?.keptCount == transaction.keptCount)
    }

    @Test func `what is gone for good is told`() throws {
        let photo = try person.addOne()
        let album = try person.makeAlbum()
        try app.set(photo) { $0.rating = 5 }
        try app.change(.renameCollection(.assetCollection, album, title: "x"))
        try person.change(.deleteCollections(.assetCollection, [album]), .deleteAssets([photo]))
        library.clock.advance(days: 31)
        #expect(try !library.store.purgeRecentlyDeleted())
        let result = try undo()
        #expect(result.objects.isEmpty && result.conflicts.map(\.standing) == [.gone, .gone])
    }

    @Test func `former values are kept for 30 days with history, and go with it`() throws {
        let library = try TestLibrary { $0.minimumKeptChanges = 0 }
        let app = try library.app(UndoTests.identity, .authorized)
        let photo = try library.person.addOne()
        try app.set(photo) { $0.rating = 5 }
        let made = try #require(try library.store.changes(of: UndoTests.identity).transactions.first).time
        library.clock.advance(days: 20)
        try app.set(photo) { $0.rating = 2 }
        func kept() throws -> [Int64] {
            let app = "change_transaction t WHERE t.origin IS NOT NULL"
            return try ["former_value WHERE app > 0", app, "change JOIN \(app) AND change.sequence = t.sequence"].map {
                try library.number("SELECT count(*) FROM \($0)")
            }
        }
        let thirtyDays: Int64 = 30 * 86_400 * 1_000_000
        // The look that `maintain` takes is the last moment at which it is kept.
        library.clock.advance(microseconds: made + thirtyDays - library.clock.now - 1)
        #expect(try !library.store.maintain())
        #expect(try kept() == [2, 2, 2])
        #expect(try !library.store.maintain())
        #expect(try kept() == [1, 1, 1])
        #expect(try library.undo(UndoTests.identity).objects.map(\.id) == [photo])
        #expect(try library.columns(of: photo)[4] == "5")
        library.clock.advance(days: 21)
        #expect(try !library.store.maintain())
        #expect(try kept() == [0, 0, 0])
        #expect(try library.number("SELECT former_bytes FROM app") == 0)
        #expect(try library.undo(UndoTests.identity) == UndoResult())
    }

    @Test func `of one app no more is kept than a number of bytes, and first goes what it did to what it made itself`()
        throws
    {
        let (mine, own) = (try person.addOne(), try app.addOne())
        try app.set(mine) { $0.caption = .set("app") }
        try app.set(own) { $0.caption = .set("app") }
        try library.tamper(
            """
            UPDATE former_value SET size = \(FormerValues.maximumBytes / 2);
            UPDATE app SET former_bytes = \(FormerValues.maximumBytes)
            """
        )
        try app.set(own) { $0.rating = 5 }
        #expect(try library.number("SELECT count(*) FROM former_value WHERE is_own = 0") == 1)
        #expect(try library.number("SELECT count(*) FROM former_value WHERE is_own = 1 AND field <> 16") == 0)
        #expect(try library.number("SELECT former_bytes = (SELECT sum(size) FROM former_value) FROM app") == 1)
        try undo()
        #expect(try columns(of: mine)[13] == "NULL")
    }

    @Test func `a former value that is damaged is an error, and nothing is changed`() throws {
        let photos = try person.add(count: 2)
        for photo in photos { try app.set(photo) { $0.rating = 5 } }
        for damage in ["x''", "x'63'", "x'0200'", "x'06FFFFFFFFFFFFFF7F'", "x'03'"] {
            try library.tamper("UPDATE former_value SET former = \(damage) WHERE object_row = 2")
            #expect(errorCode { try undo() } == .internal)
            #expect(try photos.map { try columns(of: $0)[4] } == ["5", "5"])
        }
    }

    @Test func `a former value comes out as it went in`() throws {
        let edit = FormerEdit(
            formatIdentifier: "a",
            formatVersion: "",
            data: [1, 2],
            picture: FormerFile(
                path: "originals/x",
                digest: [9],
                filename: "ü.jpg",
                contentType: "image/jpeg",
                size: .max,
                pixelWidth: 1,
                pixelHeight: -1
            )
        )
        var editWithMovie = edit
        editWithMovie.movie = FormerMovie(file: edit.picture, duration: 2.5, stillTime: nil)
        var editWithMoment = edit
        editWithMoment.movie = FormerMovie(file: edit.picture, duration: 2.5, stillTime: 0.25)
        let collection = FormerCollection(
            title: "t",
            owner: 3,
            ownerModificationDate: nil,
            container: 0,
            position: .min,
            record: [1],
            members: [.init(row: 1, position: -5), .init(row: 2, position: .max)]
        )
        let values: [FormerValue] = [
            .nothing, .there, .number(.min), .date(-1, offset: nil, source: 3),
            .date(.max, offset: -3_600, source: nil),
            .place(Coordinate(latitude: -90, longitude: 180)),
            .place(Coordinate(latitude: 0, longitude: 0, altitude: -1.5)), .text(""), .text("é"), .texts([]),
            .texts(["", "b"]), .position(container: 0, -7), .trashed(5), .edit(edit),
            .edit(editWithMovie), .edit(editWithMoment), .collection(collection),
        ]
        for value in values {
            #expect(try FormerValue(value.bytes) == value)
            for length in 0..<value.bytes.count {
                #expect(errorCode { try FormerValue(Array(value.bytes[..<length])) } == .internal)
            }
        }
    }
}
