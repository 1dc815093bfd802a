import LibraryModel
import LibraryStore
import LinuxSystem
import Testing

@Suite struct ChangeBlockTests {
    @Test func `a block happens whole or not at all`() throws {
        let library = try TestLibrary()
        let ids = try library.person.add(count: 2)
        let token = try library.person.currentToken()
        var favorite = AssetUpdate()
        favorite.isFavorite = true
        let code = errorCode {
            try library.person.change(.updateAsset(ids[0], favorite), .deleteAssets([ids[1], .random()]))
        }
        #expect(code == .notFound)
        #expect(try library.person.ids(.allAssets) == ids)
        #expect(try library.person.assets([ids[0]]).flags[0] & AssetPage.Flags.favorite.rawValue == 0)
        #expect(try library.person.currentToken() == token)
    }

    @Test func `a block asked twice is done once and answered alike`() throws {
        let library = try TestLibrary()
        let id = try library.person.mintIdentifiers(1)[0]
        let block = ChangeBlock(operations: [.createCollection(.assetCollection, id, title: "A", parent: nil)])
        let first = try library.person.perform(block)
        try library.person.addOne()
        #expect(try library.person.perform(block) == first)
        #expect(try library.person.ids(.allCollections(.assetCollection)) == [id])
        // Another block is not taken for it.
        var other = block
        other.operations = [.createCollection(.assetCollection, id, title: "B", parent: nil)]
        #expect(errorCode { try library.person.perform(other) } == .invalidRequest)
        // Another app's key is another key.
        let app = try library.app("exe:/other", .authorized)
        #expect(errorCode { try app.perform(block) } == .invalidRequest)
        // After seven days it is not recognised any more.
        library.clock.advance(days: 8)
        while try library.store.maintain() {}
        #expect(errorCode { try library.person.perform(block) } == .changeNotSupported)
    }

