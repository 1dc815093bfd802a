@_exported public import Foundation

/// A log of a part of a program.
public final class OSLog: NSObject, Sendable {
    let subsystem: String
    let category: String
    private let isOn: Bool

    /// A log for a program (`com.example.app`) and a part of it.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, isOn: true)
    }

    private init(subsystem: String, category: String, isOn: Bool) {
        self.subsystem = subsystem
        self.category = category
        self.isOn = isOn
        super.init()
    }

    /// The log without a name.
    public static let `default` = OSLog(subsystem: "", category: "", isOn: true)
    /// A log that takes nothing.
    public static let disabled = OSLog(subsystem: "", category: "", isOn: false)

    /// Whether messages of that level are written.
    public func isEnabled(type: OSLogType) -> Bool { isOn }
}
