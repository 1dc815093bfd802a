/// What a person allows synchronisation to take; nil for no limit.
package struct TransferLimits: Hashable, Sendable {
    /// Bytes a second of all transfers together.
    package var sentBytesPerSecond: UInt64?
    package var receivedBytesPerSecond: UInt64?
    /// Requests to the bucket a second.
    package var requestsPerSecond: UInt64?
    /// Of the local day.
    package var hours: DailyHours?

    package init(
        sentBytesPerSecond: UInt64? = nil,
        receivedBytesPerSecond: UInt64? = nil,
        requestsPerSecond: UInt64? = nil,
        hours: DailyHours? = nil
    ) {
        self.sentBytesPerSecond = sentBytesPerSecond
        self.receivedBytesPerSecond = receivedBytesPerSecond
        self.requestsPerSecond = requestsPerSecond
        self.hours = hours
    }

    /// Bytes a second of the lowest limit: with less, a store or its proxy would take the connection for a dead one.
    package static let leastBytesPerSecond: UInt64 = 10_000
    /// Bytes a second of the highest limit: a terabyte, beyond which a limit is none.
    package static let mostBytesPerSecond: UInt64 = 1_000_000_000_000
    package static let requestRange: ClosedRange<UInt64> = 1...10_000

    /// Whether all of it is within these ranges.
    package var isValid: Bool {
        [sentBytesPerSecond, receivedBytesPerSecond].allSatisfy { rate in
            rate.map { (TransferLimits.leastBytesPerSecond...TransferLimits.mostBytesPerSecond).contains($0) } ?? true
        } && (requestsPerSecond.map { TransferLimits.requestRange.contains($0) } ?? true)
    }
}
