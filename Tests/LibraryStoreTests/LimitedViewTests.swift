import LibraryModel
import LibraryStore
import Testing

@Suite struct LimitedViewTests {
    private let library: TestLibrary
    private let person: LibraryView
    private let app: LibraryView
    /// The app sees 0, 2 and 4, of which 4 is hidden.
    private let ids: [ObjectID]
    private let seen: [ObjectID]

    init() throws {
        library = try TestLibrary()
        person = library.person
        app = try library.app("exe:/app", .limited)
        var hidden = NewAsset(captured: 50)
        hidden.properties.isHidden = true
        ids = try person.add([
            NewAsset(captured: 10), NewAsset(captured: 20), NewAsset(captured: 30), NewAsset(captured: 40), hidden,
            NewAsset(captured: 60),
        ])
        seen = [ids[0], ids[2], ids[4]]
        try library.store.select(seen, for: "exe:/app")
    }

    @Test func `fetches, counts and predicates know the selection only`() throws {
        guard case .limited = try app.visibility() else {
            Issue.record("the app is not limited")
            return
        }
        #expect(try app.ids(.allAssets) == [ids[0], ids[2]])
        #expect(try app.ids(.allAssets) { $0.includesHidden = true } == seen)
        #expect(try app.ids(.identifiers(.asset, ids)) == seen)
        let all = PredicateProgram([.constant(true)])
        #expect(try app.count(FetchRequest(.allAssets, predicate: all)) == 2)
        let named = PredicateProgram([
            .key("SELF"), .literal(.identifiers(ids.map { LocalIdentifier(.asset, $0) })), .compare(.in, []),
        ])
        #expect(try app.ids(.allAssets) { $0.predicate = named } == [ids[0], ids[2]])
        let newest = try app.ids(.allAssets) {
            $0.sort = [SortKey("creationDate", isAscending: false)]
            $0.limit = 1
        }
        #expect(newest == [ids[2]])
        #expect(
            try app.ids(.identifiers(.asset, ids)) { $0.predicate = all } == seen
        )
        // Hints would tell in which order the library grew.
        #expect(try app.fetch(FetchRequest(.allAssets)).hints == [])
    }

    @Test func `what is not seen does not exist, with hints or without`() throws {
        for hints: [RowHint] in [[], [1, 2, 3, 4, 5, 6]] {
            #expect(try app.assets(ids, hints: hints).flags.map { $0 & 1 } == [1, 0, 1, 0, 1, 0])
        }
        let absent = ObjectID.random()
        for id in [ids[1], absent] {
            #expect(errorCode { try app.resources(of: id) } == .notFound)
            #expect(errorCode { try app.adjustment(of: id) } == .notFound)
            #expect(errorCode { try app.set(id) { $0.isFavorite = true } } == .notFound)
            #expect(errorCode { try app.change(.deleteAssets([id])) } == .notFound)
            #expect(errorCode { try app.change(.revertAdjustment(id)) } == .notFound)
            #expect(try app.ids(.collections(containing: id)) == [])
        }
        // The very same error, not just the same code.
        func error(_ id: ObjectID) -> LibraryError? {
            do { try app.change(.deleteAssets([id])) } catch let error as LibraryError { return error } catch {}
            return nil
        }
        #expect(error(ids[1]) == error(absent))
        #expect(try app.resources(of: ids[0]).map(\.info.digest) == [[]])
        let digest = try person.resources(of: ids[1])[0].info.digest
        #expect(try person.findAsset(digest: digest) == ids[1])
        #expect(try app.findAsset(digest: digest) == nil)
    }

    @Test func `what it adds joins its selection, and nothing else does`() throws {
        let mine = try app.addOne()
        try person.addOne()
        #expect(try app.ids(.allAssets) == [ids[0], ids[2], mine])
        #expect(try library.store.apps().first { $0.app == "exe:/app" }?.selectedCount == 4)
        let other = try library.app("exe:/other", .limited)
        #expect(try other.ids(.allAssets) == [])
        #expect(try other.ids(.identifiers(.asset, [mine])) == [])
    }

    @Test func `how many photos are selected for it follows every change of them`() throws {
        func count() throws -> Int? { try library.store.apps().first { $0.app == "exe:/app" }?.selectedCount }
        #expect(try count() == 3)
        try library.store.select([ids[0], ids[1]], for: "exe:/app")
        #expect(try count() == 4)
        try person.change(.deleteAssets([ids[0], ids[2], ids[3]]))
        #expect(try count() == 2)
        try person.change(.recoverAssets([ids[0]]))
        #expect(try count() == 3)
        try person.change(.deleteAssets([ids[1]]), .recoverAssets([ids[1]]))
        try person.set(ids[1]) { $0.isHidden = true }
        #expect(try count() == 3)
        try library.store.deselect([ids[1]], for: "exe:/app")
        #expect(try count() == 2)
        library.clock.advance(days: 31)
        #expect(try !library.store.purgeRecentlyDeleted())
        #expect(try count() == 2)
        #expect(try library.store.integrityCheck() == [])
        try library.tamper("UPDATE app SET selected_count = 7")
        #expect(try library.store.integrityCheck() == ["the number of photos selected for exe:/app is wrong"])
    }

    @Test func `it sees, changes and deletes its own albums and folders only`() throws {
        let theirs = try person.makeAlbum("Theirs")
        let folder = try person.makeFolder("Theirs")
        let mine = try app.makeAlbum("Mine")
        let box = try app.makeFolder("Box")
        let inner = try app.makeAlbum("Inner", in: box)
        let others = try library.app("exe:/other", .limited).makeAlbum("Other")
        #expect(try app.ids(.allCollections(.assetCollection)) == [mine, inner])
        #expect(try app.ids(.allCollections(.collectionList)) == [box])
        #expect(try app.ids(.children(ofList: nil)) == [mine, box])
        #expect(try app.ids(.children(ofList: box)) == [inner])
        #expect(try app.ids(.lists(containing: inner)) == [box])
        for id in [theirs, others, .random()] {
            #expect(try app.ids(.identifiers(.assetCollection, [id])) == [])
            #expect(try app.ids(.assets(inCollection: id)) == [])
            #expect(try app.collections([id]).flags == [0])
            #expect(errorCode { try app.change(.renameCollection(.assetCollection, id, title: "x")) } == .notFound)
            #expect(errorCode { try app.change(.deleteCollections(.assetCollection, [id])) } == .notFound)
            #expect(errorCode { try app.insert([ids[0]], into: id) } == .notFound)
            let member = LocalIdentifier(.assetCollection, id)
            #expect(errorCode { try app.change(.insertMembers(.folder(box), [member], at: nil)) } == .notFound)
        }
        #expect(errorCode { try app.makeAlbum(in: folder) } == .notFound)
        #expect(try person.ids(.children(ofList: nil)) == [theirs, folder, mine, box, others])
        // The person may put its album into a folder of theirs: for the app it is at the top level still.
        try person.change(.insertMembers(.folder(folder), [LocalIdentifier(.assetCollection, mine)], at: nil))
        #expect(try app.ids(.children(ofList: nil)) == [box, mine])
        #expect(try app.ids(.lists(containing: mine)) == [])
        // A person's album in the app's folder survives that folder.
        try person.change(.insertMembers(.folder(box), [LocalIdentifier(.assetCollection, theirs)], at: 0))
        #expect(try app.ids(.children(ofList: box)) == [inner])
        try app.change(.deleteCollections(.collectionList, [box]))
        #expect(try person.ids(.allCollections(.assetCollection)) == [theirs, mine, others])
        #expect(try person.ids(.children(ofList: nil)) == [folder, others, theirs])
    }

    @Test func `members that it may not see are not there, in counts and positions`() throws {
        let album = try app.makeAlbum()
        try app.insert([ids[0], ids[2]], into: album)
        try person.insert([ids[1], ids[3]], into: album, at: 1)
        #expect(try person.ids(.assets(inCollection: album)) == [ids[0], ids[1], ids[3], ids[2]])
        #expect(try app.ids(.assets(inCollection: album)) == [ids[0], ids[2]])
        let page = try app.collections([album])
        #expect(page.memberCount == [2])
        #expect(page.startDate == [10])
        #expect(page.endDate == [30])
        #expect(try person.collections([album]).memberCount == [4])
        let large = PredicateProgram([.key("estimatedAssetCount"), .literal(.integer(2)), .compare(.greater, [])])
        #expect(try app.ids(.allCollections(.assetCollection)) { $0.predicate = large } == [])
        let mine = try app.addOne()
        try app.insert([mine], into: album, at: 1)
        #expect(try app.ids(.assets(inCollection: album)) == [ids[0], mine, ids[2]])
        #expect(try person.ids(.assets(inCollection: album)) == [ids[0], ids[1], ids[3], mine, ids[2]])
        try app.change(.moveMembers(.album(album), [LocalIdentifier(.asset, ids[0])], to: 2))
        #expect(try app.ids(.assets(inCollection: album)) == [mine, ids[2], ids[0]])
        #expect(errorCode { try app.insert([ids[2]], into: album, at: 4) } == .invalidRequest)
        #expect(
            errorCode { try app.change(.removeMembers(.album(album), [LocalIdentifier(.asset, ids[1])])) } == .notFound
        )
        #expect(try app.ids(.collections(containing: ids[0])) == [album])
    }

    @Test func `leaving the selection takes everything away at once`() throws {
        let album = try app.makeAlbum()
        try app.insert([ids[0], ids[2]], into: album)
        try library.store.deselect([ids[0]], for: "exe:/app")
        #expect(try app.ids(.allAssets) == [ids[2]])
        #expect(try app.assets([ids[0]]).flags == [0])
        #expect(try app.ids(.assets(inCollection: album)) == [ids[2]])
        #expect(errorCode { try app.resources(of: ids[0]) } == .notFound)
        #expect(errorCode { try library.store.select([.random()], for: "exe:/app") } == .notFound)
    }
}

