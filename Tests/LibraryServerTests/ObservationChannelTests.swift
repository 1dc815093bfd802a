import Glibc
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import LibraryClient

/// What a process's observers hear, also over connections that fail.
@Suite(.timeLimit(.minutes(2))) struct ObservationChannelTests {
    private let served: Served
    private let faults = ConnectionFaults()
    private let app: LibraryClient

    init() throws {
        served = try Served(photos: 1)
        try served.decide(.authorized)
        app = served.library.app(with: faults)
    }

    /// Whether whoever reads history at each ring, as observers do, finds what is committed after a token.
    private func hears(_ rings: RingRecorder, since token: ChangeToken) throws -> Bool {
        while rings.next() {
            if try !served.app.history(since: token).objects.isEmpty { return true }
        }
        return false
    }

    private func commit() throws { try served.owner.perform(.updateAsset(served.photos[0], .favorite)) }

    /// Has the first attempt to connect come to `outcome` while a second one observes and a change is made.
    private func expectSecondHears(
        whenFirstEnds outcome: @escaping @Sendable () throws(SystemCallError) -> Void
    ) throws {
        let hasCommitted = Parker()
        faults.beforeNextConnection { () throws(SystemCallError) in
            hasCommitted.park()
            try outcome()
        }
        let first = RingRecorder()
        let token = try served.app.currentToken()
        let observations = [try app.observeChanges { first.ring() }]
        let second = RingRecorder()
        let other = try app.observeChanges { second.ring() }
        try commit()
        hasCommitted.unpark()
        #expect(try hears(second, since: token))
        #expect(try hears(first, since: token))
        withExtendedLifetime((observations, other)) {}
    }

    @Test func `a second observer hears what is committed though the first one's connection failed`() throws {
        try expectSecondHears { () throws(SystemCallError) in throw SystemCallError(ECONNREFUSED, "connect") }
    }

    @Test func `a second observer hears what is committed while the first one's connection is made`() throws {
        try expectSecondHears { () throws(SystemCallError) in }
    }

    @Test func `an observer whose connection ended hears what is committed before the next one`() throws {
        let rings = RingRecorder()
        let observation = try app.observeChanges { rings.ring() }
        #expect(rings.next())
        let (served, token) = (served, try served.app.currentToken())
        // The first attempt fails, and the second comes after the commit.
        faults.refuseNextConnection()
        faults.beforeNextConnection { () throws(SystemCallError) in
            do {
                try served.owner.perform(.updateAsset(served.photos[0], .favorite))
            } catch { Issue.record("the change failed: \(error)") }
        }
        try faults.end(0)
        #expect(try hears(rings, since: token))
        observation.cancel()
    }

    @Test func `the person's tools hear of what is erased, which is not in the history`() throws {
        let rings = RingRecorder()
        let observation = try served.owner.observeChanges { rings.ring() }
        for _ in 0..<2 { #expect(rings.next()) }
        try served.owner.perform(.deleteAssets(served.photos))
        #expect(rings.next())
        let token = try served.owner.currentToken()
        try served.owner.erase([served.photos[0]])
        #expect(rings.next())
        #expect(try served.owner.currentToken() == token)
        observation.cancel()
    }

    @Test func `a library that is away is waited for`() throws {
        for _ in 0..<3 { faults.refuseNextConnection() }
        let rings = RingRecorder()
        let observation = try app.observeChanges { rings.ring() }
        #expect(rings.next())
        observation.cancel()
    }

    @Test func `an observer that is added while the library is observed is notified at once`() throws {
        let first = RingRecorder()
        let observation = try app.observeChanges { first.ring() }
        #expect(first.next())
        let second = RingRecorder()
        let other = try app.observeChanges { second.ring() }
        #expect(second.count == 1)
        withExtendedLifetime((observation, other)) {}
    }

    /// What the last reference to another observation is in.
    private final class Holder: Sendable {
        let observation: ChangeObservation
        init(_ observation: ChangeObservation) { self.observation = observation }
        deinit { observation.cancel() }
    }

    @Test func `coalesced notifications keep the other observation`() throws {
        let rings = RingRecorder()
        var holder: Holder? = Holder(try app.observeChanges { rings.ring() })
        let outer = try app.observeChanges { [held = holder] in withExtendedLifetime(held) { rings.ring() } }
        holder = nil
        #expect(rings.next())
        outer.cancel()
        // The thread has ended with them, and another begins.
        let fresh = RingRecorder()
        let observation = try app.observeChanges { fresh.ring() }
        #expect(fresh.next())
        observation.cancel()
    }
}
