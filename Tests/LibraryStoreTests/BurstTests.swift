import LibraryModel
import SQLiteDatabase
import Testing

@testable import LibraryStore

@Suite struct BurstTests {
    private let library: TestLibrary
    private let person: LibraryView

    init() throws {
        library = try TestLibrary()
        person = library.person
    }

    /// Photos of one burst, taken at these seconds.
    private func burst(_ seconds: [Int64], picks: Set<Int64> = []) -> [NewAsset] {
        seconds.map { second in
            var photo = NewAsset(captured: second * 1_000_000)
            photo.burst = Burst(identifier: "BURST", isPick: picks.contains(second))
            return photo
        }
    }

    private func shown(_ view: LibraryView? = nil) throws -> [ObjectID] { try (view ?? person).ids(.allAssets) }

    private func all(_ view: LibraryView? = nil) throws -> [ObjectID] {
        try (view ?? person).ids(.allAssets) { $0.includesAllBurstAssets = true }
    }

    private func representing(_ ids: [ObjectID]) throws -> [ObjectID] {
        let page = try person.assets(ids)
        return zip(ids, page.flags).filter { AssetPage.Flags(rawValue: $1).contains(.representsBurst) }.map(\.0)
    }

    @Test func `one photo stands for its burst: the first that was taken, whenever it comes`() throws {
        let ids = try person.add(burst([30, 20, 40]))
        #expect(try shown() == [ids[1]])
        #expect(try all() == ids)
        #expect(try representing(ids) == [ids[1]])
        #expect(try person.assets(ids).burstIdentifiers == ["BURST", "BURST", "BURST"])
        let earlier = try person.add(burst([10]))
        #expect(try shown() == earlier)
        let later = try person.add(burst([50]))
        #expect(try shown() == earlier)
        #expect(try representing(ids + earlier + later) == earlier)
    }

    @Test func `the photo that the camera chose stands for its burst`() throws {
        let ids = try person.add(burst([10, 20, 30, 40], picks: [20, 30]))
        #expect(try shown() == [ids[1]])
        let flags = try person.assets(ids).flags.map { AssetPage.Flags(rawValue: $0).contains(.burstPick) }
        #expect(flags == [false, true, true, false])
    }

    @Test func `when the photo that stands for a burst goes, the next one does, until it is back`() throws {
        let ids = try person.add(burst([10, 20, 30]))
        try person.change(.deleteAssets([ids[0]]))
        #expect(try shown() == [ids[1]])
        try person.change(.deleteAssets([ids[1]]), .deleteAssets([ids[2]]))
        #expect(try shown() == [])
        try person.change(.recoverAssets([ids[2]]))
        #expect(try shown() == [ids[2]])
        try person.change(.recoverAssets([ids[0], ids[1]]))
        #expect(try shown() == [ids[0]])
        #expect(try representing(ids) == [ids[0]])
        // Created and deleted in one block: it never was there.
        let before = try person.currentToken()
        let new = try person.mintIdentifiers(1)[0]
        let staged = ObjectID.random()
        let creation = AssetCreation(id: new, resources: [StagedResourceUse(staged: staged, kind: .photo)])
        _ = try person.perform(
            ChangeBlock(operations: [.createAsset(creation), .deleteAssets([new])]),
            files: [staged: burst([1])[0].staged]
        )
        #expect(try shown() == [ids[0]])
        #expect(try person.log(since: before).filter { $0.change != .updated } == [])
    }

    @Test func `a hidden photo stands for no burst that has another`() throws {
        let ids = try person.add(burst([10, 20]))
        try person.set(ids[0]) { $0.isHidden = true }
        #expect(try shown() == [ids[1]])
        try person.set(ids[1]) { $0.isHidden = true }
        #expect(try shown() == [])
        try person.set(ids[1]) { $0.isHidden = false }
        #expect(try shown() == [ids[1]])
        try person.set(ids[0]) { $0.isHidden = false }
        #expect(try shown() == [ids[0]])
    }

    @Test func `history tells which photos came to stand for their bursts`() throws {
        let ids = try person.add(burst([10, 20]))
        let token = try person.currentToken()
        try person.change(.deleteAssets([ids[0]]))
        #expect(
            try person.log(since: token).what == [
                LoggedChange.What(change: .deleted, object: ids[0], fields: []),
                LoggedChange.What(change: .updated, object: ids[1], fields: .burst),
            ]
        )
    }

    @Test func `an album counts the photo that stands for a burst, and is told of another`() throws {
        let ids = try person.add(burst([20, 30]))
        let album = try person.makeAlbum()
        try person.insert(ids, into: album)
        #expect(try person.collections([album]).memberCount == [1])
        #expect(try person.ids(.assets(inCollection: album)) == [ids[0]])
        let token = try person.currentToken()
        try person.add(burst([10]))
        #expect(try person.collections([album]).memberCount == [0])
        #expect(
            try person.log(since: token).contains {
                $0.object == album && $0.fields == .summary && $0.change == .updated
            }
        )
    }

    @Test func `an app's photo joins no burst of others, and shows the app none`() throws {
        let ids = try person.add(burst([20, 30]))
        let app = try library.app("exe:/app", .limited)
        let own = try app.add(burst([10, 40], picks: [10]))
        #expect(try shown() == [ids[0], own[0]])
        #expect(try shown(app) == [own[0]])
        let other = try library.app("exe:/other", .limited)
        let others = try other.add(burst([5]))
        #expect(try shown(other) == others)
        #expect(try shown() == [ids[0], own[0]] + others)
        // Nor does one that goes change anything for anybody else.
        try app.change(.deleteAssets([own[0]]))
        #expect(try shown() == [ids[0], own[1]] + others)
    }

    @Test func `taking an app's deletion back puts the burst back`() throws {
        let app = try library.app("exe:/app", .authorized)
        let ids = try person.add(burst([10, 20]))
        try app.change(.deleteAssets([ids[0]]))
        #expect(try shown() == [ids[1]])
        try person.change(.recoverAssets([ids[0]]))
        #expect(try shown() == [ids[0]])
    }

    @Test func `a burst of many is settled from an index`() throws {
        let connection = try Connection(
            path: library.directory.path("library.sqlite"),
            role: .reader,
            cacheKibibytes: 64
        )
        let plan = try connection.statement(
            """
            EXPLAIN QUERY PLAN SELECT row FROM asset WHERE burst_identifier = ? AND added_by IS ? AND shelf = ?
            ORDER BY traits & 4096 DESC, creation_date, row LIMIT 1
            """
        )
        var steps: [String] = []
        while try plan.step() { steps.append(plan.text(3)) }
        #expect(steps.count == 1)
        #expect(
            steps.first?.contains("asset_by_burst (burst_identifier=? AND added_by=? AND shelf=?)") == true,
            "\(steps)"
        )
    }
}
