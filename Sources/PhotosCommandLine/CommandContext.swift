import LibraryClient
import LinuxSystem

/// What a command gets: its arguments, its output, and the way to the server.
struct CommandContext {
    let arguments: ParsedArguments
    let output: StandardOutput
    let messages: Messages

    /// The server's socket, nil for the default place.
    let socketPath: String?

    /// Whether data is printed as JSON.
    var printsJSON: Bool { arguments.has(.json) }

    /// A client of the server's management socket. It connects with its first call.
    func connect() -> LibraryClient { LibraryClient.owner(socketPath: socketPath) }

    /// The server's socket, by option or environment.
    static func socketPath(of arguments: ParsedArguments) throws(UsageError) -> String? {
        if let given = try arguments.text(.socket) {
            if given.isEmpty { throw arguments.usageError("--socket needs a path") }
            return given
        }
        guard let named = EnvironmentVariables.value("PHOTOLIBRARY_SOCKET"), !named.isEmpty else { return nil }
        return named
    }
}
