import Languages
import LibraryClient
import LinuxSystem
import TerminalText

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
            return try checked(given, arguments)
        }
        guard let named = EnvironmentVariables.value("PHOTOLIBRARY_SOCKET"), !named.isEmpty else { return nil }
        return try checked(named, arguments)
    }

    /// The rule of the server: its management socket is in a folder that is named after that of the apps' socket.
    private static func checked(_ path: String, _ arguments: ParsedArguments) throws(UsageError) -> String {
        let socket = FilePath(path)
        guard ["", ".", "..", "/"].contains(socket.folder.lastComponent.text) else { return path }
        throw arguments.usageError(
            localized(
                "a socket needs a folder with a name, such as {example}, not {text}",
                ["example": "DIR/\(socket.lastComponent.text)", "text": path.sanitized]
            )
        )
    }
}
