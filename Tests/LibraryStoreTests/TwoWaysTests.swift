import FoundationEssentials
import LibraryModel
import LibraryStore
import LibraryTestSupport
import Testing

/// Fetches, counts and pages of properties that the columns in memory and SQL answer alike. `REQUESTS` and `SEED` of
/// the environment make the run longer, and replay one that failed.
@Suite struct TwoWaysTests {
    private static let requests = number("REQUESTS").map { Int($0) } ?? 600
    private static let seed = number("SEED") ?? UInt64.random(in: 0...UInt64.max)

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    /// What a fetch or a count answers, errors included.
    private enum Answer: Equatable {
        case rows([ObjectID], [RowHint], AssetPage?)
        case count(Int)
        case page(AssetPage)
        /// Of albums.
        case members([[Int64]])
        case error(LibraryError.Code, String, [String: String])

        /// What a fetch found.
        var found: ([ObjectID], [RowHint]) {
            if case .rows(let ids, let hints, _) = self { (ids, hints) } else { ([], []) }
        }
    }

    /// Properties to load.
    fileprivate struct Load {
        var ids: [ObjectID] = []
        var hints: [RowHint] = []
        var includesDeleted = false
    }

    private func answer(_ body: () throws -> Answer) throws -> Answer {
        do { return try body() } catch let error as LibraryError {
            return .error(error.code, error.reason, error.details)
        }
    }

    @Test func `columns and SQL answer random requests alike, in any state of the library`() throws {
        let seed = TwoWaysTests.seed
        print("two ways: SEED=\(seed) REQUESTS=\(TwoWaysTests.requests)")
        var random = RandomRequests(seed: seed)
        let library = try TestLibrary()
        let placeless = try library.app("exe:/placeless", .authorized)
        var decision = Decision()
        decision.hidesPlaces = true
        try library.store.decide(decision, about: "exe:/placeless")
        let limited = ["exe:/limited", "exe:/limited-placeless"]
        for app in limited { _ = try library.app(app, .limited) }
        try library.store.decide(decision, about: limited[1])
        let views = [library.person, try library.app("exe:/app", .authorized), placeless] + limited.map(library.view)
        #expect(library.store.waitForColumns())
        var errors = 0
        for number in 0..<TwoWaysTests.requests {
            if number % 6 == 0 { try random.change(library) }
            if number % 4 == 0 { random.decide(about: limited + ["exe:/app"], library) }
            let request = random.requestOrEarlier(of: library)
            let firstPage = number % 3 == 0 ? 4 : 0
            var columns = views[number % views.count]
            var sql = columns
            sql.usesColumns = false
            columns.usesColumns = true
            let fetched = try answer {
                let rows = try columns.fetch(request, firstPage: firstPage)
                return .rows(rows.ids, rows.hints, rows.firstPage)
            }
            let expected = try answer {
                let rows = try sql.fetch(request, firstPage: firstPage)
                return .rows(rows.ids, rows.hints, rows.firstPage)
            }
            #expect(fetched == expected, "SEED=\(seed), request \(number): \(request)")
            if case .error = fetched { errors += 1 }
            if number % views.count > 2, case .rows(let ids, let hints, _) = fetched {
                let selection = Set(try library.store.selection(of: limited[number % views.count - 3]))
                #expect(selection.isSuperset(of: ids) && hints.isEmpty, "SEED=\(seed), request \(number): \(request)")
            }
            let counted = try answer { .count(try columns.count(request)) }
            #expect(counted == (try answer { .count(try sql.count(request)) }), "SEED=\(seed), request \(number)")
            let load = random.load(fetched.found)
            let loaded = try answer { .page(try columns.assets(load)) }
            #expect(loaded == (try answer { .page(try sql.assets(load)) }), "SEED=\(seed), request \(number): \(load)")
            if number % 8 == 0 {
                let albums = SmartAlbum.allCases.map { $0.identifier(in: library.store.libraryID) }
                let pages = try answer { .members(try columns.members(of: albums)) }
                #expect(pages == (try answer { .members(try sql.members(of: albums)) }), "SEED=\(seed), \(number)")
            }
            guard fetched == expected else { return }
        }
        #expect(try library.store.integrityCheck() == [])
        let answered = library.store.columnAnswerCount
        print("two ways: SEED=\(seed): \(answered) answers of columns, \(errors) errors")
        #expect(answered > TwoWaysTests.requests / 2 && errors < TwoWaysTests.requests / 2)
    }
}

/// Random changes and requests.
private struct RandomRequests {
    private var generator: SeededGenerator
    private var assets: [ObjectID] = []
    private var earlier: [FetchRequest] = []

    private static let maximumEarlier = 40
    private static let maximumAssets = 60

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    private mutating func any<Element>(_ list: [Element]) -> Element { list[number(0..<list.count)] }

    /// Close to those of assets.
    private mutating func date() -> Int64 { 1_600_000_000_000_000 + Int64(number(0..<20)) }

    /// Zeros too, which are a place.
    private mutating func place() -> Coordinate? {
        guard number(0..<2) == 0 else { return nil }
        guard number(0..<4) > 0 else { return Coordinate(latitude: 0, longitude: 0) }
        return Coordinate(latitude: 1.5, longitude: -2, altitude: any([nil, 0, 8_848.8]))
    }

