import LibraryClient
import LibraryModel
import LibraryTestSupport
import Testing

@testable import Photos

/// A fetched list that is kept up to date with what history says, as for an app's observers.
private struct LiveList {
    var request: FetchRequest
    var list: FetchedIdentifiers
}

/// Random changes by the person and an app, and lists of the app's that follow them.
private struct LiveListRun {
    static let steps = 200
    private static let maximumLists = 3

    private let library: TestLibrary
    private let seed: UInt64
    private var random: SeededGenerator
    private var step = 0
    private let assets: [ObjectID]
    private let albums: [ObjectID]
    private var lists: [LiveList] = []
    /// Lists that were updated from history and became others.
    private(set) var patched = 0

    private var note: Comment { "seed \(seed), step \(step)" }

    init(_ status: AuthorizationStatus) throws {
        seed = .random(in: 0...UInt64.max)
        random = SeededGenerator(seed: seed)
        let known = KnownAsset.various()
        let library = try TestLibrary(.inProcess, status, rows: KnownAsset.rows(known))
        self.library = library
        assets = known.map(\.id)
        albums = try (0..<3).map { try library.addAlbum("Album \($0)").id() }
        try library.owner.select(Array(assets.prefix(30)), forApp: library.identity, deselects: false)
    }

    mutating func run() throws {
        for _ in 0..<LiveListRun.steps {
            step += 1
            try change()
            try updateLists()
        }
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private mutating func some(upTo count: Int) -> [ObjectID] {
        let number = Int.random(in: 1...count, using: &random)
        return (0..<number).map { _ in assets[Int.random(in: assets.indices, using: &random)] }
    }

    // MARK: Changes

    private mutating func change() throws {
        if chance(40) { return try library.decide(chance(2) ? .limited : .authorized) }
        do throws(LibraryError) {
            if chance(6) {
                try library.owner.select(some(upTo: 3), forApp: library.identity, deselects: chance(2))
            } else {
                let block = ChangeBlock(operations: [anyOperation()])
                _ = try (chance(3) ? library.app : library.owner).perform(block)
            }
        } catch {
            // Deleted already, not a member, or the app may not.
            let expected: [LibraryError.Code] = [.notFound, .invalidRequest, .accessDenied, .confirmationRequired]
            #expect(expected.contains(error.code), note)
        }
    }

    private mutating func anyOperation() -> ChangeOperation {
        let album = albums[Int.random(in: albums.indices, using: &random)]
        let members = some(upTo: 3).map { LocalIdentifier(.asset, $0) }
        switch Int.random(in: 0..<12, using: &random) {
        case 0 where chance(4): return .deleteAssets(some(upTo: 2))
        case 1, 2: return .removeMembers(.album(album), members)
        case 3: return .moveMembers(.album(album), members, to: chance(4) ? nil : 0)
        case 4, 5, 6: return .insertMembers(.album(album), members, at: chance(2) ? nil : 0)
        default:
            var update = AssetUpdate()
            if chance(2) { update.isFavorite = chance(2) }
            if chance(4) { update.isHidden = chance(2) }
            if chance(3) { update.rating = UInt32(Int.random(in: 0..<3, using: &random)) }
            if chance(2) {
                update.creationDate =
                    chance(6) ? .clear : .set(Int64.random(in: 0..<5, using: &random) * 1_000_000)
            }
            return .updateAsset(some(upTo: 1)[0], update)
        }
    }

    // MARK: Lists

    /// Updates a list now and then, so that some updates follow one change and some several.
    private mutating func updateLists() throws {
        for index in lists.indices where chance(2) { lists[index].list = try updated(lists[index]) }
        if lists.count < LiveListRun.maximumLists {
            let request = anyRequest()
            lists.append(LiveList(request: request, list: try library.app.fetch(request)))
        } else if chance(20) {
            lists.remove(at: Int.random(in: lists.indices, using: &random))
        }
    }

    private mutating func anyRequest() -> FetchRequest {
        var request = FetchRequest(.allAssets)
        if chance(3) { request.scope = .assets(inCollection: albums[Int.random(in: albums.indices, using: &random)]) }
        request.includesHidden = chance(2)
        if chance(2) { request.sort = [SortKey("creationDate", isAscending: chance(2))] }
        if chance(3) {
            request.predicate = PredicateProgram([.key("favorite"), .literal(.boolean(true)), .compare(.equal, [])])
        }
        return request
    }

    private mutating func updated(_ known: LiveList) throws -> FetchedIdentifiers {
        let app = library.app
        let state = try #require(known.list.state, note)
        let fetched = try app.fetch(known.request)
        let summary = ChangeSummary.reading(since: state, from: app)
        // After a decision the history does not reach back, and the list is fetched again.
        guard summary.isComplete, let end = summary.end else { return fetched }
        #expect(summary.covers(state), note)
        if case .assets(inCollection: let album) = known.request.scope,
            summary.touches(LocalIdentifier(.assetCollection, album))
        {
            return fetched
        }
        let touched = summary.touched(.asset)
        let patch = FetchPatch(known.list, of: known.request, touched: touched, upTo: end) {
            question throws(LibraryError) in try app.fetch(question)
        }
        guard let patch else {
            #expect(touched.count > FetchPatch.maximumTouched, note)
            return fetched
        }
        let (before, after) = (known.list.all, fetched.all)
        #expect(patch.after.all == after, note)
        #expect(patch.after.state == fetched.state, note)
        let difference = patch.difference
        let applied = before.applying(
            removed: difference.removed,
            inserted: difference.inserted,
            moves: difference.moves.map { ($0.from, $0.to) },
            knowing: after
        )
        #expect(applied == after, note)
        let kept = Set(before).intersection(after)
        #expect(
            patch.keptPlaces.map(\.id)
                == after.filter { kept.contains($0) && touched.contains(LocalIdentifier(.asset, $0)) },
            note
        )
        if before != after { patched += 1 }
        return patch.after
    }
}

extension FetchedIdentifiers {
    fileprivate var all: [ObjectID] { (0..<count).map { self[$0] } }
}

extension PhotosLibraryTests {
    @Suite struct LiveListTests {
        @Test(arguments: [.authorized, .limited] as [AuthorizationStatus])
        func `lists that follow the history are the lists fetched again, whatever anybody does`(
            _ status: AuthorizationStatus
        ) throws {
            var run = try LiveListRun(status)
            try run.run()
            // A run that changes no list tests nothing.
            #expect(run.patched > 0)
        }
    }
}
