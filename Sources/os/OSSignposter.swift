/// Marks when work begins and ends, for who records it.
///
/// Nobody does on Linux: `isEnabled` is false, as on Apple's systems while Instruments does not look, and nothing is
/// written.
public struct OSSignposter: Sendable {
    /// A signposter for a program and a part of it.
    public init(subsystem: String, category: String) {}
    /// A signposter for a program and what Instruments makes of it.
    public init(subsystem: String, category: OSLog.Category) {}
    /// A signposter beside a logger.
    public init(logger: Logger) {}
    /// A signposter beside a log.
    public init(logHandle: OSLog) {}
    /// A signposter without a name.
    public init() {}

    /// A signposter that marks nothing.
    public static let disabled = OSSignposter()

    /// Whether anybody records: false.
    public var isEnabled: Bool { false }

    /// A name for work of which several run at once.
    public func makeSignpostID() -> OSSignpostID { .unique() }
    /// A name for the work on an object.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { .unique() }

    /// Work begins.
    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
        OSSignpostIntervalState(id: id)
    }
    /// Work begins.
    public func beginInterval(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        _ message: OSLogMessage
    ) -> OSSignpostIntervalState {
        OSSignpostIntervalState(id: id)
    }
    /// Work ends.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
    /// Work ends.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage) {}
    /// Something happened.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {}
    /// Something happened.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage) {}

    /// Runs work.
    public func withIntervalSignpost<Result>(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        around task: () throws -> Result
    ) rethrows -> Result {
        try task()
    }
    /// Runs work.
    public func withIntervalSignpost<Result>(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        _ message: OSLogMessage,
        around task: () throws -> Result
    ) rethrows -> Result {
        try task()
    }
}

/// Work that has begun.
public final class OSSignpostIntervalState: Sendable {
    let id: OSSignpostID

    init(id: OSSignpostID) { self.id = id }

    /// Work that began elsewhere.
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState(id: id) }
}
