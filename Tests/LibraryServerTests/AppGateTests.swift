import LinuxSystem
import Synchronization
import Testing

@testable import LibraryServer

/// The gate between a decision and what was found out before it.
@Suite(.timeLimit(.minutes(1))) struct AppGateTests {
    @Test func `an answer that was made before a decision does not pass after it`() throws {
        let gate = try AppGate()
        let before = gate.ticket()
        let passage = try #require(gate.pass(before, session: 1))
        gate.leave(passage)
        for narrows in [false, true] {
            let ticket = gate.ticket()
            gate.decided(narrows: narrows)
            #expect(gate.pass(ticket, session: 1) == nil)
            let fresh = try #require(gate.pass(gate.ticket(), session: 1))
            gate.leave(fresh)
        }
        // What tells nothing of the library goes by at any time.
        let other = try #require(gate.pass(nil, session: 1))
        gate.leave(other)
        gate.drop(gate.ticket(interrupting: Cancellation()))
        #expect(gate.isIdle)
    }

    /// | sender                     | person                     |
    /// | passes                     |                            |
    /// |                            | decides: waits             |
    /// | sends, leaves              |                            |
    /// |                            | decision is acknowledged   |
    @Test func `a decision waits for answers that passed before it`() throws {
        let gate = try AppGate()
        let cuts = Atomic(0)
        let connection = AppGate.Connection(keepsBytes: { false }, cut: { cuts.add(1, ordering: .relaxed) })
        gate.connect(1, connection)
        let ticket = gate.ticket()
        let passage = try #require(gate.pass(ticket, session: 1))
        let hasSent = Atomic(false)
        let wasSentBefore = Atomic(false)
        let person = try SystemThread(name: "person") {
            gate.decided(narrows: true)
            wasSentBefore.store(hasSent.load(ordering: .sequentiallyConsistent), ordering: .sequentiallyConsistent)
        }
        // The decision counts before it waits.
        while let early = gate.pass(ticket, session: 2) { gate.leave(early) }
        hasSent.store(true, ordering: .sequentiallyConsistent)
        gate.leave(passage)
        person.join()
        let (isInOrder, cutCount) = (
            wasSentBefore.load(ordering: .sequentiallyConsistent), cuts.load(ordering: .relaxed)
        )
        #expect(isInOrder)
        #expect(cutCount == 0)
        #expect(gate.isIdle)
    }

    @Test func `an app that does not take its answer holds no decision up and is cut`() throws {
        let gate = try AppGate()
        let cuts = Mutex<[UInt64]>([])
        for session in UInt64(1)...3 {
            // The third keeps the rest of an answer, though nobody sends to it now.
            let cut: @Sendable () -> Void = { cuts.withLock { $0.append(session) } }
            gate.connect(session, AppGate.Connection(keepsBytes: { session == 3 }, cut: cut))
        }
        let passage = try #require(gate.pass(gate.ticket(), session: 1))
        let start = MonotonicClock.now()
        gate.decided(narrows: true)
        #expect(MonotonicClock.now() - start >= AppGate.patience)
        #expect(cuts.withLock { $0 } == [1, 3])

        // Who takes what was queued in time is not cut.
        let looks = Atomic(0)
        let takes: @Sendable () -> Bool = { looks.add(1, ordering: .relaxed).newValue < 3 }
        gate.disconnect(3)
        gate.connect(4, AppGate.Connection(keepsBytes: takes, cut: { cuts.withLock { $0.append(4) } }))
        gate.leave(passage)
        gate.decided(narrows: true)
        #expect(cuts.withLock { $0 } == [1, 3])
        let lookCount = looks.load(ordering: .relaxed)
        #expect(lookCount == 3)

        // What widens access waits for nobody.
        let second = try #require(gate.pass(gate.ticket(), session: 2))
        gate.decided(narrows: false)
        #expect(cuts.withLock { $0 } == [1, 3])
        gate.leave(second)
        gate.decided(narrows: true)
        #expect(cuts.withLock { $0 } == [1, 3])
        #expect(gate.isIdle)
    }
}
