import LibraryModel
import LibraryStore
import LibraryTestSupport
import Testing

/// A random program of changes by several apps, made to a library and to its model alike, and compared after each.
struct ModelRun {
    private let seed: UInt64
    let library: TestLibrary
    private(set) var model = PlainLibrary()
    private var generator: SeededGenerator
    private(set) var step = 0
    let apps = ["exe:/one", "exe:/two", "exe:/three"]
    /// Tokens that are held, with what was shown at that moment.
    var held: [Principal: [(token: ChangeToken, shown: Shown)]] = [:]
    /// Who made each transaction, by the number that it has for each who sees it.
    private(set) var actors: [Principal: [UInt64: Principal]] = [:]
    /// The library's sequence of each transaction, by the same numbers.
    private(set) var sequences: [Principal: [UInt64: UInt64]] = [:]
    /// What was deleted, so that somebody can ask for it again.
    private(set) var ghosts: [ObjectID] = []

    /// What one app does alone, until the person takes it back.
    private var spree: Spree?

    private struct Spree {
        var app: String
        /// What was there before.
        var before: PlainLibrary
        var since: Int64
        /// Steps until it is taken back.
        var left: Int
    }

    /// Blocks that were done, that were refused, and sprees that were taken back.
    private(set) var done = 0
    private(set) var refused = 0
    private(set) var undone = 0
    /// Tokens that grew too old while they were held, and changes that filters let through and held back.
    var expired = 0
    var passed = 0
    var heldBack = 0

    private static let maximumAssets = 40
    /// Steps after which every call is compared, and not fetches alone.
    private static let callInterval = 5
    private static let maximumCollections = 14
    static let maximumTokens = 4
    /// Few, so that history is pruned beneath the tokens that are held.
    private static let minimumKeptChanges: Int64 = 60

    /// Fewer, so that a page begins in the database and the next in memory.
    private static let maximumChangesInMemory = 30

    private var principals: [Principal] { [.person] + apps.map { .app($0) } }
    var note: Comment { "SEED=\(seed), step \(step)" }

    init(seed: UInt64) throws {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        library = try TestLibrary {
            $0.minimumKeptChanges = ModelRun.minimumKeptChanges
            $0.maximumChangesInMemory = ModelRun.maximumChangesInMemory
        }
        for app in apps { try decide(.limited, app) }
        var decision = Decision()
        decision.hidesPlaces = true
        try library.store.decide(decision, about: apps[2])
        model.placeless = [apps[2]]
    }

    mutating func run(steps: Int) throws {
        for _ in 0..<steps {
            step += 1
            try makeStep()
        }
    }

    // MARK: Chance

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    mutating func chance(_ one: Int) -> Bool { number(0..<one) == 0 }

    mutating func some<Element>(_ list: [Element], upTo count: Int) -> [Element] {
        guard !list.isEmpty else { return [] }
        return (0..<number(1..<count + 1)).map { _ in list[number(0..<list.count)] }
    }

    /// An asset, now and then one that is not there any more.
    private mutating func anyAsset() -> ObjectID {
        if chance(25), let ghost = ghosts.randomElement(using: &generator) { return ghost }
        return model.assets.randomElement(using: &generator)?.id ?? ObjectID(high: 1, low: 1)
    }

    mutating func anyCollection(_ kind: ObjectKind?, _ principal: Principal) -> LocalIdentifier? {
        // Mostly one that is seen, or most of what limited apps try would be refused.
        let isCareful = !chance(8)
        let candidates = model.collections.filter {
            (kind == nil || $0.kind == kind) && (!isCareful || model.isSeen($0, by: principal))
        }
        return candidates.randomElement(using: &generator).map { LocalIdentifier($0.kind, $0.id) }
    }

    // MARK: Steps

    private mutating func makeStep() throws {
        let before = Dictionary(uniqueKeysWithValues: principals.map { ($0, Shown(model, to: $0)) })
        let positions = try self.positions()
        let sequence = try library.person.currentToken().sequence
        let (actor, isExact) = try spree == nil ? act() : goOnSpree()
        let now = try library.person.currentToken().sequence
        try compareAll(actor, before, positions, from: sequence, to: now, isExact: isExact)
    }

