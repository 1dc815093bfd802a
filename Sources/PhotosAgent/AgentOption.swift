internal import Languages

/// An option of `photos-agent`.
enum AgentOption: String, CaseIterable {
    case open = "--open"
    case noOpen = "--no-open"
    case interface = "--interface"
    case pictures = "--pictures"
    case port = "--port"
    case plainAddress = "--plain-address"
    case user = "--user"
    case socket = "--socket"
    case version = "--version"
    case help = "--help"

    /// What its value is called; nil for an option without one.
    var valueName: String? {
        switch self {
        case .interface, .pictures: "KIND"
        case .port: "PORT"
        case .user: "USER"
        case .socket: "PATH"
        case .open, .noOpen, .plainAddress, .version, .help: nil
        }
    }

    /// For example `--port PORT`.
    var usage: String { valueName.map { "\(rawValue) \($0)" } ?? rawValue }

    /// What it does, in the language of the person.
    var text: String {
        switch self {
        case .open: localized("open the page now, not only when an app asks")
        case .noOpen: localized("print links to the page instead of opening them in a browser")
        case .interface: localized("browser, terminal, text, or auto (default: the one that fits)")
        case .pictures:
            localized("in a terminal: symbols, sixel, kitty or iterm2 (default: what it is known to show)")
        case .port: localized("where the page is served (default: any port that is free)")
        case .plainAddress:
            localized(
                """
                serve the page at 127.0.0.1 instead of a name of its own, for a browser that does not resolve names \
                below localhost: what another program's page once left in the browser for that address can then \
                interfere with it
                """
            )
        case .user:
            localized(
                """
                whose browser may connect to the page (default: yours); for a server, and so an agent, that runs as a \
                user of its own
                """
            )
        case .socket:
            localized(
                "the server's socket (default: {first}, else {second})",
                ["first": "$PHOTOLIBRARY_SOCKET", "second": "$XDG_RUNTIME_DIR/photolibrary/library.sock"]
            )
        case .version: localized("print the version and do nothing else")
        case .help: localized("print this help and do nothing else")
        }
    }
}
