package import LibraryModel

/// Identifies one device's log. A device takes a new one when two copies of it, or an old backup, are running.
package typealias DeviceID = ObjectID

/// When and by which device a value was written: the order in which writes of one field win.
///
/// `ticks` is a hybrid logical clock (Kulkarni et al., 2014): milliseconds since 1970 in the upper 48 bits, a counter
/// in the lower 16. A write that has seen another one has the larger stamp, whatever the clocks of the machines say.
package struct Stamp: Hashable, Sendable, Comparable {
    package var ticks: UInt64
    package var device: DeviceID

    package init(ticks: UInt64, device: DeviceID) {
        self.ticks = ticks
        self.device = device
    }

    /// The largest stamp that is accepted from a bucket: year 6429. Between it and `HybridClock.maximumMilliseconds` is
    /// room for more writes than will ever happen.
    package static let maximumTicks: UInt64 = 1 << 63

    package static func < (left: Stamp, right: Stamp) -> Bool {
        (left.ticks, left.device) < (right.ticks, right.device)
    }
}
