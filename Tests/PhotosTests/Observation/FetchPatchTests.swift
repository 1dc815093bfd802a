import LibraryClient
import LibraryModel
import LibraryTestSupport
import Testing

@testable import Photos

/// A library of assets with a number each, in memory: it answers fetches of all assets with a number, sorted by it.
private final class SortedLibrary {
    private var numbers: [ObjectID: Int?] = [:]
    /// Equal numbers are in the order in which the assets came.
    private var rows: [ObjectID: Int] = [:]
    private(set) var state = ChangeToken(
        library: ObjectID(high: 0, low: 7),
        historyEpoch: 1,
        sequence: 0,
        visibilityEpoch: 1
    )
    /// Set by a test that has the library change while it is asked.
    var skew: UInt64 = 0
    private(set) var questions = 0

    func set(_ number: Int?, of id: ObjectID) {
        numbers[id] = .some(number)
        rows[id] = rows[id] ?? rows.count
        state.sequence += 1
    }

    func remove(_ id: ObjectID) {
        numbers[id] = nil
        state.sequence += 1
    }

    var ids: [ObjectID] { rows.keys.sorted { rows[$0, default: 0] < rows[$1, default: 0] } }

    func fetch(_ request: FetchRequest) -> FetchedIdentifiers {
        questions += 1
        var asked: Set<ObjectID>?
        for case .literal(.identifiers(let identifiers)) in request.predicate?.instructions ?? [] {
            asked = Set(identifiers.map(\.id))
        }
        var found: [(number: Int, row: Int, id: ObjectID)] = []
        for (id, number) in numbers where asked?.contains(id) ?? true {
            if let number { found.append((number, rows[id, default: 0], id)) }
        }
        found.sort { ($0.number, $0.row) < ($1.number, $1.row) }
        state.sequence += skew
        return FetchedIdentifiers(
            found.map(\.id),
            hints: found.map { RowHint($0.row + 1) },
            kinds: .all(.asset),
            state: state
        )
    }

    func patch(_ before: FetchedIdentifiers, touched: Set<ObjectID>) -> FetchPatch? {
        FetchPatch(
            before,
            of: FetchRequest(.allAssets),
            touched: Set(touched.map { LocalIdentifier(.asset, $0) }),
            upTo: state
        ) { request throws(LibraryError) in self.fetch(request) }
    }
}

extension FetchedIdentifiers {
    fileprivate var all: [ObjectID] { (0..<count).map { self[$0] } }
    fileprivate var hints: [RowHint] { (0..<count).map { hint(at: $0) } }
}

@Suite struct FetchPatchTests {
    @Test(arguments: 0..<30) func `a patched list is the list fetched again, and the parts lead to it`(
        _ seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let library = SortedLibrary()
        var made: UInt64 = 0
        func newID() -> ObjectID {
            made += 1
            return ObjectID(high: seed, low: made &* 0x9E37_79B9_7F4A_7C15)
        }
        // Small libraries have their corners, large ones need several questions.
        for _ in 0..<Int.random(in: 0...(seed % 3 == 0 ? 3_000 : 20), using: &generator) {
            library.set(.random(in: 0..<400, using: &generator), of: newID())
        }
        var before = library.fetch(FetchRequest(.allAssets))
        for _ in 0..<60 {
            var touched: Set<ObjectID> = []
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                let known = before.count > 0 ? before[.random(in: 0..<before.count, using: &generator)] : newID()
                let id = Int.random(in: 0..<4, using: &generator) == 0 ? newID() : known
                touched.insert(id)
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: library.remove(id)
                case 1: library.set(nil, of: id)
                case 2: break
                default: library.set(.random(in: 0..<400, using: &generator), of: id)
                }
            }
            let patch = try #require(library.patch(before, touched: touched), "seed \(seed)")
            let after = library.fetch(FetchRequest(.allAssets))
            #expect(patch.after.all == after.all, "seed \(seed)")
            #expect(patch.after.hints == after.hints, "seed \(seed)")
            #expect(patch.after.state == library.state)
            #expect(patch.difference.applied(to: before.all, knowing: after.all) == after.all, "seed \(seed)")
            let (old, new) = (Set(before.all), Set(after.all))
            #expect(patch.difference.removed.map { before[$0] } == before.all.filter { !new.contains($0) })
            #expect(patch.difference.inserted.map { after[$0] } == after.all.filter { !old.contains($0) })
            #expect(
                patch.keptPlaces.map(\.index)
                    == after.all.indices.filter { touched.contains(after[$0]) && old.contains(after[$0]) }
            )
            before = patch.after
        }
    }

    @Test func `a place among many assets takes three questions at most`() throws {
        let library = SortedLibrary()
        for number in 0..<20_000 { library.set(number * 2, of: ObjectID(high: 1, low: UInt64(number))) }
        let before = library.fetch(FetchRequest(.allAssets))
        let new = ObjectID(high: 2, low: 0)
        library.set(19_999, of: new)
        let asked = library.questions
        let patch = try #require(library.patch(before, touched: [new]))
        #expect(patch.difference.inserted == [10_000])
        #expect(library.questions - asked <= 3)
        let stays = before[77]
        library.set(154, of: stays)
        let askedAgain = library.questions
        #expect(library.patch(patch.after, touched: [stays])?.difference.isEmpty == true)
        #expect(library.questions - askedAgain == 1)
    }

    @Test func `a library that changes meanwhile, or too much, is fetched again`() {
        let library = SortedLibrary()
        for number in 0..<200 { library.set(number, of: ObjectID(high: 1, low: UInt64(number))) }
        let before = library.fetch(FetchRequest(.allAssets))
        let most = Set(before.all.prefix(FetchPatch.maximumTouched))
        #expect(library.patch(before, touched: most) != nil)
        #expect(library.patch(before, touched: most.union([before[199]])) == nil)
        // The asset between two marks went away without a word: an answer that cannot be.
        library.remove(before[100])
        #expect(library.patch(before, touched: [before[101]]) == nil)
        library.skew = 1
        #expect(library.patch(before, touched: [before[1]]) == nil)
    }
}