    // MARK: Changes

    mutating func change(_ library: TestLibrary) throws {
        let person = library.person
        guard !assets.isEmpty, assets.count > RandomRequests.maximumAssets || number(0..<3) > 0 else {
            var new: [NewAsset] = []
            for _ in 0..<number(1..<6) {
                var asset = NewAsset()
                asset.kind = any([.image, .image, .video])
                asset.captured = number(0..<5) == 0 ? nil : date()
                asset.size = (UInt32(number(1..<6)), UInt32(number(1..<6)))
                asset.location = place()
                asset.filename = any(["IMG_\(number(0..<30)).JPG", "Été \(number(0..<9)).heic", "plage.mov"])
                asset.subtypes = any([[], .photoScreenshot, .photoPanorama, .photoLive])
                asset.isDamaged = number(0..<8) == 0
                asset.contentType = asset.kind == .image && number(0..<6) == 0 ? "image/x-adobe-dng" : nil
                if number(0..<6) == 0, asset.kind == .image {
                    asset.burst = Burst(identifier: "burst \(number(0..<3))", isPick: number(0..<2) == 0)
                }
                new.append(asset)
            }
            assets += try person.add(new)
            return
        }
        let asset = any(assets)
        do {
            switch number(0..<12) {
            case 10:
                let title = any(RandomRequests.texts)
                try person.set(asset) { $0.title = .set(title) }
            case 11:
                let keywords = Array(Set([any(RandomRequests.texts), "word"])).filter { !$0.isEmpty }.sorted()
                try person.set(asset) { $0.keywords = keywords }
            case 0: try person.set(asset) { $0.isFavorite = true }
            case 1: try person.set(asset) { $0.isFavorite = false }
            case 2: try person.set(asset) { $0.isHidden = true }
            case 3: try person.set(asset) { $0.isHidden = false }
            case 4:
                let rating = UInt32(number(0..<6))
                try person.set(asset) { $0.rating = rating }
            case 5:
                let date = date()
                try person.set(asset) { $0.creationDate = .set(date) }
            case 6:
                let isCleared = number(0..<2) == 0
                let place = place() ?? Coordinate(latitude: 3, longitude: 4)
                try person.set(asset) {
                    $0.location = isCleared ? .clear : .set(place)
                }
            case 7: try person.change(.deleteAssets([asset]))
            case 8: try person.change(.recoverAssets([asset]))
            default:
                guard number(0..<6) == 0 else { return }
                library.clock.advance(days: 31)
                _ = try library.store.purgeRecentlyDeleted()
                while try library.store.maintain() {}
                let all = FetchRequest(.allAssets, includesHidden: true, includesAllBurstAssets: true)
                assets = try person.fetch(all).ids
            }
        } catch is LibraryError {
            // The asset is in Recently Deleted or gone, or is not.
        }
    }

    // MARK: Decisions

    /// Changes what an app with limited access sees, or what access the last one of these apps has.
    mutating func decide(about apps: [String], _ library: TestLibrary) {
        let (app, some) = (any(apps), Array(assets.shuffled(using: &generator).prefix(number(0..<20))))
        do {
            switch number(0..<4) {
            case 0: try library.store.select(some, for: app)
            case 1: try library.store.deselect(some, for: app)
            case 2:
                var decision = Decision()
                decision.selection = some
                try library.store.decide(decision, about: app)
            default:
                let status = any([AuthorizationStatus.authorized, .authorized, .limited, .denied])
                try library.store.setStatus(of: apps[apps.count - 1], for: .readWrite, to: status)
            }
        } catch {
            // One of them is in Recently Deleted.
        }
    }

    // MARK: Requests

    /// Some of what a fetch found, recently deleted and unknown assets, with hints, wrong ones, or none.
    mutating func load(_ found: ([ObjectID], [RowHint])) -> TwoWaysTests.Load {
        var load = TwoWaysTests.Load(includesDeleted: number(0..<2) == 0)
        (load.ids, load.hints) = found
        if load.hints.isEmpty { load.hints = load.ids.map { _ in 0 } }
        for _ in 0..<number(0..<8) {
            let id = number(0..<4) == 0 ? ObjectID.random() : assets.randomElement(using: &generator)
            let position = number(0..<load.ids.count + 1)
            load.ids.insert(id ?? .random(), at: position)
            load.hints.insert(any([0, 0, 1, 7, .max, RowHint(number(0..<80))]), at: position)
        }
        if number(0..<2) == 0 {
            let order = load.ids.indices.shuffled(using: &generator)
            load = TwoWaysTests.Load(
                ids: order.map { load.ids[$0] },
                hints: order.map { load.hints[$0] },
                includesDeleted: load.includesDeleted
            )
        }
        if number(0..<4) == 0 { load.hints = [] }
        return load
    }

    private static let keys = [
        "creationDate", "modificationDate", "addedDate", "mediaType", "mediaSubtypes", "duration", "pixelWidth",
        "pixelHeight", "favorite", "isHidden", "hasAdjustments", "isRAW", "isDamaged", "rating", "location",
    ]

