import CloudReplica
import LibraryClient
import LibraryModel
import LibraryTestSupport
import Testing

/// Two servers with libraries of their own, two engines, and a bucket in a folder.
@Suite struct LibraryReplicaTests {
    private let bucket: ScratchFolder
    private let left: Machine
    private let right: Machine

    init() throws {
        bucket = try ScratchFolder()
        left = try Machine(bucket: bucket.file("bucket"))
        right = try Machine(bucket: bucket.file("bucket"))
    }

    private func synchronize(rounds: Int = 2) throws {
        for _ in 0..<rounds {
            try left.synchronize()
            try right.synchronize()
        }
    }

    @Test func `what both sides change converges, field by field and byte by byte`() throws {
        let photos = try (1...4).map { try left.addPhoto(UInt64($0)) }
        let mine = try right.addPhoto(9)
        let album = try left.makeAlbum("Trip", photos)
        try left.update(photos[0]) {
            $0.title = .set("Sea")
            $0.keywords = ["one"]
            $0.location = .set(Coordinate(latitude: 1, longitude: 2, altitude: 3))
        }
        try left.edit(photos[1], 20)
        try synchronize()
        #expect(try left.everything() == right.everything())
        #expect(try Follower.fetch(right.owner).count == 5)

        // Both change the same photo and the same album.
        let shared = try right.object(left.record(of: LocalIdentifier(.asset, photos[0])))
        let there = try right.object(left.record(of: LocalIdentifier(.assetCollection, album)))
        try left.update(photos[0]) {
            $0.rating = 4
            $0.addedKeywords = ["left"]
        }
        try right.update(shared) {
            $0.caption = .set("A day")
            $0.addedKeywords = ["right"]
            $0.isFavorite = true
        }
        try left.perform(.removeMembers(.album(album), [LocalIdentifier(.asset, photos[3])]))
        try right.perform(.insertMembers(.album(there), [LocalIdentifier(.asset, mine)], at: 0))
        try right.edit(shared, 30)
        let edited = try right.object(left.record(of: LocalIdentifier(.asset, photos[1])))
        try right.perform(.revertAdjustment(edited))
        try left.perform(.deleteAssets([photos[2]]))
        try synchronize()
        let (here, everywhere) = (try left.everything(), try right.everything())
        #expect(here == everywhere)
        let details = try left.owner.details(of: [photos[0]])[0]
        #expect(details.caption == "A day")
        #expect(Set(details.keywords) == ["one", "left", "right"])
        #expect(try left.owner.adjustment(of: photos[0])?.data == [1, 2, 3])
        #expect(try left.owner.adjustment(of: photos[1]) == nil)
        // Nothing more to do.
        let token = try left.owner.currentToken()
        try synchronize()
        #expect(try left.owner.currentToken() == token)
    }

    @Test func `files that two machines add to one photo while apart are all kept, and both show the same ones`() throws
    {
        let photos = try (1...3).map { try left.addPhoto(UInt64($0)) }
        try synchronize()
        let there = try photos.map { try right.object(left.record(of: LocalIdentifier(.asset, $0))) }
        // One kind on both machines; a file beside an edit; the same file on both.
        try left.complete(photos[0], 10)
        try right.complete(there[0], 11)
        try left.complete(photos[1], 20)
        try right.edit(there[1], 30)
        try left.complete(photos[2], 12)
        try right.complete(there[2], 12)
        let both = try [left.owner.resources(of: photos[0])[1], right.owner.resources(of: there[0])[1]].map(\.digest)
        try synchronize(rounds: 3)
        #expect(try left.everything() == right.everything())
        let shown = try left.owner.resources(of: photos[0]).map(\.digest)
        #expect(shown.count == 2 && both.contains(shown[1]))
        #expect(try left.owner.resources(of: photos[1]).count == 3)
        let new = try Machine(bucket: bucket.file("bucket"))
        try new.synchronize()
        try new.synchronize()
        #expect(try new.everything() == left.everything())
        for (machine, file) in [(left, both[0]), (right, both[1])] {
            #expect(try machine.owner.openContent(file) != nil)
        }
    }

