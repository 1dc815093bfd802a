/// A token bucket: bounds a burst and the long-run rate. A value without clock or lock; `now` is in monotonic
/// nanoseconds.
package struct TokenBucket: Hashable, Sendable {
    /// The most tokens that the bucket holds, and how many it gains a second.
    package struct Limit: Hashable, Sendable {
        package var capacity: Double
        package var perSecond: Double

        package init(capacity: Double, perSecond: Double) {
            self.capacity = capacity
            self.perSecond = perSecond
        }
    }

    private let limit: Limit
    /// In tokens. Negative after a `take` of more than there were.
    private var level: Double
    private var moment: UInt64

    /// A full bucket.
    package init(_ limit: Limit, now: UInt64) {
        self.limit = limit
        level = limit.capacity
        moment = now
    }

    /// Seconds until there is a token; nil when there is one now.
    package mutating func wait(now: UInt64) -> Double? {
        fill(now)
        return level > 0 ? nil : (1 - level) / limit.perSecond
    }

    /// Takes tokens, also more than there are: work that has begun is not stopped.
    package mutating func take(_ amount: Double, now: UInt64) {
        fill(now)
        level -= amount
    }

    package mutating func isFull(now: UInt64) -> Bool {
        fill(now)
        return level >= limit.capacity
    }

    private mutating func fill(_ now: UInt64) {
        let seconds = now > moment ? Double(now - moment) / 1e9 : 0
        level = min(limit.capacity, level + seconds * limit.perSecond)
        moment = max(moment, now)
    }
}
