import Glibc
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@Suite(.timeLimit(.minutes(2))) struct ObservationChannelTests {
    private let served: Served
    private let faults = ConnectionFaults()
    private let app: LibraryClient

    init() throws {
        served = try Served(photos: 1)
        try served.decide(.authorized)
        app = served.library.app(with: faults)
    }

    /// Has the first observer's connection come to `outcome` while a second one observes, whose events it returns.
    private func secondObserver(
        whenFirstEnds outcome: @escaping @Sendable () throws(SystemCallError) -> Void
    ) async throws -> (events: EventRecorder, ChangeObservation) {
        let isConnecting = Parker()
        let hasObserved = Parker()
        faults.beforeNextConnection { () throws(SystemCallError) in
            isConnecting.unpark()
            // One that waits for the first cannot have been answered, and the time passes.
            hasObserved.park(until: MonotonicClock.deadline(after: 300_000_000))
            try outcome()
        }
        let app = app
        let first = Task { try await onThread { errorCode { try app.observeChanges { _ in } } } }
        let events = EventRecorder()
        let served = served
        let observation = try await onThread {
            isConnecting.park()
            let observation = try app.observeChanges { events.append($0) }
            try served.owner.perform(.updateAsset(served.photos[0], .favorite))
            hasObserved.unpark()
            return observation
        }
        _ = try await first.value
        return (events, observation)
    }

    @Test func `a second observer hears what is committed though the first one's connection failed`() async throws {
        let (events, observation) = try await secondObserver { () throws(SystemCallError) in
            throw SystemCallError(ECONNREFUSED, "connect")
        }
        #expect(events.next() != nil)
        observation.cancel()
    }

    @Test func `a second observer hears what is committed while the first one's connection is made`() async throws {
        let (events, observation) = try await secondObserver { () throws(SystemCallError) in }
        #expect(events.next() != nil)
        observation.cancel()
    }

    @Test func `an observer whose connection ended hears what is committed before the next one`() throws {
        let events = EventRecorder()
        let observation = try app.observeChanges { events.append($0) }
        let served = served
        // The first attempt fails, and the second comes after the commit.
        faults.refuseNextConnection()
        faults.beforeNextConnection { () throws(SystemCallError) in
            do {
                try served.owner.perform(.updateAsset(served.photos[0], .favorite))
            } catch { Issue.record("the change failed: \(error)") }
        }
        let start = try served.owner.currentToken()
        try faults.end(0)
        let event = try #require(events.next())
        #expect(event.isResynchronization)
        #expect(try #require(ChangeToken(serialized: event.token)).sequence > start.sequence)
        observation.cancel()
    }

    @Test func `observing that failed begins anew with the next observer`() throws {
        faults.refuseNextConnection()
        let app = app
        #expect(errorCode { try app.observeChanges { _ in } } == .unavailable)
        let events = EventRecorder()
        let observation = try app.observeChanges { events.append($0) }
        try served.owner.perform(.updateAsset(served.photos[0], .favorite))
        #expect(events.next() != nil)
        observation.cancel()
    }
}
