/// What may be taken at once, and what may be taken in the long run: a value without a clock or a lock. Moments are
/// monotonic nanoseconds.
package struct TokenBucket: Hashable, Sendable {
    /// What fills by so much a second, up to what it holds.
    package struct Limit: Hashable, Sendable {
        package var capacity: Double
        package var perSecond: Double

        package init(capacity: Double, perSecond: Double) {
            self.capacity = capacity
            self.perSecond = perSecond
        }
    }

    private let limit: Limit
    /// Negative when it was overdrawn by what was under way when it ran dry.
    private var level: Double
    private var moment: UInt64

    /// A full one.
    package init(_ limit: Limit, now: UInt64) {
        self.limit = limit
        level = limit.capacity
        moment = now
    }

    /// Seconds until something may be taken again; nil when it may now.
    package mutating func wait(now: UInt64) -> Double? {
        fill(now)
        return level > 0 ? nil : (1 - level) / limit.perSecond
    }

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