    @Test func `an app's token stays good, and its history contradicts no fetch`() throws {
        try right.owner.setStatus(.authorized, ofApp: right.library.appIdentity, for: .readWrite)
        try right.addPhoto(50)
        var app = try Follower(right.library.app)
        let photos = try (1...3).map { try left.addPhoto(UInt64($0)) }
        try synchronize()
        try app.follow()
        #expect(app.assets.count == 4)
        try left.perform(.deleteAssets([photos[0], photos[1]]))
        try synchronize()
        try app.follow()
        #expect(app.assets.count == 2)
        try left.perform(.recoverAssets([photos[0]]))
        try left.edit(photos[0], 20)
        try left.perform(.deleteAssets([photos[2]]))
        try left.addPhoto(7)
        try synchronize()
        try app.follow()
        #expect(app.assets.count == 3)
    }

    @Test func `a limited app sees of what arrives what the person selects for it, and nothing else`() throws {
        let (identity, mine) = (right.library.appIdentity, try right.addPhoto(50))
        try right.owner.setStatus(.limited, ofApp: identity, for: .readWrite)
        try right.owner.select([mine], forApp: identity, deselects: false)
        let app = right.library.app
        let token = try app.currentToken()
        let photo = try left.addPhoto(1)
        try synchronize()
        #expect(try Follower.fetch(right.owner).count == 2)
        #expect(try Follower.fetch(app) == [mine])
        #expect(try app.currentToken() == token)
        let arrived = try right.object(left.record(of: LocalIdentifier(.asset, photo)))
        try right.owner.select([arrived], forApp: identity, deselects: false)
        try left.update(photo) { $0.isFavorite = true }
        try left.update(try left.object(right.record(of: LocalIdentifier(.asset, mine)))) { $0.isFavorite = true }
        try synchronize()
        #expect(try Set(app.history(since: token).objects) == [arrived, mine])
    }

    @Test func `a machine that ends while the library applies a batch applies it once`() throws {
        try left.addPhoto(1)
        try left.synchronize()
        let token = try right.owner.currentToken()
        try right.synchronize(dies: true)
        try synchronize()
        let log = try right.owner.history(since: token)
        #expect(log.changeKinds == [ChangeKind.inserted.rawValue])
        #expect(log.authors == [ChangeAuthor.anotherDevice.rawValue])
        #expect(try left.everything() == right.everything())
    }

    @Test func `a machine that lost everything gets its library back`() throws {
        let photos = try (1...3).map { try left.addPhoto(UInt64($0)) }
        try left.edit(photos[0], 20)
        _ = try left.makeAlbum("Trip", Array(photos.reversed()))
        try left.perform(.deleteAssets([photos[2]]))
        try left.synchronize()
        let new = try Machine(bucket: bucket.file("bucket"))
        try new.synchronize()
        try new.synchronize()
        #expect(try new.everything() == left.everything())
    }

    @Test func `cloud identifiers find the object by its record, and where there is none by its content`() throws {
        let photo = try left.addPhoto(1)
        let identifier = try left.record(of: LocalIdentifier(.asset, photo))
        #expect(try right.owner.localIdentifiers(of: [identifier], onlySynced: false) == [[]])
        let copies = [try right.addPhoto(1), try right.addPhoto(1)]
        let found = try right.owner.localIdentifiers(of: [identifier], onlySynced: false)[0].map(\.id)
        #expect(Set(found) == Set(copies))
        try synchronize()
        let record = try right.owner.localIdentifiers(of: [identifier], onlySynced: false)[0].map(\.id)
        #expect(record.count == 1)
        #expect(!copies.contains(record[0]))
        #expect(try right.record(of: LocalIdentifier(.asset, record[0])) == identifier)
    }
}