    @Test func `what a block does in the end is what history says`() throws {
        let library = try TestLibrary()
        let person = library.person
        let ids = try person.add(count: 3)
        let album = try person.makeAlbum()
        let token = try person.currentToken()
        var favorite = AssetUpdate()
        favorite.isFavorite = true
        var rated = AssetUpdate()
        rated.rating = 3
        let fresh = try person.mintIdentifiers(1)[0]
        try person.change(
            .updateAsset(ids[0], favorite),
            .updateAsset(ids[0], rated),
            .updateAsset(ids[1], rated),
            .deleteAssets([ids[1]]),
            .createCollection(.collectionList, fresh, title: "F", parent: nil),
            .renameCollection(.collectionList, fresh, title: "G"),
            .renameCollection(.assetCollection, album, title: "B"),
            .insertMembers(.album(album), [LocalIdentifier(.asset, ids[2])], at: nil)
        )
        #expect(
            try person.log(since: token).what == [
                updated(ids[0], [.favorite, .rating]), deleted(ids[1]), inserted(fresh),
                updated(album, [.title, .members]),
            ]
        )
    }

    @Test func `a block that comes to nothing is answered and leaves no trace`() throws {
        let library = try TestLibrary()
        let person = library.person
        let id = try person.addOne()
        let token = try person.currentToken()
        let fresh = try person.mintIdentifiers(1)[0]
        let page = try person.assets([id])
        try person.set(id) { $0.isFavorite = false }
        try person.change(.revertAdjustment(id))
        let answered = try person.change(
            .createCollection(.assetCollection, fresh, title: "A", parent: nil),
            .deleteCollections(.assetCollection, [fresh])
        )
        #expect(answered == token)
        #expect(try person.log(since: token) == [])
        #expect(try person.assets([id]).modificationDate == page.modificationDate)
        #expect(try library.number("SELECT count(*) FROM change_transaction WHERE sequence > \(token.sequence)") == 0)
    }

    @Test func `an asset made and deleted in one block was never there, and its file is handed back`() throws {
        let library = try TestLibrary()
        let app = try library.app("exe:/app", .limited)
        let token = try app.currentToken()
        let id = try app.mintIdentifiers(1)[0]
        let (staged, asset) = (ObjectID.random(), NewAsset())
        _ = try app.perform(
            ChangeBlock(operations: [
                .createAsset(AssetCreation(id: id, resources: [StagedResourceUse(staged: staged, kind: .photo)])),
                .deleteAssets([id]),
            ]),
            files: [staged: asset.staged]
        )
        #expect(try app.log(since: token) == [])
        #expect(try library.number("SELECT count(*) FROM asset") == 0)
        #expect(try library.number("SELECT count(*) FROM selection") == 0)
        #expect(try library.store.apps().map(\.selectedCount) == [0])
        let handedOut = Recorder<String>()
        #expect(
            try library.store.collectGarbage {
                handedOut.append($0.path)
                return true
            }
            .deletedCount == 1
        )
        #expect(handedOut.values == [asset.staged.relativePath])
        #expect(try library.store.collectGarbage({ _ in true }).deletedCount == 0)
    }

    @Test func `identifiers are used once, and only by whom they were given to`() throws {
        let library = try TestLibrary()
        let (one, other) = (try library.app("exe:/one", .authorized), try library.app("exe:/other", .authorized))
        let id = try one.mintIdentifiers(1)[0]
        func create(_ view: LibraryView, _ id: ObjectID) throws {
            try view.change(.createCollection(.assetCollection, id, title: "A", parent: nil))
        }
        #expect(errorCode { try create(other, id) } == .invalidRequest)
        #expect(errorCode { try create(library.person, id) } == .invalidRequest)
        #expect(errorCode { try create(one, .random()) } == .invalidRequest)
        try create(one, id)
        #expect(errorCode { try create(one, id) } == .changeNotSupported)
        #expect(errorCode { try one.mintIdentifiers(LibraryView.maximumMinted + 1) } == .limitExceeded)
        #expect(Set(try one.mintIdentifiers(1_000)).count == 1_000)
    }

    @Test func `the modification date moves only with an edit`() throws {
        let library = try TestLibrary()
        let id = try library.person.addOne()
        let album = try library.person.makeAlbum()
        let before = try library.person.assets([id]).modificationDate[0]
        try library.person.insert([id], into: album)
        try library.store.select([id], for: "exe:/app")
        #expect(try library.person.assets([id]).modificationDate[0] == before)
        try library.person.set(id) { $0.isFavorite = true }
        #expect(try library.person.assets([id]).modificationDate[0] > before)
    }

    @Test func `sets and clears dates and places`() throws {
        let library = try TestLibrary()
        let id = try library.person.addOne()
        try library.person.set(id) {
            $0.creationDate = .set(42)
            $0.location = .set(Coordinate(latitude: 1, longitude: 2, altitude: 3))
        }
        var page = try library.person.assets([id])
        #expect(page.creationDate == [42])
        #expect((page.latitude + page.longitude + page.altitude) == [1, 2, 3])
        try library.person.set(id) {
            $0.creationDate = .clear
            $0.location = .clear
        }
        page = try library.person.assets([id])
        #expect(AssetPage.Flags(rawValue: page.flags[0]) == .exists)
        let token = try library.person.currentToken()
        #expect(errorCode { try library.person.set(id) { $0.rating = 6 } } == .invalidRequest)
        let nowhere = Coordinate(latitude: 91, longitude: 0)
        #expect(errorCode { try library.person.set(id) { $0.location = .set(nowhere) } } == .invalidRequest)
        #expect(try library.person.currentToken() == token)
    }

    @Test func `refuses files that do not go together or were not handed over`() throws {
        let library = try TestLibrary()
        let (photo, video) = (ObjectID.random(), ObjectID.random())
        let files = [photo: NewAsset().staged, video: NewAsset(kind: .video).staged]
        func create(_ uses: [(ObjectID, ResourceKind)]) throws -> ObjectID {
            let id = try library.person.mintIdentifiers(1)[0]
            let resources = uses.map { StagedResourceUse(staged: $0.0, kind: $0.1) }
            _ = try library.person.perform(
                ChangeBlock(operations: [.createAsset(AssetCreation(id: id, resources: resources))]),
                files: files
            )
            return id
        }
        #expect(errorCode { try create([]) } == .invalidResource)
        #expect(errorCode { try create([(.random(), .photo)]) } == .missingResource)
        #expect(errorCode { try create([(photo, .video)]) } == .invalidResource)
        #expect(errorCode { try create([(photo, .photo), (photo, .photo)]) } == .invalidResource)
        #expect(errorCode { try create([(photo, .photo), (video, .video)]) } == .invalidResource)
        #expect(errorCode { try create([(video, .pairedVideo)]) } == .invalidResource)
        #expect(errorCode { try create([(photo, .photo), (photo, .adjustmentData)]) } == .invalidResource)
        let live = try create([(photo, .photo), (video, .pairedVideo)])
        #expect(try library.person.assets([live]).mediaSubtypes[0] == MediaSubtypes.photoLive.rawValue)
        #expect(try library.person.resources(of: live).map(\.info.kind) == [.photo, .pairedVideo])
        #expect(try library.person.ids(.allAssets) == [live])
    }

    @Test func `an edit lies over the original and can be taken away`() throws {
        let library = try TestLibrary()
        let person = library.person
        let original = NewAsset(size: (4_000, 3_000))
        let id = try person.addOne(original)
        let token = try person.currentToken()
        let renders = [NewAsset(filename: "R.JPG", size: (1_000, 500)), NewAsset(filename: "R.JPG", size: (800, 400))]
        for (number, render) in renders.enumerated() {
            let staged = ObjectID.random()
            _ = try person.perform(
                ChangeBlock(operations: [
                    .setAdjustment(
                        id,
                        Adjustment(
                            rendered: staged,
                            formatIdentifier: "org.example",
                            formatVersion: "1",
                            data: [UInt8(number)]
                        )
                    )
                ]),
                files: [staged: render.staged]
            )
        }
        var page = try person.assets([id])
        #expect(AssetPage.Flags(rawValue: page.flags[0]).contains(.hasAdjustments))
        #expect((page.pixelWidth + page.pixelHeight) == [800, 400])
        #expect(try person.resources(of: id).map(\.info.kind) == [.photo, .fullSizePhoto])
        #expect(try person.adjustment(of: id)?.data == [1])
        try person.change(.revertAdjustment(id))
        page = try person.assets([id])
        #expect(!AssetPage.Flags(rawValue: page.flags[0]).contains(.hasAdjustments))
        #expect((page.pixelWidth + page.pixelHeight) == [4_000, 3_000])
        #expect(try person.resources(of: id).map(\.relativePath) == [original.staged.relativePath])
        #expect(try person.adjustment(of: id) == nil)
        #expect(try person.log(since: token).what == Array(repeating: updated(id, .content), count: 3))
        let files = Recorder<String>()
        _ = try library.store.collectGarbage {
            files.append($0.path)
            return true
        }
        #expect(Set(files.values) == Set(renders.map(\.staged.relativePath)))
        let video = try person.addOne(NewAsset(kind: .video))
        let staged = ObjectID.random()
        let edit = Adjustment(rendered: staged, formatIdentifier: "a", formatVersion: "1", data: [])
        let code = errorCode {
            try person.perform(
                ChangeBlock(operations: [.setAdjustment(video, edit)]),
                files: [staged: NewAsset().staged]
            )
        }
        #expect(code == .notSupportedForAsset)
        let large = Adjustment(
            rendered: staged,
            formatIdentifier: "a",
            formatVersion: "1",
            data: Array(repeating: 0, count: Adjustment.maximumDataSize + 1)
        )
        #expect(errorCode { try person.change(.setAdjustment(id, large)) } == .limitExceeded)
    }

    @Test func `deleted assets are gone for every app, and erased after 30 days with the files nobody shares`() throws {
        let library = try TestLibrary()
        let person = library.person
        let shared = NewAsset()
        let ids = try person.add([NewAsset(), shared, shared])
        let album = try person.makeAlbum()
        try person.insert(ids, into: album)
        let token = try person.currentToken()
        try person.change(.deleteAssets([ids[0], ids[1]]))
        #expect(try person.log(since: token).what == [updated(album, .members), deleted(ids[0]), deleted(ids[1])])
        #expect(try person.ids(.allAssets) == [ids[2]])
        #expect(try person.ids(.assets(inCollection: album)) == [ids[2]])
        #expect(try person.ids(.identifiers(.asset, ids)) == [ids[2]])
        #expect(try person.assets(ids).flags.map { $0 & 1 } == [0, 0, 1])
        // The person recognises what they may recover by its picture.
        #expect(errorCode { try person.resources(of: ids[0]) } == .notFound)
        #expect(try person.resources(of: ids[0], includesDeleted: true).map(\.info.kind) == [.photo])
        let app = try library.app("exe:/full", .authorized)
        #expect(errorCode { try app.resources(of: ids[0], includesDeleted: true) } == .notFound)
        #expect(errorCode { try person.set(ids[0]) { $0.isFavorite = true } } == .notFound)
        #expect(try library.store.statistics().recentlyDeletedCount == 2)
        library.clock.advance(days: 29)
        #expect(try !library.store.purgeRecentlyDeleted())
        #expect(try library.store.statistics().recentlyDeletedCount == 2)
        library.clock.advance(days: 2)
        #expect(try !library.store.purgeRecentlyDeleted())
        #expect(try library.store.statistics().recentlyDeletedCount == 0)
        #expect(errorCode { try person.resources(of: ids[0], includesDeleted: true) } == .notFound)
        #expect(try library.number("SELECT count(*) FROM resource") == 1)
        #expect(try library.store.collectGarbage({ _ in false }).deletedCount == 0)
        #expect(try library.store.collectGarbage({ _ in true }).deletedCount == 1)
        #expect(try person.log(since: token).what.count == 3)
        #expect(try library.store.integrityCheck() == [])
    }

    @Test func `files that cannot be deleted do not keep others from being deleted`() throws {
        let library = try TestLibrary()
        for number in 0..<5 { try library.store.scheduleDeletion("originals/\(number)", digest: [UInt8(number)]) }
        let handedOut = Recorder<String>()
        var last: String?
        repeat {
            last = try library.store.collectGarbage(behind: last, limit: 2) { file in
                handedOut.append(file.path)
                return file.path == "originals/4"
            }
            .last
        } while last != nil
        #expect(handedOut.values == (0..<5).map { "originals/\($0)" })
        #expect(try library.number("SELECT count(*) FROM discarded_file") == 4)
    }

    @Test func `a file that is discarded and used again is not handed out`() throws {
        let library = try TestLibrary()
        let asset = NewAsset()
        let id = try library.person.addOne(asset)
        try library.person.change(.deleteAssets([id]))
        library.clock.advance(days: 31)
        _ = try library.store.purgeRecentlyDeleted()
        try library.person.addOne(asset)
        #expect(try library.store.collectGarbage({ _ in true }).deletedCount == 0)
    }

    @Test func `refuses blocks and titles beyond their limits`() throws {
        let library = try TestLibrary()
        let id = try library.person.makeAlbum()
        let operation = ChangeOperation.renameCollection(.assetCollection, id, title: "A")
        let many = ChangeBlock(operations: Array(repeating: operation, count: ChangeBlock.maximumOperations + 1))
        #expect(errorCode { try library.person.perform(many) } == .limitExceeded)
        let long = String(repeating: "ä", count: 2_049)
        #expect(errorCode { try library.person.makeAlbum(long) } == .limitExceeded)
        #expect(try library.person.makeAlbum(String(long.dropLast())) != id)
    }

    @Test func `a block that is cancelled or late before it begins is not done`() throws {
        let library = try TestLibrary()
        let block = ChangeBlock(operations: [])
        let cancelled = Cancellation()
        cancelled.cancel()
        #expect(errorCode { try library.person.perform(block, cancellation: cancelled) } == .cancelled)
        let late = Cancellation(deadline: 1)
        #expect(errorCode { try library.person.perform(block, cancellation: late) } == .deadlineExceeded)
        #expect(try library.number("SELECT count(*) FROM idempotency") == 0)
        let inTime = Cancellation(deadline: MonotonicClock.deadline(after: 60_000_000_000))
        #expect(try library.person.perform(block, cancellation: inTime).sequence == 0)
    }
}
