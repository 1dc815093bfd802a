import Synchronization

// Signposts as functions. Linux records none, and nothing is written.

/// The type of a signpost. The raw values are Apple's.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
    /// Apple's value.
    public let rawValue: UInt8

    /// Creates a type from Apple's value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// An event.
    public static let event = OSSignpostType(rawValue: 0)
    /// The beginning of an interval.
    public static let begin = OSSignpostType(rawValue: 1)
    /// The end of an interval.
    public static let end = OSSignpostType(rawValue: 2)
}

/// Tells concurrent intervals apart.
public struct OSSignpostID: Hashable, Comparable, Sendable {
    /// The number.
    public let rawValue: UInt64

    /// Creates an identifier from a number.
    public init(_ value: UInt64) { rawValue = value }
    /// Creates a new identifier.
    public init(log: OSLog) { self = .unique() }
    /// Creates an identifier for an object.
    public init(log: OSLog, object: AnyObject) { rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object))) }

    /// For intervals that are never concurrent.
    public static let exclusive = OSSignpostID(0xeeee_b0b5_b2b2_eeee)
    /// An invalid identifier.
    public static let invalid = OSSignpostID(.max)
    /// An invalid identifier.
    public static let null = OSSignpostID(0)

    private static let last = Atomic<UInt64>(0)

    static func unique() -> OSSignpostID { OSSignpostID(last.wrappingAdd(1, ordering: .relaxed).newValue) }

    /// Compares by number.
    public static func < (left: OSSignpostID, right: OSSignpostID) -> Bool { left.rawValue < right.rawValue }
}

extension OSLog {
    /// Instruments' categories of signposts.
    public struct Category: Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Shown on Instruments' track of points of interest.
        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
        /// Recorded only on demand.
        public static let dynamicTracing = Category(rawValue: "DynamicTracing")
        /// Recorded with the stack, only on demand.
        public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    }

    /// Creates a log for a subsystem and one of Instruments' categories.
    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem: subsystem, category: category.rawValue)
    }

    /// Always false: nothing records.
    public var signpostsEnabled: Bool { false }
}

/// Marks the beginning or end of an interval, or an event.
public func os_signpost(
    _ type: OSSignpostType,
    log: OSLog,
    name: StaticString,
    signpostID: OSSignpostID = .exclusive
) {}

/// Marks the beginning or end of an interval, or an event.
public func os_signpost(
    _ type: OSSignpostType,
    log: OSLog,
    name: StaticString,
    signpostID: OSSignpostID = .exclusive,
    _ format: StaticString,
    _ arguments: any CVarArg...
) {}
