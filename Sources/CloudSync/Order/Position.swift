internal import LibraryModel

/// A position in an order: a fraction as a byte string, compared digit by digit (fractional indexing).
///
/// Each member has a position, merged like any field; identifiers break ties. A list CRDT with identifiers per
/// insertion was rejected: a member that two devices move concurrently would be in the list twice, and albums have each
/// photo once. Concurrent insertions at one place stay grouped by device, because a run of insertions shares a prefix
/// that ends with the device's.
package struct Position: Hashable, Sendable, Comparable {
    package var digits: [UInt8]

    package init(digits: [UInt8]) { self.digits = digits }

    /// The longest position in bytes. An order that needs longer ones is renumbered.
    package static let maximumLength = 64

    /// Digits that are incremented or decremented when a run is added at an end, so that positions do not grow there.
    private static let headLength = 4
    private static let headStep: UInt32 = 1 << 8

    package static func < (left: Position, right: Position) -> Bool {
        left.digits.lexicographicallyPrecedes(right.digits)
    }

    /// Increasing positions between two others; nil without room, which makes the caller renumber the order.
    package static func run(
        _ count: Int,
        after low: Position?,
        before high: Position?,
        device: DeviceID
    ) -> [Position]? {
        guard count > 0 else { return [] }
        guard let base = base(after: low, before: high) else { return nil }
        let prefix = base + [UInt8(truncatingIfNeeded: device.low >> 8), UInt8(truncatingIfNeeded: device.low)]
        let width = (UInt64.bitWidth - UInt64(count).leadingZeroBitCount + 7) / 8
        guard prefix.count + width <= maximumLength else { return nil }
        return (1...UInt64(count)).map { number in
            let digits = stride(from: 8 * (width - 1), through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: number >> $0)
            }
            return Position(digits: prefix + digits)
        }
    }

    /// The digits between the two, with whatever follows them.
    private static func base(after low: Position?, before high: Position?) -> [UInt8]? {
        switch (low, high) {
        case (nil, nil): return bytes(of: 1 << 31)
        case (let low?, nil):
            let (head, overflows) = head(of: low).addingReportingOverflow(headStep)
            return overflows ? between(low.digits, nil) : bytes(of: head)
        case (nil, let high?):
            let head = head(of: high)
            return head > headStep ? bytes(of: head - headStep) : between([], high.digits)
        case (let low?, let high?): return between(low.digits, high.digits)
        }
    }

    private static func head(of position: Position) -> UInt32 {
        (0..<headLength).reduce(0) { head, place in
            head << 8 | UInt32(place < position.digits.count ? position.digits[place] : 0)
        }
    }

    private static func bytes(of head: UInt32) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: head >> $0) }
    }

    /// A fraction between two that is not a prefix of the upper one. Without an upper one there always is one.
    private static func between(_ low: [UInt8], _ high: [UInt8]?) -> [UInt8]? {
        var digits: [UInt8] = []
        var high = high
        for place in 0... {
            if let high, place >= high.count { return nil }
            let lower = place < low.count ? Int(low[place]) : 0
            let upper = high.map { Int($0[place]) } ?? 256
            if upper < lower { return nil }
            if upper - lower > 1 { return digits + [UInt8((lower + upper) / 2)] }
            digits.append(UInt8(lower))
            if digits.count > maximumLength { return nil }
            // The digit is less than the upper one's: the rest is free.
            if upper - lower == 1 { high = nil }
        }
        return nil
    }
}
