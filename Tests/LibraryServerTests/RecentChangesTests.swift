import LibraryModel
import Testing

@testable import LibraryServer

/// The value, where a test can ask it in an expectation.
private final class Script {
    private var recent = RecentChanges()

    func note(_ objects: Set<LocalIdentifier>, of app: String, now: UInt64) -> Set<LocalIdentifier>? {
        recent.note(objects, of: app, now: now)
    }

    func count(of app: String, now: UInt64) -> Int { recent.count(of: app, now: now) }

    func takeBack(_ objects: Set<LocalIdentifier>, of app: String) { recent.takeBack(objects, of: app) }

    func forget(_ app: String) { recent.forget(app) }
}

/// How much an app may change unasked, as scripts.
@Suite struct RecentChangesTests {
    private let recent = Script()
    private let app = "exe:/a"

    private func photos(_ range: Range<UInt64>) -> Set<LocalIdentifier> {
        Set(range.map { LocalIdentifier(.asset, ObjectID(high: 1, low: $0)) })
    }

    @Test func `changes add up over blocks, and a block beyond the limit is not counted`() {
        #expect(recent.note(photos(0..<15), of: app, now: 1) == photos(0..<15))
        #expect(recent.note(photos(15..<21), of: app, now: 2) == nil)
        #expect(recent.note(photos(15..<20), of: app, now: 3) == photos(15..<20))
        #expect(recent.note(photos(20..<21), of: app, now: 4) == nil)
        #expect(recent.count(of: app, now: 4) == 20)
        // Another app has its own.
        #expect(recent.note(photos(0..<20), of: "exe:/b", now: 5) == photos(0..<20))
    }

    @Test func `the same object counts once, and as long as it is changed again`() {
        #expect(recent.note(photos(0..<20), of: app, now: 1) == photos(0..<20))
        #expect(recent.note(photos(0..<20), of: app, now: RecentChanges.window) == [])
        #expect(recent.note(photos(20..<21), of: app, now: RecentChanges.window + 1) == nil)
        #expect(recent.note(photos(20..<21), of: app, now: 2 * RecentChanges.window) == photos(20..<21))
    }

    @Test func `after an hour an object does not count any more`() {
        _ = recent.note(photos(0..<10), of: app, now: 0)
        _ = recent.note(photos(10..<20), of: app, now: 10)
        #expect(recent.note(photos(20..<30), of: app, now: RecentChanges.window - 1) == nil)
        #expect(recent.note(photos(20..<30), of: app, now: RecentChanges.window) == photos(20..<30))
        #expect(recent.count(of: app, now: RecentChanges.window) == 20)
    }

    @Test func `what was not done in the end is not counted, but what it changed before is`() {
        _ = recent.note(photos(0..<3), of: app, now: 1)
        let counted = recent.note(photos(0..<8), of: app, now: 2)
        #expect(counted == photos(3..<8))
        recent.takeBack(counted ?? [], of: app)
        #expect(recent.count(of: app, now: 3) == 3)
        recent.forget(app)
        #expect(recent.count(of: app, now: 3) == 0)
    }

    @Test func `a moment that was read before the one before it, and the last of all, do no harm`() {
        _ = recent.note(photos(0..<1), of: app, now: 100)
        #expect(recent.count(of: app, now: 1) == 1)
        _ = recent.note(photos(1..<2), of: app, now: .max)
        #expect(recent.count(of: app, now: .max) == 1)
    }
}
