import LibraryModel
import LibraryStore
import Testing

@Suite struct HistoryFilterTests {
    private let library: TestLibrary
    private let person: LibraryView
    private let start: ChangeToken
    private let assets: [ObjectID]
    private let album: ObjectID
    private let folder: ObjectID
    private let camera = "exe:/camera"
    private let sorter = "exe:/sorter"

    /// Assets, an album and a folder by the person; a rating and a title by one app, a favourite by another; a delete.
    init() throws {
        library = try TestLibrary()
        person = library.person
        start = try person.currentToken()
        assets = try person.add(count: 3)
        folder = try person.makeFolder()
        album = try person.makeAlbum()
        try library.app(camera, .authorized).set(assets[0]) { $0.rating = 3 }
        try library.app(sorter, .authorized).set(assets[1]) { $0.isFavorite = true }
        try library.view(camera).change(.renameCollection(.assetCollection, album, title: "New"))
        try person.change(.deleteAssets([assets[2]]))
    }

    private func told(
        _ view: LibraryView? = nil,
        pages maximumChanges: Int = 2,
        _ configure: (inout HistoryFilter) -> Void
    ) throws -> [LoggedChange.What] {
        var filter = HistoryFilter()
        configure(&filter)
        let view = view ?? person
        var token = try view.currentToken()
        token.sequence = start.sequence
        return try view.log(since: token, matching: filter, maximumChanges: maximumChanges).what
    }

