import CivilDates
import LibraryClient
import LibraryModel
import LibraryStore
import LibraryTestSupport
import Testing

@testable import LibraryServer

@Suite struct AppUsesTests {
    private static let app = "exe:/usr/bin/viewer"
    private static let day: Int64 = 86_400_000_000

    private static func days(_ uses: AppUses) -> [AppDay] {
        var grant = AppGrant(app: app, claimedName: "", readWrite: .authorized, addOnly: .denied, selectedCount: 0)
        uses.complete(&grant)
        return grant.days
    }

    @Test func `a count that is full says more than that, whatever comes, and memory does not grow`() {
        let uses = AppUses(zone: .fixed(0))
        for part in 0..<3 {
            let photos = (0..<6_000).map { ObjectID(high: UInt64(part), low: UInt64($0)) }
            for _ in 0..<2 { uses.note(AppUsesTests.app, .reads, photos, at: 5) }
        }
        #expect(AppUsesTests.days(uses) == [AppDay(day: 0, read: AppDay.maximumCount + 1)])
    }

    @Test func `many apps with many photos are counted, and what tells their photos apart is bounded`() {
        let uses = AppUses(zone: .fixed(0))
        let photos = (0..<9_000).map { ObjectID(high: 0, low: UInt64($0)) }
        uses.note(AppUsesTests.app, .looksAt, photos, at: 5)
        for other in 0..<30 { uses.note("exe:/bin/\(other)", .looksAt, photos, at: 5) }
        #expect(AppUsesTests.days(uses) == [AppDay(day: 0, lookedAt: 9_000)])
        #expect(uses.identifierCount <= 110_000)
    }

    @Test func `what tells the photos of a forgotten app apart is no longer kept, nor counted`() {
        let uses = AppUses(zone: .fixed(0))
        let photos = (0..<900).map { ObjectID(high: 0, low: UInt64($0)) }
        for deed in AppUses.Deed.allCases { uses.note(AppUsesTests.app, deed, photos, at: 5) }
        uses.note("exe:/bin/other", .reads, photos, at: 5)
        uses.forget(AppUsesTests.app)
        #expect(uses.identifierCount == 900)
    }

    @Test func `a day begins at midnight where the server is`() {
        let uses = AppUses(zone: .fixed(-3_600))
        let photo = [ObjectID(high: 0, low: 1)]
        for time in [0, 3_599_999_999, 3_600_000_000, AppUsesTests.day, AppUsesTests.day + 3_600_000_000] {
            uses.note(AppUsesTests.app, .takes, photo, at: time)
        }
        #expect(
            AppUsesTests.days(uses) == [AppDay(day: 1, taken: 1), AppDay(day: 0, taken: 1), AppDay(day: -1, taken: 1)]
        )
        // Clocks at the ends of time.
        for time in [Int64.min, .max] { uses.note(AppUsesTests.app, .takes, photo, at: time) }
        #expect(AppUsesTests.days(uses).count == 5)
    }

    @Test func `the latest days are kept, and what could not be written is written later`() throws {
        let folder = try ScratchFolder()
        let library = try InProcessLibrary(in: folder)
        let store = library.service.library.store
        let uses = AppUses(zone: .fixed(0))
        let photo = [ObjectID(high: 0, low: 1)]
        try library.owner.setStatus(.authorized, ofApp: AppUsesTests.app, for: .readWrite)
        for day in 0..<20 { uses.note(AppUsesTests.app, .looksAt, photo, at: Int64(day) * AppUsesTests.day) }
        try uses.write(to: store)
        let kept = try #require(try store.apps().first { $0.app == AppUsesTests.app })
        #expect(kept.days.map(\.day) == (6..<20).reversed().map { Int64($0) })
        try library.stop()
        uses.note(AppUsesTests.app, .changes, photo, at: 19 * AppUsesTests.day)
        #expect(throws: LibraryError.self) { try uses.write(to: store) }
        #expect(AppUsesTests.days(uses) == [AppDay(day: 19, changed: 1)])
    }
}
