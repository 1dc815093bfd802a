import Languages

/// A command line that cannot be understood, with a pointer to the help.
struct UsageError: Error, Hashable, CustomStringConvertible {
    var message: String
    /// The command whose help to read; empty for the tool's own.
    var command: String

    init(_ message: String, command: String = "") {
        self.message = message
        self.command = command
    }

    var description: String {
        localized(
            "{message} (see {command})",
            ["message": message, "command": "photos \(command.isEmpty ? "" : command + " ")--help"]
        )
    }
}
