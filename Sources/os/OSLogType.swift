/// The level of a message. The raw values are Apple's.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// Apple's value.
    public let rawValue: UInt8

    /// Creates a level from Apple's value.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Creates a level from Apple's value.
    public init(_ rawValue: UInt8) {
        self.init(rawValue: rawValue)
    }

    /// Useful for troubleshooting.
    public static let `default` = OSLogType(rawValue: 0)
    /// Helpful, but not essential.
    public static let info = OSLogType(rawValue: 1)
    /// Useful during development.
    public static let debug = OSLogType(rawValue: 2)
    /// An error in the program.
    public static let error = OSLogType(rawValue: 16)
    /// A bug in the program.
    public static let fault = OSLogType(rawValue: 17)

    /// The priority for syslog and the journal: 0 is the highest, 7 the lowest.
    var priority: Int {
        switch self {
        case .fault: 2
        case .error: 3
        case .info: 6
        case .debug: 7
        default: 5
        }
    }

    var name: String {
        switch self {
        case .fault: "fault"
        case .error: "error"
        case .info: "info"
        case .debug: "debug"
        default: "default"
        }
    }
}
