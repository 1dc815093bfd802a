/// Marks the beginning and end of work for recording tools.
///
/// Linux has none: `isEnabled` is false, as on Apple's systems when Instruments does not record, and nothing is
/// written.
public struct OSSignposter: Sendable {
    /// Creates a signposter for a subsystem and category.
    public init(subsystem: String, category: String) {}
    /// Creates a signposter for a subsystem and one of Instruments' categories.
    public init(subsystem: String, category: OSLog.Category) {}
    /// Creates a signposter for a logger.
    public init(logger: Logger) {}
    /// Creates a signposter for a log.
    public init(logHandle: OSLog) {}
    /// Creates a signposter without a subsystem.
    public init() {}

    /// A signposter that records nothing.
    public static let disabled = OSSignposter()

    /// Always false: nothing records.
    public var isEnabled: Bool { false }

    /// Returns an identifier, to tell concurrent intervals apart.
    public func makeSignpostID() -> OSSignpostID { .unique() }
    /// Returns an identifier for an object.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { .unique() }

    /// Begins an interval.
    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
        OSSignpostIntervalState(id: id)
    }
    /// Begins an interval.
    public func beginInterval(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        _ message: OSLogMessage
    ) -> OSSignpostIntervalState {
        OSSignpostIntervalState(id: id)
    }
    /// Ends an interval.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
    /// Ends an interval.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage) {}
    /// Emits an event.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {}
    /// Emits an event.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage) {}

    /// Runs `around` as an interval.
    public func withIntervalSignpost<Result>(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        around task: () throws -> Result
    ) rethrows -> Result {
        try task()
    }
    /// Runs `around` as an interval.
    public func withIntervalSignpost<Result>(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        _ message: OSLogMessage,
        around task: () throws -> Result
    ) rethrows -> Result {
        try task()
    }
}

/// An interval that has begun.
public final class OSSignpostIntervalState: Sendable {
    let id: OSSignpostID

    init(id: OSSignpostID) { self.id = id }

    /// Creates the state of an interval that began elsewhere.
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState(id: id) }
}
