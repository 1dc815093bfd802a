import CloudSync
import Testing

struct HybridClockTests {
    @Test func `stamps rise while the machine's clock stands or goes back`() throws {
        var clock = HybridClock()
        let first = try clock.tick(at: 1_000)
        let second = try clock.tick(at: 1_000)
        let third = try clock.tick(at: 5)
        #expect(first == 1_000 << 16)
        #expect(first < second && second < third)
    }

    @Test func `a write that saw another one is later, though its clock is behind`() throws {
        var clock = HybridClock()
        clock.observe(9_000 << 16)
        #expect(try clock.tick(at: 1) > 9_000 << 16)
    }

    @Test func `a clock far in the future does not use up the stamps`() throws {
        var clock = HybridClock()
        #expect(try clock.tick(at: .max) == HybridClock.maximumMilliseconds << 16)
        #expect(try clock.tick(at: .max) < Stamp.maximumTicks)
    }

    @Test func `the last stamp is refused instead of overflowing`() {
        var clock = HybridClock(latest: Stamp.maximumTicks)
        #expect(throws: SyncFailure.clockExhausted) { try clock.tick(at: 1) }
    }
}