@Suite struct AccessTests {
    @Test(arguments: [AuthorizationStatus.notDetermined, .denied, .restricted])
    func `an app without access gets empty fetches and refusals`(status: AuthorizationStatus) throws {
        let library = try TestLibrary()
        let id = try library.person.addOne()
        let album = try library.person.makeAlbum()
        let app = try library.app("exe:/app", status)
        let refusal: LibraryError.Code = status == .restricted ? .accessRestricted : .accessDenied
        #expect(try app.visibility() == .none(isRestricted: status == .restricted))
        for scope in [
            FetchScope.allAssets, .assets(inCollection: album), .identifiers(.asset, [id]),
            .identifiers(.assetCollection, [album]), .allCollections(.assetCollection), .collections(containing: id),
            .children(ofList: nil), .lists(containing: album),
        ] {
            #expect(try app.ids(scope) == [])
        }
        #expect(try app.assets([id], hints: [1]).flags == [0])
        #expect(try app.collections([album]).flags == [0])
        #expect(errorCode { try app.resources(of: id) } == refusal)
        #expect(errorCode { try app.adjustment(of: id) } == refusal)
        #expect(errorCode { try app.currentToken() } == refusal)
        let token = try library.person.currentToken()
        #expect(errorCode { try app.history(since: token) } == refusal)
        #expect(errorCode { try app.mintIdentifiers(1) } == refusal)
        #expect(errorCode { try app.change() } == refusal)
        #expect(errorCode { try app.set(id) { $0.isFavorite = true } } == refusal)
        #expect(errorCode { try app.checkForChanges(since: token) } == refusal)
    }

