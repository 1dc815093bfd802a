/// Gives stamps that are larger than all that it gave or observed before.
package struct HybridClock: Hashable, Sendable {
    /// The largest ticks given or observed.
    package private(set) var latest: UInt64

    package init(latest: UInt64 = 0) { self.latest = latest }

    /// A clock of a machine that is later than this (year 4199) counts as this, so that a broken one does not use up
    /// the stamps of all devices.
    package static let maximumMilliseconds: UInt64 = 1 << 46

    private static let counterBits: UInt64 = 16

    /// The ticks of a write at a time of the machine's clock.
    package mutating func tick(at milliseconds: UInt64) throws(SyncFailure) -> UInt64 {
        let physical = min(milliseconds, HybridClock.maximumMilliseconds) << HybridClock.counterBits
        guard latest < Stamp.maximumTicks else { throw .clockExhausted }
        latest = max(latest + 1, physical)
        return latest
    }

    /// What is written from now on is later than `ticks`.
    package mutating func observe(_ ticks: UInt64) { latest = max(latest, ticks) }
}
