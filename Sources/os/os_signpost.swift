import Synchronization

// Signposts as functions. Nobody records them on Linux, and nothing is written.

/// What a signpost marks. The raw values are Apple's.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
    /// Apple's number.
    public let rawValue: UInt8

    /// A type by Apple's number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something happened.
    public static let event = OSSignpostType(rawValue: 0)
    /// Work begins.
    public static let begin = OSSignpostType(rawValue: 1)
    /// Work ends.
    public static let end = OSSignpostType(rawValue: 2)
}

/// A name for work of which several run at once.
public struct OSSignpostID: Hashable, Comparable, Sendable {
    /// The number.
    public let rawValue: UInt64

    /// A name by its number.
    public init(_ value: UInt64) { rawValue = value }
    /// A new name.
    public init(log: OSLog) { self = .unique() }
    /// A name for the work on an object.
    public init(log: OSLog, object: AnyObject) { rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object))) }

    /// Of work that never runs beside itself.
    public static let exclusive = OSSignpostID(0xeeee_b0b5_b2b2_eeee)
    /// Of nothing.
    public static let invalid = OSSignpostID(.max)
    /// Of nothing.
    public static let null = OSSignpostID(0)

    private static let last = Atomic<UInt64>(0)

    static func unique() -> OSSignpostID { OSSignpostID(last.wrappingAdd(1, ordering: .relaxed).newValue) }

    /// By number.
    public static func < (left: OSSignpostID, right: OSSignpostID) -> Bool { left.rawValue < right.rawValue }
}

extension OSLog {
    /// What Instruments makes of signposts.
    public struct Category: Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// On one line with the points of interest of others.
        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
        /// Recorded only when it is asked for.
        public static let dynamicTracing = Category(rawValue: "DynamicTracing")
        /// Recorded with the stack, only when it is asked for.
        public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    }

    /// A log for a program, by one of Instruments' categories.
    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem: subsystem, category: category.rawValue)
    }

    /// Whether anybody records signposts: false.
    public var signpostsEnabled: Bool { false }
}

/// Marks when work begins or ends, or that something happened.
public func os_signpost(
    _ type: OSSignpostType,
    log: OSLog,
    name: StaticString,
    signpostID: OSSignpostID = .exclusive
) {}

/// Marks when work begins or ends, or that something happened.
public func os_signpost(
    _ type: OSSignpostType,
    log: OSLog,
    name: StaticString,
    signpostID: OSSignpostID = .exclusive,
    _ format: StaticString,
    _ arguments: any CVarArg...
) {}