    @Test func `an app that may only add adds, and reads nothing back`() throws {
        let library = try TestLibrary()
        try library.store.setStatus(of: "exe:/camera", for: .addOnly, to: .authorized)
        let camera = library.view("exe:/camera")
        let id = try camera.addOne()
        #expect(try library.person.ids(.allAssets) == [id])
        guard case .addOnly = try camera.visibility() else {
            Issue.record("the app may not only add")
            return
        }
        #expect(try camera.ids(.allAssets) == [])
        #expect(try camera.ids(.identifiers(.asset, [id])) == [])
        #expect(try camera.assets([id]).flags == [0])
        #expect(errorCode { try camera.resources(of: id) } == .accessDenied)
        #expect(errorCode { try camera.currentToken() } == .accessDenied)
        #expect(errorCode { try camera.set(id) { $0.isFavorite = true } } == .accessDenied)
        #expect(errorCode { try camera.change(.deleteAssets([id])) } == .accessDenied)
        #expect(errorCode { try camera.makeAlbum() } == .accessDenied)
        #expect(try library.person.ids(.allCollections(.assetCollection)) == [])
    }

    @Test func `an app that asks waits for an answer until one comes, and again when it asks again`() throws {
        let library = try TestLibrary()
        func request() throws -> AccessRequest? { try library.store.apps().first?.request }
        try library.store.noteSeen("exe:/a", claimedName: "An App")
        #expect(try request() == .never)
        try library.store.noteSeen("exe:/a", claimedName: "An App", asksForAccess: true)
        #expect(try request() == .unanswered)
        try library.store.noteSeen("exe:/a", claimedName: "Another Name")
        #expect(try request() == .unanswered)
        try library.store.setStatus(of: "exe:/a", for: .addOnly, to: .denied)
        #expect(try request() == .answered)
        try library.store.setStatus(of: "exe:/a", for: .addOnly, to: .notDetermined)
        #expect(try request() == .answered)
        try library.store.noteSeen("exe:/a", claimedName: "Another Name", asksForAccess: true)
        #expect(try request() == .unanswered)
    }

    @Test func `the person's decisions are kept and told`() throws {
        let library = try TestLibrary()
        let store = library.store
        #expect(try store.authorizationStatus(of: "exe:/a", for: .readWrite) == .notDetermined)
        try store.noteSeen("exe:/a", claimedName: "An App")
        try store.setStatus(of: "exe:/a", for: .readWrite, to: .limited)
        #expect(try store.authorizationStatus(of: "exe:/a", for: .readWrite) == .limited)
        #expect(try store.authorizationStatus(of: "exe:/a", for: .addOnly) == .authorized)
        try store.setStatus(of: "exe:/a", for: .addOnly, to: .denied)
        try store.setStatus(of: "exe:/a", for: .readWrite, to: .denied)
        #expect(try store.authorizationStatus(of: "exe:/a", for: .addOnly) == .denied)
        let grant = try #require(try store.apps().first)
        #expect(grant.app == "exe:/a")
        #expect(grant.claimedName == "An App")
        #expect((grant.readWrite, grant.addOnly) == (.denied, .denied))
        #expect(errorCode { try store.setStatus(of: "exe:/a", for: .addOnly, to: .limited) } == .invalidRequest)
        #expect(errorCode { try store.noteSeen("", claimedName: "x") } == .invalidRequest)
        #expect(
            errorCode { try store.noteSeen(String(repeating: "a", count: 1_025), claimedName: "x") } == .invalidRequest
        )
        try store.noteSeen("exe:/a", claimedName: String(repeating: "n", count: 2_000))
        #expect(try store.apps()[0].claimedName.utf8.count == 1_024)
    }
}