    /// Somebody does something: who, and whether history must tell exactly what is different.
    private mutating func act() throws -> (Principal, isExact: Bool) {
        switch number(0..<20) {
        case 0 where chance(4): try decideAboutAdding(apps[number(0..<3)])
        case 0: try decide([.authorized, .limited, .limited, .denied][number(0..<4)], apps[number(0..<3)])
        case 1, 2, 3: try changeSelection()
        case 4 where chance(4):
            library.clock.advance(days: 31)
            _ = try library.store.purgeRecentlyDeleted()
            while try library.store.maintain() {}
        case 5:
            spree = Spree(
                app: apps[number(0..<3)],
                before: model,
                since: library.clock.now,
                left: number(1..<10)
            )
        default:
            let actor = principals[number(0..<principals.count)]
            return (actor, try changeLibrary(actor))
        }
        return (.person, true)
    }

    /// The app goes on, adding nothing, or the person takes back all that it did: everything is as it was before.
    private mutating func goOnSpree() throws -> (Principal, isExact: Bool) {
        guard let going = spree else { preconditionFailure("no app is at it") }
        spree?.left -= 1
        guard going.left == 0 else { return (.app(going.app), try changeLibrary(.app(going.app))) }
        let result = try library.undo(going.app) { $0.since = going.since }
        #expect(result.conflicts.isEmpty, note)
        if !result.objects.isEmpty { undone += 1 }
        model = model.undone(to: going.before)
        ghosts.removeAll { model.isSeen($0, by: .person) }
        spree = nil
        return (.person, false)
    }

    private mutating func compareAll(
        _ actor: Principal,
        _ before: [Principal: Shown],
        _ positions: [Principal: UInt64],
        from sequence: UInt64,
        to now: UInt64,
        isExact: Bool
    ) throws {
        #expect(now - sequence <= 1, note)
        let newPositions = try self.positions()
        for (principal, position) in newPositions where position != positions[principal] {
            actors[principal, default: [:]][position] = actor
            sequences[principal, default: [:]][position] = now
        }
        let floor = try library.store.statistics().firstSequence
        for principal in principals {
            let shown = Shown(model, to: principal)
            try compareFetches(principal)
            if step % ModelRun.callInterval == 0 { try compareCalls(principal) }
            guard let old = before[principal] else { continue }
            try compareHistory(
                principal,
                from: positions[principal],
                to: newPositions[principal],
                old,
                shown,
                isExact: isExact
            )
            dropExpiredTokens(principal, before: floor)
            try replay(principal, shown)
            try replayFiltered(principal)
        }
    }

    /// Where history is for each who sees any.
    private func positions() throws -> [Principal: UInt64] {
        var positions: [Principal: UInt64] = [:]
        for principal in principals where model.maySeeAnything(principal) {
            positions[principal] = try library.store.view(for: principal).currentToken().sequence
        }
        return positions
    }

    private mutating func decide(_ status: AuthorizationStatus, _ app: String) throws {
        try library.store.setStatus(of: app, for: .readWrite, to: status)
        guard model.statuses[app] != status else { return }
        model.statuses[app] = status
        (actors[.app(app)], sequences[.app(app)]) = (nil, nil)
        // What the app sees has been reset: its tokens are good for nothing.
        let view = library.view(app)
        for (token, _) in held.removeValue(forKey: .app(app)) ?? [] {
            let code = errorCode { _ = try view.history(since: token) }
            #expect(code == (status == .denied ? .accessDenied : .tokenExpired), note)
        }
    }

    private mutating func decideAboutAdding(_ app: String) throws {
        let status: AuthorizationStatus = chance(3) ? .denied : .authorized
        try library.store.setStatus(of: app, for: .addOnly, to: status)
        if status == .authorized { model.adders.insert(app) } else { model.adders.remove(app) }
    }

    private mutating func changeSelection() throws {
        let app = apps[number(0..<3)]
        let assets = (0..<number(1..<4)).map { _ in anyAsset() }
        let selects = !chance(3)
        let store = library.store
        let code = errorCode {
            if selects { try store.select(assets, for: app) } else { try store.deselect(assets, for: app) }
        }
        guard assets.allSatisfy({ model.isSeen($0, by: .person) }) else {
            #expect(code == .notFound, note)
            return
        }
        #expect(code == nil, note)
        if selects {
            model.selections[app, default: []].formUnion(assets)
        } else {
            model.selections[app, default: []].subtract(assets)
        }
    }

