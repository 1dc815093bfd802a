/// An element of a set: who added it and who removed it (an observed-remove set).
///
/// A removal undoes only the additions that it has seen, so an element that one device removes while another adds it
/// again stays. Of each device only the last addition counts, which bounds an element by the number of devices.
package struct Element: Hashable, Sendable {
    /// The ticks of each device's last addition.
    package private(set) var additions: [DeviceID: UInt64] = [:]
    /// The ticks of each device's last removed addition.
    package private(set) var removals: [DeviceID: UInt64] = [:]
    /// A value of the membership that merges by itself: the position in an album, or how an asset uses a file.
    package var detail: Register?

    package init() {}

    package init(additions: [DeviceID: UInt64], removals: [DeviceID: UInt64], detail: Register?) {
        self.additions = additions
        self.removals = removals
        self.detail = detail
    }

    package var isPresent: Bool { additions.contains { $0.value > removals[$0.key] ?? 0 } }

    /// The first addition in force.
    package var added: Stamp? {
        var first: Stamp?
        for (device, ticks) in additions where ticks > removals[device] ?? 0 {
            let stamp = Stamp(ticks: ticks, device: device)
            if first.map({ stamp < $0 }) ?? true { first = stamp }
        }
        return first
    }

    /// The last addition in force.
    package var lastAdded: Stamp? {
        var last: Stamp?
        for (device, ticks) in additions where ticks > removals[device] ?? 0 {
            let stamp = Stamp(ticks: ticks, device: device)
            if last.map({ $0 < stamp }) ?? true { last = stamp }
        }
        return last
    }

    package mutating func add(_ stamp: Stamp) {
        additions[stamp.device] = max(additions[stamp.device] ?? 0, stamp.ticks)
    }

    /// Removes the additions that are known here.
    package mutating func remove() { removals.merge(additions, uniquingKeysWith: max) }

    package mutating func merge(_ other: Element) {
        additions.merge(other.additions, uniquingKeysWith: max)
        removals.merge(other.removals, uniquingKeysWith: max)
        guard let theirs = other.detail else { return }
        if detail == nil { detail = theirs } else { detail?.merge(theirs) }
    }
}
