import LinuxSystem
import Synchronization
import Testing

@testable import LibraryServer

/// The barrier between a decision and what was found out before it.
@Suite(.timeLimit(.minutes(1))) struct RevocationBarrierTests {
    @Test func `an answer that was made before a decision does not pass after it`() throws {
        let barrier = try RevocationBarrier()
        let before = barrier.pin()
        let sending = try #require(barrier.beginSending(before, session: 1))
        barrier.endSending(sending)
        for narrows in [false, true] {
            let pin = barrier.pin()
            barrier.advance(narrows: narrows)
            #expect(barrier.beginSending(pin, session: 1) == nil)
            let fresh = try #require(barrier.beginSending(barrier.pin(), session: 1))
            barrier.endSending(fresh)
        }
        // What tells nothing of the library goes by at any time.
        let other = try #require(barrier.beginSending(nil, session: 1))
        barrier.endSending(other)
        barrier.unpin(barrier.pin(interrupting: Cancellation()))
        #expect(barrier.isIdle)
    }

    /// | sender                     | person                     |
    /// | passes                     |                            |
    /// |                            | decides: waits             |
    /// | sends, leaves              |                            |
    /// |                            | decision is acknowledged   |
    @Test func `a decision waits for answers that passed before it`() throws {
        let barrier = try RevocationBarrier()
        let cuts = Atomic(0)
        let connection = RevocationBarrier.Connection(
            hasUnsentBytes: { false },
            cut: { cuts.add(1, ordering: .relaxed) }
        )
        barrier.connect(1, connection)
        let pin = barrier.pin()
        let sending = try #require(barrier.beginSending(pin, session: 1))
        let hasSent = Atomic(false)
        let wasSentBefore = Atomic(false)
        let person = try SystemThread(name: "person") {
            barrier.advance(narrows: true)
            wasSentBefore.store(hasSent.load(ordering: .sequentiallyConsistent), ordering: .sequentiallyConsistent)
        }
        // The decision counts before it waits.
        while let early = barrier.beginSending(pin, session: 2) { barrier.endSending(early) }
        hasSent.store(true, ordering: .sequentiallyConsistent)
        barrier.endSending(sending)
        person.join()
        let (isInOrder, cutCount) = (
            wasSentBefore.load(ordering: .sequentiallyConsistent), cuts.load(ordering: .relaxed)
        )
        #expect(isInOrder)
        #expect(cutCount == 0)
        #expect(barrier.isIdle)
    }

    @Test func `an app that does not read its replies delays no decision and is disconnected`() throws {
        let barrier = try RevocationBarrier()
        let cuts = Mutex<[UInt64]>([])
        for session in UInt64(1)...3 {
            // The third keeps the rest of an answer, though nobody sends to it now.
            let cut: @Sendable () -> Void = { cuts.withLock { $0.append(session) } }
            barrier.connect(session, RevocationBarrier.Connection(hasUnsentBytes: { session == 3 }, cut: cut))
        }
        let sending = try #require(barrier.beginSending(barrier.pin(), session: 1))
        let start = MonotonicClock.now()
        barrier.advance(narrows: true)
        #expect(MonotonicClock.now() - start >= RevocationBarrier.patience)
        #expect(cuts.withLock { $0 } == [1, 3])

        // Who takes what was queued in time is not cut.
        let looks = Atomic(0)
        let takes: @Sendable () -> Bool = { looks.add(1, ordering: .relaxed).newValue < 3 }
        barrier.disconnect(3)
        barrier.connect(4, RevocationBarrier.Connection(hasUnsentBytes: takes, cut: { cuts.withLock { $0.append(4) } }))
        barrier.endSending(sending)
        barrier.advance(narrows: true)
        #expect(cuts.withLock { $0 } == [1, 3])
        let lookCount = looks.load(ordering: .relaxed)
        #expect(lookCount == 3)

        // What widens access waits for nobody.
        let second = try #require(barrier.beginSending(barrier.pin(), session: 2))
        barrier.advance(narrows: false)
        #expect(cuts.withLock { $0 } == [1, 3])
        barrier.endSending(second)
        barrier.advance(narrows: true)
        #expect(cuts.withLock { $0 } == [1, 3])
        #expect(barrier.isIdle)
    }
}