    /// Apps repeat their requests, in whatever state the library is meanwhile.
    mutating func requestOrEarlier(of library: TestLibrary) -> FetchRequest {
        if !earlier.isEmpty, number(0..<3) == 0 { return any(earlier) }
        let new = request(of: library)
        if earlier.count < RandomRequests.maximumEarlier {
            earlier.append(new)
        } else {
            earlier[number(0..<earlier.count)] = new
        }
        return new
    }

    private mutating func request(of library: TestLibrary) -> FetchRequest {
        var request = FetchRequest(.allAssets)
        switch number(0..<12) {
        case 0: request.scope = .identifiers(.asset, assets.shuffled(using: &generator) + [.random()])
        case 1, 2, 3:
            let album = any(SmartAlbum.allCases).identifier(in: library.store.libraryID)
            request.scope = .assets(inCollection: album)
        default: break
        }
        if number(0..<5) > 0 { request.predicate = PredicateProgram(truth(depth: 3)) }
        for _ in 0..<any([0, 0, 1, 1, 1, 2]) {
            let key = any(RandomRequests.keys + ["cameraModel", "filename"])
            request.sort.append(SortKey(key, isAscending: number(0..<2) == 0))
        }
        request.limit = any([0, 0, 0, 1, 5])
        request.includesHidden = number(0..<2) == 0
        request.includesAllBurstAssets = number(0..<2) == 0
        return request
    }

    private mutating func truth(depth: Int) -> [PredicateInstruction] {
        switch number(0..<(depth > 0 ? 8 : 4)) {
        case 4: return truth(depth: depth - 1) + [.not]
        case 5: return truth(depth: depth - 1) + truth(depth: depth - 1) + [.and]
        case 6: return truth(depth: depth - 1) + truth(depth: depth - 1) + [.or]
        case 7: return number(0..<4) == 0 ? [.constant(number(0..<2) == 0)] : truth(depth: depth - 1)
        default: return comparison()
        }
    }

    private static let texts = ["img_1", "2", "été", "Plage", "word", "nothing", ""]

    private mutating func comparison() -> [PredicateInstruction] {
        if number(0..<12) == 0 {
            let options = any([PredicateComparisonOptions.caseInsensitive, [.caseInsensitive, .diacriticInsensitive]])
            let comparison = any([PredicateComparison.contains, .contains, .beginsWith])
            return [.key("anyText"), .literal(.text(any(RandomRequests.texts))), .compare(comparison, options)]
        }
        // Now and then one that only SQL can decide.
        if number(0..<12) == 0 { return [.key("filename"), .literal(.text("IMG")), .compare(.beginsWith, [])] }
        if number(0..<20) == 0 { return [.key("creationDate"), .key("addedDate"), .compare(.less, [])] }
        let key = any(RandomRequests.keys)
        var left: [PredicateInstruction] = [.key(key)]
        if number(0..<6) == 0, key != "duration", !key.hasSuffix("Date"), key != "location" {
            left += [.literal(.integer(Int64(number(0..<70)))), .bitwiseAnd]
        }
        switch number(0..<10) {
        case 0:
            let count = number(0..<12)
            return left + (0..<count).map { _ in .literal(literal(of: key)) } + [
                .list(count: count), .compare(.in, []),
            ]
        case 1:
            return left + [
                .literal(literal(of: key)), .literal(literal(of: key)), .list(count: 2), .compare(.between, []),
            ]
        case 2: return [.literal(literal(of: key))] + left + [.compare(order(), [])]
        default: return left + [.literal(literal(of: key)), .compare(order(), [])]
        }
    }

    private mutating func order() -> PredicateComparison {
        any([.equal, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
    }

    private mutating func literal(of key: String) -> PredicateLiteral {
        if number(0..<12) == 0 { return .null }
        // A value of another type, which is refused.
        if number(0..<60) == 0 { return .text("text") }
        if key == "location" { return .null }
        if key.hasSuffix("Date") {
            return .date(any([date(), date(), date(), 1_700_000_000_000_000, .min, .max, .min + 1, 0]))
        }
        let small = Int64(number(-1..<8))
        return any([
            .integer(small), .integer(small), .integer(small), .boolean(small > 3), .real(Double(small)),
            .real(Double(small) + 0.5), .real(12.5), .real(-0.0), .integer(.max), .integer(.min), .real(1e300),
            .real(.infinity), .real(-.infinity), .real(.nan), .integer(1 << 53 + 1), .real(9.3e18), .integer(300),
        ])
    }
}

extension LibraryView {
    fileprivate func assets(_ load: TwoWaysTests.Load) throws -> AssetPage {
        try assets(load.ids, hints: load.hints, includesDeleted: load.includesDeleted)
    }

    /// How many members albums have, and from when to when.
    fileprivate func members(of albums: [ObjectID]) throws -> [[Int64]] {
        let page = try collections(albums)
        return albums.indices.map {
            [Int64(page.flags[$0]), Int64(page.memberCount[$0]), page.startDate[$0], page.endDate[$0]]
        }
    }
}
