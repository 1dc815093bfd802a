internal import Admission
package import LibraryModel

/// Keeps all transfers together within the limits. A value without a clock; `now` is in monotonic nanoseconds.
package struct TransferAllowance: Sendable {
    package enum Kind: Hashable, Sendable, CaseIterable {
        case request, sent, received
    }

    private var buckets: [Kind: TokenBucket] = [:]

    package init(_ limits: TransferLimits, now: UInt64) {
        let rates: [Kind: UInt64?] = [
            .request: limits.requestsPerSecond, .sent: limits.sentBytesPerSecond,
            .received: limits.receivedBytesPerSecond,
        ]
        for case (let kind, let rate?) in rates {
            // A burst of one second.
            let rate = Double(max(1, rate))
            buckets[kind] = TokenBucket(.init(capacity: rate, perSecond: rate), now: now)
        }
    }

    /// Takes `amount` and returns nil if the limits allow it now; otherwise returns the nanoseconds to wait first.
    package mutating func take(_ amount: Int, of kind: Kind, now: UInt64) -> UInt64? {
        guard var bucket = buckets[kind] else { return nil }
        defer { buckets[kind] = bucket }
        if let seconds = bucket.wait(now: now) { return UInt64(max(0, min(seconds, 3_600)) * 1e9) + 1 }
        bucket.take(Double(amount), now: now)
        return nil
    }
}
