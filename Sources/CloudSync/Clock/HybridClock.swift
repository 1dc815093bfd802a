/// Issues stamps that are larger than all issued or observed before.
package struct HybridClock: Hashable, Sendable {
    /// The largest ticks issued or observed.
    package private(set) var latest: UInt64

    package init(latest: UInt64 = 0) { self.latest = latest }

    /// A machine's clock beyond this (year 4199) counts as this, so that a broken clock does not exhaust the stamps of
    /// all devices.
    package static let maximumMilliseconds: UInt64 = 1 << 46

    private static let counterBits: UInt64 = 16

    /// Returns the ticks of a write at a time of the machine's clock.
    package mutating func tick(at milliseconds: UInt64) throws(SyncFailure) -> UInt64 {
        let physical = min(milliseconds, HybridClock.maximumMilliseconds) << HybridClock.counterBits
        guard latest < Stamp.maximumTicks else { throw .clockExhausted }
        latest = max(latest + 1, physical)
        return latest
    }

    /// Makes later ticks larger than `ticks`.
    package mutating func observe(_ ticks: UInt64) { latest = max(latest, ticks) }
}
