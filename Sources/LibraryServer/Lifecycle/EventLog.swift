package import LinuxSystem

/// One line an event, on standard error.
///
/// Lines carry what an operator needs and nothing about photos: no titles, no paths inside the library, no places.
/// Fields are `name=value`; a value with spaces or quotes is quoted.
package final class EventLog: Sendable {
    /// Longer lines are cut: a client's claims are in some.
    private static let maximumLineLength = 1024

    private let output: OwnedDescriptor

    package init(to output: consuming OwnedDescriptor) {
        self.output = output
    }

    package func event(_ name: String, _ fields: KeyValuePairs<String, String> = [:]) {
        var line = name
        for (key, value) in fields { line += " \(key)=\(EventLog.quoted(value))" }
        var bytes = Array(line.utf8.prefix(EventLog.maximumLineLength))
        bytes.append(UInt8(ascii: "\n"))
        // One write for a whole line, so that lines of several threads do not mix. When the log itself is gone there is
        // nobody left to tell.
        do { try output.write(bytes) } catch {}
    }

    private static func quoted(_ value: String) -> String {
        let isPlain = value.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "\"" && $0 != "=" }
        guard !isPlain || value.isEmpty else { return value }
        var quoted = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: quoted += "?"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