    @Test(arguments: [1, 2, 100]) func `history can be asked for some kinds of objects`(_ pages: Int) throws {
        // Putting the album into the top level is no change of the folder's.
        #expect(try told(pages: pages) { $0.kinds = [.collectionList] } == [inserted(folder)])
        #expect(
            try told(pages: pages) { $0.kinds = [.assetCollection, .collectionList] } == [
                inserted(folder), inserted(album), updated(album, .title),
            ]
        )
        #expect(try told(pages: pages) { $0.kinds = [] } == [])
    }

    @Test func `some fields restrict updates, and what comes and goes is told all the same`() throws {
        #expect(
            try told {
                $0.kinds = [.asset]
                $0.fields = [.rating, .location]
            } == assets.map(inserted) + [updated(assets[0], .rating), deleted(assets[2])]
        )
        #expect(
            try told { $0.fields = [] } == assets.map(inserted) + [
                inserted(folder), inserted(album), deleted(assets[2]),
            ]
        )
        // An update is told with all that it touched.
        let token = try person.currentToken()
        try person.set(assets[0]) { update in
            update.isHidden = true
            update.rating = 1
        }
        var filter = HistoryFilter()
        filter.fields = .hidden
        #expect(try person.log(since: token, matching: filter).what == [updated(assets[0], [.hidden, .rating])])
    }

    @Test func `history can be asked for some objects`() throws {
        let some = [LocalIdentifier(.asset, assets[2]), LocalIdentifier(.assetCollection, album)]
        #expect(
            try told { $0.objects = some } == [
                inserted(assets[2]), inserted(album), updated(album, .title), deleted(assets[2]),
            ]
        )
        #expect(try told { $0.objects = [LocalIdentifier(.asset, album)] } == [])
        #expect(try told { $0.objects = [] } == [])
        // All that is asked for must hold.
        #expect(
            try told {
                $0.objects = some
                $0.kinds = [.asset]
            } == [inserted(assets[2]), deleted(assets[2])]
        )
        let tooMany = Array(repeating: some[0], count: HistoryFilter.maximumObjects + 1)
        #expect(errorCode { try told { $0.objects = tooMany } } == .limitExceeded)
        #expect(errorCode { try told { $0.objects = Array(tooMany.dropLast()) } } == nil)
    }

    @Test func `the person is told which app it was, and an app only whether it was itself`() throws {
        let byPerson = try person.log(since: start)
        #expect(byPerson.map(\.app) == [nil, nil, nil, nil, nil, camera, sorter, camera, nil])
        #expect(byPerson.filter { $0.app == nil }.allSatisfy { $0.author == .person })
        #expect(byPerson.filter { $0.app != nil }.allSatisfy { $0.author == .anotherApp })
        var token = try library.view(camera).currentToken()
        token.sequence = start.sequence
        let byCamera = try library.view(camera).log(since: token)
        #expect(byCamera.dropFirst(5).map(\.author) == [.asker, .anotherApp, .asker, .person])
        #expect(byCamera.allSatisfy { $0.app == nil })
        let page = try library.view(camera).history(since: token)
        #expect(page.apps == [] && page.appPositions == [])
    }

    @Test func `history can be asked for what somebody did`() throws {
        #expect(
            try told { $0.apps = [camera] } == [updated(assets[0], .rating), updated(album, .title)]
        )
        #expect(try told { $0.apps = ["exe:/nobody"] } == [])
        #expect(try told { $0.authors = [] } == [])
        #expect(
            try told {
                $0.authors = [.person]
                $0.apps = [sorter]
                $0.fields = [.favorite]
                $0.kinds = [.asset]
            } == assets.map(inserted) + [updated(assets[1], .favorite), deleted(assets[2])]
        )
        let app = library.view(camera)
        #expect(try told(app) { $0.authors = [.asker] } == [updated(assets[0], .rating), updated(album, .title)])
        #expect(try told(app) { $0.authors = [.anotherApp] } == [updated(assets[1], .favorite)])
        // Which other app is not for apps to ask, not even about themselves.
        #expect(errorCode { try told(app) { $0.apps = [sorter] } } == .invalidRequest)
        #expect(errorCode { try told(app) { $0.apps = [camera] } } == .invalidRequest)
        let tooMany = Array(repeating: camera, count: HistoryFilter.maximumApps + 1)
        #expect(errorCode { try told { $0.apps = tooMany } } == .limitExceeded)
    }

    @Test func `a filter shows a limited app nothing that it does not see`() throws {
        let app = try library.app("exe:/limited", .limited)
        try library.store.select([assets[0]], for: "exe:/limited")
        let token = try app.currentToken()
        try person.set(assets[0]) { $0.isFavorite = true }
        try person.set(assets[1]) { $0.isHidden = true }
        let own = try app.makeAlbum()
        // The member is not seen: to the app nothing of its album changed.
        try person.insert([assets[1]], into: own)
        try person.insert([assets[0]], into: own)
        func told(_ configure: (inout HistoryFilter) -> Void) throws -> [LoggedChange] {
            var filter = HistoryFilter()
            configure(&filter)
            return try app.log(since: token, matching: filter)
        }
        #expect(
            try told { _ in }.what == [updated(assets[0], .favorite), inserted(own), updated(own, .members)]
        )
        #expect(try told { _ in }.map(\.author) == [.person, .asker, .person])
        #expect(try told { $0.objects = [LocalIdentifier(.asset, assets[1])] } == [])
        #expect(try told { $0.fields = [.members] }.what == [inserted(own), updated(own, .members)])
        #expect(try told { $0.fields = [.hidden] }.what == [inserted(own)])
        // Its selection is the person's doing.
        try library.store.select([assets[1]], for: "exe:/limited")
        let selected = [inserted(assets[1]), updated(own, .members)]
        #expect(try told { $0.authors = [.person] }.suffix(2).map(\.what) == selected)
        #expect(try told { $0.authors = [.asker] }.what == [inserted(own)])
    }

    @Test func `the token gets on where nothing passes, also over a page that is empty`() throws {
        var filter = HistoryFilter()
        filter.objects = []
        let page = try person.history(since: start, matching: filter)
        #expect(page.sequences == [] && !page.hasMore)
        #expect(page.upTo == (try person.currentToken().sequence))
        // A page looks at 65,536 changes at most: here is more than one page of them, and then one that passes.
        try library.tamper(
            """
            WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 69999)
            INSERT INTO change_transaction (sequence, time, origin, first_change, change_count)
            SELECT 100 + i, 0, NULL, 1000 + i, 1 FROM n;
            INSERT INTO change (row, sequence, object_kind, change_kind, fields, object, scope, object_row, owner,
                owner_fields)
            SELECT first_change, sequence, 1, 2, 4, (SELECT id FROM asset LIMIT 1), NULL, 1, NULL, 0
            FROM change_transaction WHERE sequence >= 100;
            """
        )
        let new = try person.addOne()
        var token = start
        token.sequence = 99
        filter.objects = [LocalIdentifier(.asset, new)]
        let first = try person.history(since: token, matching: filter)
        #expect(first.sequences == [] && first.hasMore)
        #expect(first.upTo == 99 + 65_536)
        token = first.next
        let second = try person.history(since: token, matching: filter)
        #expect(second.objects == [new] && !second.hasMore)
    }

    @Test func `a stretch that is damaged is told whatever is asked for, but not as somebody else's`() throws {
        try library.tamper("DELETE FROM change WHERE sequence = 4")
        var filter = HistoryFilter()
        filter.objects = []
        #expect(try person.history(since: start, matching: filter).sequences == [4])
        filter.apps = [camera]
        #expect(try person.history(since: start, matching: filter).unavailable == [0])
        filter.apps = [sorter]
        #expect(try person.history(since: start, matching: filter).sequences == [])
        try library.tamper("DELETE FROM change_transaction WHERE sequence = 4")
        let page = try person.history(since: start, matching: filter)
        #expect(page.sequences == [4] && page.unavailable == [0])
        #expect(page.authors == [ChangeAuthor.unknown.rawValue] && page.app(of: 0) == nil)
    }
}
