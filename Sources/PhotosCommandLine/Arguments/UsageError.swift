/// The command line makes no sense: said with where to read how it would.
struct UsageError: Error, Hashable, CustomStringConvertible {
    var message: String
    /// The command whose help would have told, empty for the tool's own.
    var command: String

    init(_ message: String, command: String = "") {
        self.message = message
        self.command = command
    }

    var description: String {
        "\(message) (see photos \(command.isEmpty ? "" : command + " ")--help)"
    }
}
