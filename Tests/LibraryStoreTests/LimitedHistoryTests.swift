import LibraryModel
import LibraryStore
import LibraryTestSupport
import Testing

@Suite struct LimitedHistoryTests {
    private let library: TestLibrary
    private let person: LibraryView
    private let app: LibraryView
    private let ids: [ObjectID]
    /// Before everything that a test does, of the app and of the person.
    private let token: ChangeToken
    private let personToken: ChangeToken
    private let identity = "exe:/app"

    init() throws {
        library = try TestLibrary()
        person = library.person
        app = try library.app(identity, .limited)
        ids = try person.add(count: 4)
        try library.store.select([ids[0]], for: identity)
        token = try app.currentToken()
        personToken = try person.currentToken()
    }

    private func seen() throws -> [LoggedChange.What] { try app.log(since: token).what }

    @Test func `entering the selection is an insert, leaving it a delete, and in between it is there`() throws {
        try person.set(ids[1]) { $0.isFavorite = true }
        try library.store.select([ids[1], ids[2]], for: identity)
        try person.set(ids[1]) { $0.isFavorite = false }
        try person.set(ids[3]) { $0.isFavorite = true }
        try library.store.deselect([ids[1]], for: identity)
        try person.set(ids[1]) { $0.rating = 2 }
        try library.store.select([ids[1]], for: identity)
        #expect(
            try seen() == [
                inserted(ids[1]), inserted(ids[2]), updated(ids[1], .favorite), deleted(ids[1]), inserted(ids[1]),
            ]
        )
        // The selection of one app is nobody else's business.
        #expect(
            try person.log(since: personToken).what == [
                updated(ids[1], .favorite), updated(ids[1], .favorite), updated(ids[3], .favorite),
                updated(ids[1], .rating),
            ]
        )
    }

    @Test func `selecting twice and deselecting what was not selected is nothing`() throws {
        try library.store.select([ids[0]], for: identity)
        try library.store.deselect([ids[2]], for: identity)
        #expect(try seen() == [])
        #expect(try app.currentToken() == token)
    }

    @Test func `a deletion is told to those who saw the asset, before and after it is erased`() throws {
        try library.store.select([ids[1]], for: identity)
        try person.change(.deleteAssets([ids[0], ids[3]]))
        let expected = [inserted(ids[1]), deleted(ids[0])]
        #expect(try seen() == expected)
        // Its selection ends without a word: it is gone already.
        try person.change(.deleteAssets([ids[1]]))
        #expect(errorCode { try library.store.deselect([ids[1]], for: identity) } == .notFound)
        library.clock.advance(days: 31)
        _ = try library.store.purgeRecentlyDeleted()
        #expect(try library.number("SELECT count(*) FROM asset") == 1)
        #expect(try seen() == expected + [deleted(ids[1])])
    }

    @Test func `what it adds is an insert for it, and for the others that see everything`() throws {
        let other = try library.app("exe:/other", .limited)
        let otherToken = try other.currentToken()
        let mine = try app.addOne()
        #expect(try seen() == [inserted(mine)])
        #expect(try person.log(since: personToken).what == [inserted(mine)])
        #expect(try other.log(since: otherToken) == [])
    }

    @Test func `transactions in which nothing is seen move no token and leave no gap`() throws {
        for _ in 0..<5 { try person.addOne() }
        let page = try app.history(since: token)
        #expect(page.sequences == [] && !page.hasMore)
        #expect(page.upTo == token.sequence)
        #expect(try app.currentToken() == token)
        #expect(try app.fetch(FetchRequest(.allAssets)).state == token)
        #expect(try !app.checkForChanges(since: token).hasChanges)
        #expect(try person.checkForChanges(since: personToken).hasChanges)
        try person.set(ids[0]) { $0.rating = 1 }
        try person.addOne()
        let own = try app.perform(ChangeBlock(operations: [.revertAdjustment(ids[0])]))
        // Nothing was done, and the person's photo between is not counted.
        #expect(own.sequence == token.sequence + 1)
        #expect(try app.checkForChanges(since: token).hasChanges)
        #expect(try app.currentToken() == own)
        let mine = try app.addOne()
        let after = try app.history(since: token)
        #expect(after.sequences == [token.sequence + 1, token.sequence + 2])
        #expect(after.objects == [ids[0], mine])
    }

    @Test func `an app that may only add is given the same token always`() throws {
        try library.store.setStatus(of: "exe:/camera", for: .addOnly, to: .authorized)
        let camera = library.view("exe:/camera")
        let empty = try camera.perform(ChangeBlock(operations: []))
        var tokens: Set<ChangeToken> = [empty]
        for _ in 0..<3 {
            try person.addOne()
            let id = try camera.mintIdentifiers(1)[0]
            let staged = ObjectID.random()
            let use = StagedResourceUse(staged: staged, kind: .photo)
            let block = ChangeBlock(operations: [.createAsset(AssetCreation(id: id, resources: [use]))])
            tokens.insert(try camera.perform(block, files: [staged: NewAsset().staged]))
        }
        #expect(tokens == [empty])
        // And it is good for nothing once the app may read.
        try library.store.setStatus(of: "exe:/camera", for: .readWrite, to: .limited)
        #expect(errorCode { try camera.history(since: empty) } == .tokenExpired)
    }

    @Test func `a token grows too old only when something that its app saw is gone`() throws {
        let library = try TestLibrary { $0.minimumKeptChanges = 0 }
        let ids = try library.person.add(count: 2)
        let app = try library.app(identity, .limited)
        try library.store.select([ids[0]], for: identity)
        let first = try app.currentToken()
        for rating: UInt32 in 1...3 { try library.person.set(ids[1]) { $0.rating = rating } }
        library.clock.advance(days: 31)
        while try library.store.maintain() {}
        #expect(try library.number("SELECT count(*) FROM seen_transaction") == 0)
        // What is gone was not seen.
        #expect(try app.log(since: first) == [])
        try library.person.set(ids[0]) { $0.rating = 1 }
        #expect(try app.log(since: first).what == [updated(ids[0], .rating)])
        library.clock.advance(days: 31)
        while try library.store.maintain() {}
        let code = errorCode { try app.history(since: first) }
        #expect(code == .tokenExpired)
        #expect(try app.history(since: app.currentToken()).sequences == [])
    }

    @Test func `albums of others do not show, its own do`() throws {
        let theirs = try person.makeAlbum("Theirs")
        let mine = try app.makeAlbum("Mine")
        try person.insert([ids[0]], into: theirs)
        try person.change(.renameCollection(.assetCollection, mine, title: "M"))
        try person.change(.deleteCollections(.assetCollection, [mine, theirs]))
        #expect(try seen() == [inserted(mine), updated(mine, .title), deleted(mine)])
    }

    @Test func `what others do in its album shows as far as it sees the members`() throws {
        let mine = try app.makeAlbum()
        try library.store.select([ids[1]], for: identity)
        var token = try app.currentToken()
        func next() throws -> [LoggedChange.What] {
            let told = try app.log(since: token).what
            token = try app.currentToken()
            return told
        }
        try person.insert([ids[2]], into: mine)
        #expect(try next() == [])
        try person.insert([ids[0], ids[1]], into: mine)
        #expect(try next() == [updated(mine, .members)])
        try person.change(.moveMembers(.album(mine), [LocalIdentifier(.asset, ids[2])], to: 1))
        #expect(try next() == [])
        try person.change(.moveMembers(.album(mine), [LocalIdentifier(.asset, ids[0])], to: 2))
        #expect(try next() == [updated(mine, .members)])
        // A title that shows beside members that do not.
        try person.change(
            .insertMembers(.album(mine), [LocalIdentifier(.asset, ids[3])], at: 0),
            .renameCollection(.assetCollection, mine, title: "New")
        )
        #expect(try next() == [updated(mine, .title)])
        try person.change(.deleteAssets([ids[3]]))
        #expect(try next() == [])
        try person.change(.deleteAssets([ids[1]]))
        #expect(try next() == [updated(mine, .members), deleted(ids[1])])
    }

    @Test func `its album changes when members enter or leave its sight`() throws {
        let mine = try app.makeAlbum()
        try app.insert([ids[0]], into: mine)
        try person.insert([ids[1]], into: mine)
        let start = try app.currentToken()
        try library.store.select([ids[1], ids[2]], for: identity)
        try library.store.deselect([ids[0]], for: identity)
        #expect(
            try app.log(since: start).what == [
                inserted(ids[1]), updated(mine, .members), inserted(ids[2]), deleted(ids[0]), updated(mine, .members),
            ]
        )
    }

    @Test func `moving its album between folders that it does not see is nothing to it`() throws {
        let folder = try person.makeFolder()
        let (mine, box) = (try app.makeAlbum(), try app.makeFolder())
        let start = try app.currentToken()
        try person.change(.insertMembers(.folder(folder), [LocalIdentifier(.assetCollection, mine)], at: nil))
        #expect(try app.log(since: start) == [])
        try person.change(.insertMembers(.folder(box), [LocalIdentifier(.assetCollection, mine)], at: nil))
        #expect(try app.log(since: start).what == [updated(box, .members), updated(mine, .parent)])
    }

    @Test func `applying what history tells to what was seen gives what is seen`() throws {
        var generator = SeededGenerator(seed: 7)
        var known = Set(try app.ids(.allAssets))
        var token = token
        var alive = ids
        for round in 0..<300 {
            let one = alive.randomElement(using: &generator) ?? ids[0]
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: alive.append(try person.addOne())
            case 1: alive.append(try app.addOne())
            case 2, 3: try library.store.select([one], for: identity)
            case 4: try library.store.deselect([one], for: identity)
            case 5 where alive.count > 2:
                try person.change(.deleteAssets([one]))
                alive.removeAll { $0 == one }
            default: try person.set(one) { $0.rating = UInt32(round % 6) }
            }
            guard round % 5 == 0 else { continue }
            for change in try app.log(since: token, maximumChanges: 3) {
                switch change.change {
                case .inserted: #expect(known.insert(change.object).inserted)
                case .updated: #expect(known.contains(change.object))
                case .deleted: #expect(known.remove(change.object) != nil)
                }
            }
            token = try app.currentToken()
            #expect(known == Set(try app.ids(.allAssets)))
        }
    }
}
