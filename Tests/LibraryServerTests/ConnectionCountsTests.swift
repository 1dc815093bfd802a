import LibraryStore
import Testing

@testable import LibraryServer

/// Which connections are refused, as a script.
@Suite struct ConnectionCountsTests {
    /// Refused: nil. Otherwise what was counted.
    private func arrive(
        _ counts: inout ConnectionCounts,
        user: UInt32 = 1,
        process: Int32,
        isManagement: Bool = false,
        as principal: Principal? = nil
    ) -> ConnectionCounts.Entry? {
        do throws(IdentityError) {
            var entry = try counts.arrive(user: user, process: process, isManagement: isManagement)
            guard let principal else { return entry }
            do throws(IdentityError) { try counts.identify(&entry, as: principal) } catch {
                _ = counts.leave(entry)
                return nil
            }
            return entry
        } catch { return nil }
    }

    @Test func `one app has as many as it may, and another app still gets its own`() {
        var counts = ConnectionCounts()
        let camera = Principal.app("camera")
        var entries: [ConnectionCounts.Entry] = []
        for _ in 0..<1_024 {
            if let entry = arrive(&counts, process: 7, as: camera) { entries.append(entry) }
        }
        #expect(entries.count == ConnectionCounts.maximumOfApp)
        let viewer = arrive(&counts, process: 8, as: .app("viewer"))
        #expect(viewer != nil)
        counts.assertInvariants(entries + [viewer].compactMap { $0 })
        // One goes, one comes.
        let wasLast = counts.leave(entries.removeLast())
        #expect(!wasLast)
        counts.assertInvariants(entries + [viewer].compactMap { $0 })
        let further = [0, 1].map { _ in arrive(&counts, process: 7, as: camera) != nil }
        #expect(further == [true, false])
    }

    @Test func `eight apps have 1,024 together`() {
        var counts = ConnectionCounts()
        let entries = (0..<1_032).map { arrive(&counts, process: Int32($0 / 128), as: .app("\($0 / 128)")) }
        #expect(entries.allSatisfy { $0 != nil })
    }

    @Test func `a process has so many that are not identified yet`() {
        var counts = ConnectionCounts()
        var entries = (0..<ConnectionCounts.maximumUnidentified).compactMap { _ in arrive(&counts, process: 7) }
        #expect(entries.count == ConnectionCounts.maximumUnidentified)
        let others = [7, 8].map { arrive(&counts, process: $0) != nil }
        #expect(others == [false, true])
        let wasLast = counts.leave(entries.removeLast())
        let next = arrive(&counts, process: 7)
        #expect(!wasLast && next != nil)
    }

    @Test func `one user's apps leave room for those of others, and all of them for the owner`() {
        var counts = ConnectionCounts()
        var taken = 0
        for process in 0..<4_000 where arrive(&counts, user: 1, process: Int32(process)) != nil { taken += 1 }
        #expect(taken == ConnectionCounts.maximumOfUser)
        for process in 4_000..<8_000 where arrive(&counts, user: 2, process: Int32(process)) != nil { taken += 1 }
        #expect(taken == ConnectionCounts.maximumOfApps)
        var tools = 0
        while arrive(&counts, process: 1, isManagement: true, as: .person) != nil { tools += 1 }
        #expect(tools == ConnectionCounts.maximumOfOwner)
    }

    @Test func `the last of an app's connections is known as the last`() throws {
        var counts = ConnectionCounts()
        let entries = [1, 2].compactMap { arrive(&counts, process: $0, as: .app("camera")) }
        let wereLast = entries.map { counts.leave($0) }
        #expect(wereLast == [false, true])
    }
}