    /// Makes a block of changes; whether history must tell exactly what is different, or may tell more.
    private mutating func changeLibrary(_ principal: Principal) throws -> Bool {
        let view = library.store.view(for: principal)
        var files: [ObjectID: StagedFile] = [:]
        var operations: [ChangeOperation] = []
        for _ in 0..<(chance(4) ? number(2..<5) : 1) {
            if let operation = try anyOperation(principal, view, &files) { operations.append(operation) }
        }
        let existing = model.assets.map(\.id)
        var tried = model
        let expected = tried.perform(operations, by: principal)
        let code = errorCode { _ = try view.perform(ChangeBlock(operations: operations), files: files) }
        #expect(code == expected, "SEED=\(seed), step \(step): \(operations)")
        model = tried
        if code == nil { done += 1 } else { refused += 1 }
        ghosts += existing.filter { id in !tried.assets.contains { $0.id == id } }
        if ghosts.count > 20 { ghosts.removeFirst(ghosts.count - 20) }
        // What is undone within a block, and what moves to where it was, may be told.
        guard operations.count == 1, case .moveMembers = operations[0] else { return operations.count < 2 }
        return false
    }

    private mutating func anyOperation(
        _ principal: Principal,
        _ view: LibraryView,
        _ files: inout [ObjectID: StagedFile]
    ) throws -> ChangeOperation? {
        switch number(0..<18) {
        case 0, 1, 2:
            guard spree == nil, model.assets.count < ModelRun.maximumAssets, model.mayAdd(principal) else { return nil }
            let staged = ObjectID.random()
            files[staged] = NewAsset().staged
            return .createAsset(
                AssetCreation(
                    id: try view.mintIdentifiers(1)[0],
                    resources: [StagedResourceUse(staged: staged, kind: .photo)],
                    properties: anyUpdate()
                )
            )
        case 3, 4, 5, 6: return .updateAsset(anyAsset(), anyUpdate())
        case 7: return .deleteAssets((0..<number(1..<3)).map { _ in anyAsset() })
        case 8, 9:
            guard spree == nil, model.collections.count < ModelRun.maximumCollections, model.maySeeAnything(principal)
            else { return nil }
            return .createCollection(
                chance(2) ? .assetCollection : .collectionList,
                try view.mintIdentifiers(1)[0],
                title: "Made in step \(step)",
                parent: chance(2) ? nil : anyCollection(.collectionList, principal)?.id
            )
        case 10:
            guard let collection = anyCollection(nil, principal) else { return nil }
            return .renameCollection(collection.kind, collection.id, title: "Title \(number(0..<3))")
        case 11:
            guard let collection = anyCollection(nil, principal) else { return nil }
            return .deleteCollections(collection.kind, [collection.id])
        case 16: return .revertAdjustment(anyAsset())
        case 17:
            let rendered = ObjectID.random()
            files[rendered] = NewAsset().staged
            return .setAdjustment(
                anyAsset(),
                Adjustment(rendered: rendered, formatIdentifier: "model", formatVersion: "1", data: [])
            )
        default: return anyMemberChange(principal)
        }
    }

    private mutating func anyUpdate() -> AssetUpdate {
        var update = AssetUpdate()
        if chance(2) { update.isFavorite = chance(2) }
        if chance(4) { update.isHidden = chance(2) }
        if chance(3) { update.rating = UInt32(number(0..<3)) }
        if chance(3) { update.creationDate = chance(6) ? .clear : .set(Int64(number(0..<5)) * 1_000_000) }
        if chance(4) {
            let place = Coordinate(latitude: Double(number(1..<4)), longitude: 1)
            update.location = chance(4) ? .clear : .set(place)
        }
        return update
    }

    private mutating func anyMemberChange(_ principal: Principal) -> ChangeOperation? {
        let container: ChangeOperation.Container
        var candidates: [LocalIdentifier]
        if chance(3) {
            guard !chance(3), let folder = anyCollection(.collectionList, principal) else { return nil }
            container = chance(3) ? .topLevel : .folder(folder.id)
            candidates = model.collections.map { LocalIdentifier($0.kind, $0.id) }
            if !chance(8) {
                candidates = model.collections(seenBy: principal).map { LocalIdentifier($0.kind, $0.id) }
            }
        } else {
            guard let album = anyCollection(.assetCollection, principal) else { return nil }
            container = .album(album.id)
            candidates = model.assets.map { LocalIdentifier(.asset, $0.id) }
            if !chance(8) { candidates = model.assets(seenBy: principal).map { LocalIdentifier(.asset, $0.id) } }
        }
        let members = some(candidates, upTo: 3)
        switch number(0..<5) {
        case 0: return .removeMembers(container, members)
        case 1, 2: return .moveMembers(container, members, to: chance(5) ? nil : number(0..<4))
        default: return .insertMembers(container, members, at: chance(2) ? nil : number(0..<4))
        }
    }

    // MARK: Comparing

