import Admission
import LinuxSystem
import Synchronization
import Testing

@Suite struct AdmissionControlTests {
    private func desk() -> AdmissionControl {
        AdmissionControl(limits: .init(capacity: 2, reserved: 1, perApp: 1, waitingPerApp: 1))
    }

    private func refusal(_ desk: AdmissionControl, _ share: Share, _ cancellation: Cancellation?) -> AdmissionControl
        .Refusal?
    {
        do throws(AdmissionControl.Refusal) {
            _ = try desk.enter(share, cancellation)
            return nil
        } catch { return error }
    }

    @Test func `who waits is admitted when the one before leaves`() throws {
        let desk = desk()
        let hasEntered = try EventDescriptor()
        let entered = Entered(hasEntered)
        var first: AdmissionControl.Admission? = try desk.enter(.app("a"))
        let thread = try SystemThread(name: "second") {
            do throws(AdmissionControl.Refusal) {
                _ = try desk.enter(.app("a"))
                entered.flag.signal()
            } catch {}
        }
        while desk.waitingCount == 0 {}
        if let admission = first.take() { withExtendedLifetime(admission) {} }
        thread.join()
        let isIn = try Poll.wait(entered.flag.descriptor, for: .readable, timeoutNanoseconds: 0)
        #expect(isIn)
        #expect(desk.usedUnits == 0)
    }

    @Test func `a deadline ends the wait, and so does a cancellation`() throws {
        let desk = desk()
        let held = try desk.enter(.app("a"))
        let late = Cancellation(deadline: MonotonicClock.now())
        #expect(refusal(desk, .app("a"), late) == .stopped(.deadline))
        let cancelled = Cancellation()
        let canceller = try SystemThread(name: "canceller") {
            while desk.waitingCount == 0 {}
            cancelled.cancel()
        }
        #expect(refusal(desk, .app("a"), cancelled) == .stopped(.cancelled))
        canceller.join()
        #expect(desk.waitingCount == 0)
        withExtendedLifetime(held) {}
    }

    @Test func `a closed desk refuses who waits and who comes`() throws {
        let desk = desk()
        let held = try desk.enter(.app("a"))
        let closer = try SystemThread(name: "closer") {
            while desk.waitingCount == 0 {}
            desk.close()
        }
        #expect(refusal(desk, .app("a"), nil) == .closed)
        #expect(refusal(desk, .owner, nil) == .closed)
        closer.join()
        withExtendedLifetime(held) {}
    }
}

private final class Entered: Sendable {
    let flag: EventDescriptor
    init(_ flag: consuming EventDescriptor) { self.flag = flag }
}
