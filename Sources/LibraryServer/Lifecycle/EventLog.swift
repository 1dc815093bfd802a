package import LinuxSystem
internal import Synchronization
internal import TerminalText

/// One line an event, on standard error.
///
/// Lines carry what an operator needs and nothing about photos: no titles, no paths inside the library, no places.
/// Fields are `name=value`; a value with spaces or quotes is quoted, and what a terminal might obey is replaced by
/// U+FFFD. Lines that clients can cause are rate-limited (`LogAllowances`); the field `left-out` counts the lines
/// that were dropped before this one.
package final class EventLog: Sendable {
    /// Bytes. Longer lines are cut, because some contain a client's claims.
    private static let maximumLineLength = 1024

    private let output: OwnedDescriptor
    private let allowances = Mutex(LogAllowances())

    package init(to output: consuming OwnedDescriptor) {
        self.output = output
    }

    /// Logs an event that clients cannot cause at will.
    package func event(_ name: String, _ fields: KeyValuePairs<String, String> = [:]) { write(name, fields) }

    /// Logs an event that a client causes, unless its allowance is used up.
    func event(_ name: String, _ fields: KeyValuePairs<String, String>, of subject: LogAllowances.Subject) {
        let now = MonotonicClock.now()
        guard let leftOut = allowances.withLock({ $0.admit(subject, now: now) }) else { return }
        write(leftOut > 0 ? "\(name) left-out=\(leftOut)" : name, fields)
    }

    private func write(_ name: String, _ fields: KeyValuePairs<String, String>) {
        var line = name
        for (key, value) in fields { line += " \(key)=\(EventLog.quoted(value))" }
        // Cut between characters, so that no half of one is left.
        while line.utf8.count > EventLog.maximumLineLength { line.unicodeScalars.removeLast() }
        line += "\n"
        // One write for a whole line, so that lines of several threads do not mix. There is nowhere to report a failure
        // of the log itself.
        do { try output.write(Array(line.utf8)) } catch {}
    }

    static func quoted(_ text: String) -> String {
        let value = text.sanitized
        let isPlain = value.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "\"" && $0 != "=" }
        guard !isPlain || value.isEmpty else { return value }
        var quoted = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
