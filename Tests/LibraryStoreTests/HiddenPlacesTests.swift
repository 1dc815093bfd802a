import LibraryModel
import Testing

@testable import LibraryStore

/// Apps that the person gave photos without places.
@Suite struct HiddenPlacesTests {
    private let library: TestLibrary
    private let ids: [ObjectID]
    private let app = "exe:/placeless"

    init() throws {
        library = try TestLibrary()
        var placed = NewAsset()
        placed.location = Coordinate(latitude: 46, longitude: 7, altitude: 100)
        ids = try library.person.add([NewAsset(), placed])
    }

    private func grant(_ status: AuthorizationStatus, hidesPlaces: Bool = true) throws -> LibraryView {
        var decision = Decision(status)
        decision.hidesPlaces = hidesPlaces
        if status == .limited { decision.selection = ids }
        try library.store.decide(decision, about: app)
        return library.view(app)
    }

    /// Everything that is told of the two assets, but for tokens.
    private func told(_ view: LibraryView) throws -> String {
        let objects = ids.map { LocalIdentifier(.asset, $0) }
        _ = try library.person.cloudIdentifiers(of: objects)
        func found(_ comparison: PredicateComparison) throws -> [ObjectID] {
            try view.ids(.allAssets) {
                $0.predicate = PredicateProgram([.key("location"), .literal(.null), .compare(comparison, [])])
            }
        }
        let newest = SortKey("modificationDate", isAscending: false)
        return """
            \(try view.assets(ids)) \(try view.assets(ids, hints: [1, 2])) \(try view.details(of: ids))
            \(try found(.equal)) \(try found(.notEqual)) \(try view.ids(.allAssets) { $0.sort = [newest] })
            \(try ids.map { try view.resources(of: $0) }) \(try view.cloudIdentifiers(of: objects))
            \(try view.months(of: FetchRequest(.allAssets), utcOffset: 0))
            """
    }

    @Test(arguments: [AuthorizationStatus.authorized, .limited])
    func `what an app is told does not depend on places`(status: AuthorizationStatus) throws {
        let view = try grant(status)
        let token = try view.currentToken()
        let before = try told(view)
        #expect(!before.contains("46.0") && before.contains("\(ids[1])"))
        library.clock.advance(days: 1)
        try library.person.set(ids[0]) { $0.location = .set(Coordinate(latitude: 46, longitude: 8)) }
        try library.person.set(ids[1]) { $0.location = .clear }
        #expect(try told(view) == before)
        #expect(try view.log(since: token).isEmpty)
        #expect(try !view.checkForChanges(since: token).hasChanges)
        if status == .limited { #expect(try view.currentToken() == token) }
        // The person, and the same app with places, see it all.
        #expect(try library.person.assets(ids).latitude == [46, 0])
        #expect(try grant(status, hidesPlaces: false).assets(ids).latitude == [46, 0])
    }

    @Test func `another change shows with its own date, and without the place that changed with it`() throws {
        let view = try grant(.authorized)
        let token = try view.currentToken()
        let dates = try view.assets(ids).modificationDate
        try library.person.set(ids[0]) { $0.location = .set(Coordinate(latitude: 1, longitude: 1)) }
        #expect(try view.assets(ids).modificationDate == dates)
        #expect(try library.person.assets(ids).modificationDate[0] > dates[0])
        try library.person.set(ids[0]) {
            $0.location = .set(Coordinate(latitude: 2, longitude: 2))
            $0.isFavorite = true
        }
        #expect(try view.assets(ids).modificationDate == library.person.assets(ids).modificationDate)
        let page = try view.history(since: token, matching: HistoryFilter(), maximumChanges: 10)
        #expect(page.fields == [ChangedFields.favorite.rawValue])
    }

    @Test func `an app without places sets none but of what it creates`() throws {
        let view = try grant(.authorized)
        #expect(errorCode { try view.set(ids[1]) { $0.location = .clear } } == .changeNotSupported)
        let place = Coordinate(latitude: 46, longitude: 7, altitude: 100)
        #expect(errorCode { try view.set(ids[1]) { $0.location = .set(place) } } == .changeNotSupported)
        var own = NewAsset()
        own.properties.location = .set(Coordinate(latitude: 3, longitude: 4))
        let id = try view.addOne(own)
        #expect(try library.person.assets([id]).latitude == [3])
        #expect(try view.assets([id]).latitude == [])
    }

    @Test func `no asset is found by the content of its file`() throws {
        let object = LocalIdentifier(.asset, ids[1])
        let known = try #require(try library.person.cloudIdentifiers(of: [object]).first ?? nil)
        var forged = known
        forged.record = .random()
        let view = try grant(.authorized)
        #expect(try view.localIdentifiers(of: [forged]) == [[]])
        #expect(try view.localIdentifiers(of: [known]) == [[object]])
        #expect(try library.person.localIdentifiers(of: [forged]) == [[object]])
    }

    @Test func `with the decision tokens expire, as everything has to be read anew`() throws {
        let view = try grant(.authorized, hidesPlaces: false)
        let token = try view.currentToken()
        _ = try grant(.authorized, hidesPlaces: false)
        #expect(errorCode { _ = try view.history(since: token, matching: HistoryFilter(), maximumChanges: 1) } == nil)
        _ = try grant(.authorized)
        #expect(
            errorCode { _ = try view.history(since: token, matching: HistoryFilter(), maximumChanges: 1) }
                == .tokenExpired
        )
        #expect(try library.store.apps().first { $0.app == app }?.hidesPlaces == true)
    }
}
