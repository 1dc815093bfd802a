@_exported public import Foundation

/// A log of a subsystem and category.
public final class OSLog: NSObject, Sendable {
    let subsystem: String
    let category: String
    private let isOn: Bool

    /// Creates a log for a subsystem (`com.example.app`) and a category.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, isOn: true)
    }

    private init(subsystem: String, category: String, isOn: Bool) {
        self.subsystem = subsystem
        self.category = category
        self.isOn = isOn
        super.init()
    }

    /// The log without a subsystem.
    public static let `default` = OSLog(subsystem: "", category: "", isOn: true)
    /// A log that discards messages.
    public static let disabled = OSLog(subsystem: "", category: "", isOn: false)

    /// Whether messages of a level are written.
    public func isEnabled(type: OSLogType) -> Bool { isOn }
}
