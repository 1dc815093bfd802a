/// How much a message matters. The raw values are Apple's.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// Apple's number.
    public let rawValue: UInt8

    /// A level by Apple's number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A level by Apple's number.
    public init(_ rawValue: UInt8) {
        self.init(rawValue: rawValue)
    }

    /// What helps with problems.
    public static let `default` = OSLogType(rawValue: 0)
    /// What is good to know.
    public static let info = OSLogType(rawValue: 1)
    /// What is of use while a program is written.
    public static let debug = OSLogType(rawValue: 2)
    /// What went wrong in the program.
    public static let error = OSLogType(rawValue: 16)
    /// What is wrong with the program.
    public static let fault = OSLogType(rawValue: 17)

    /// The number that syslog and the journal have for it: 0 is the worst and 7 the least.
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