    private func compareFetches(_ principal: Principal) throws {
        let view = library.store.view(for: principal)
        let assets = model.assets(seenBy: principal)
        #expect(try view.ids(.allAssets) { $0.includesHidden = true } == assets.map(\.id), note)
        #expect(try view.ids(.allAssets) == assets.filter { !$0.isHidden }.map(\.id), note)
        let favorites = assets.enumerated().filter { $0.element.isFavorite && !$0.element.isHidden }
            .sorted { ($0.element.date ?? .min, $0.offset) > ($1.element.date ?? .min, $1.offset) }
            .prefix(4).map(\.element.id)
        let found = try view.ids(.allAssets) {
            $0.predicate = PredicateProgram([.key("favorite"), .literal(.boolean(true)), .compare(.equal, [])])
            $0.sort = [SortKey("creationDate", isAscending: false)]
            $0.limit = 4
        }
        #expect(found == favorites, note)
        try compareRestrictedFetches(view, principal)
        if model.maySeeAnything(principal) {
            let page = try view.assets(assets.map(\.id))
            for (index, asset) in assets.enumerated() {
                let flags = AssetPage.Flags(rawValue: page.flags[index])
                let place = model.getsPlaces(principal) ? asset.location : nil
                #expect((flags.contains(.hasLocation) ? page.latitude[index] : nil) == place?.latitude, note)
                #expect(flags.contains(.favorite) == asset.isFavorite, note)
                #expect(flags.contains(.hidden) == asset.isHidden, note)
                #expect(flags.contains(.hasAdjustments) == asset.isAdjusted, note)
                #expect((flags.contains(.hasCreationDate) ? page.creationDate[index] : nil) == asset.date, note)
                #expect(page.rating[index] == asset.rating, note)
            }
        }
        let collections = model.collections(seenBy: principal)
        for kind in [ObjectKind.assetCollection, .collectionList] {
            let expected = collections.filter { $0.kind == kind }.map(\.id)
            #expect(try view.ids(.allCollections(kind)) == expected, note)
        }
        for collection in collections {
            let members = model.members(of: collection, seenBy: principal)
            let shown =
                collection.kind == .assetCollection
                ? try view.ids(.assets(inCollection: collection.id)) { $0.includesHidden = true }
                : try view.ids(.children(ofList: collection.id))
            #expect(shown == members, note)
            if collection.kind == .assetCollection { try compareSummary(of: collection, members, view) }
        }
        #expect(try view.ids(.children(ofList: nil)) == model.topLevel(seenBy: principal), note)
        for collection in model.collections where !model.isSeen(collection, by: principal) {
            #expect(try view.ids(.assets(inCollection: collection.id)) == [], note)
            #expect(try view.ids(.identifiers(collection.kind, [collection.id])) == [], note)
        }
    }

    /// How many members an album shows, and the first and the last of their dates.
    private func compareSummary(of album: PlainLibrary.Collection, _ members: [ObjectID], _ view: LibraryView) throws {
        let shown = model.assets.filter { members.contains($0.id) && !$0.isHidden }
        let dates = shown.compactMap(\.date)
        let page = try view.collections([album.id])
        let hasDates = CollectionPage.Flags(rawValue: page.flags[0]).contains(.hasDates)
        #expect(page.memberCount == [UInt32(shown.count)], note)
        #expect((hasDates ? page.startDate[0] : nil) == dates.min(), note)
        #expect((hasDates ? page.endDate[0] : nil) == dates.max(), note)
    }

    /// Fetches among some identifiers, seen and not, of all assets and of each album.
    private func compareRestrictedFetches(_ view: LibraryView, _ principal: Principal) throws {
        let some = model.assets.enumerated().filter { ($0.offset + step) % 3 != 0 }.map(\.element)
        let ids = some.map { LocalIdentifier(.asset, $0.id) } + ghosts.map { LocalIdentifier(.asset, $0) }
        let unrated = Set(some.filter { $0.rating == 0 }.map(\.id))
        let predicate = PredicateProgram([
            .key("rating"), .literal(.integer(0)), .compare(.equal, []),
            .key("SELF"), .literal(.identifiers(ids)), .compare(.in, []), .and,
        ])
        func find(_ scope: FetchScope) throws -> [ObjectID] {
            try view.ids(scope) {
                $0.predicate = predicate
                $0.includesHidden = true
            }
        }
        let expected = model.assets(seenBy: principal).map(\.id).filter(unrated.contains)
        #expect(try find(.allAssets) == expected, note)
        for album in model.collections(seenBy: principal) where album.kind == .assetCollection {
            let members = model.members(of: album, seenBy: principal).filter(unrated.contains)
            #expect(try find(.assets(inCollection: album.id)) == members, note)
        }
    }
}
