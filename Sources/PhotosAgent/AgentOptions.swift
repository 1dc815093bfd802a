/// The command-line options of `photos-agent`.
package struct AgentOptions: Hashable, Sendable {
    /// The server's socket for apps; nil for the environment's.
    package var socket: String?
    /// Nil to choose by the environment.
    package var interface: InterfaceKind?
    /// How the terminal shows pictures; nil for the best way that it is known to support.
    package var pictures: PictureKind?
    /// The user whose browser may connect, by name or number; nil for the agent's own.
    package var user: String?
    /// 0 for any free port.
    package var port: UInt16 = 0
    /// Serves the page at 127.0.0.1 instead of a name of its own.
    package var hasPlainAddress = false
    /// Prints links instead of opening them in a browser.
    package var isPrintingLinks = false
    /// Opens the page at once, not only when an app asks.
    package var opensAtOnce = false

    /// Whether an option of the page was given.
    private var isAboutPage: Bool { port != 0 || hasPlainAddress || user != nil || isPrintingLinks || opensAtOnce }

    /// The requested interface; otherwise the page if an option of it was given; otherwise the one that fits.
    package func interface(in surroundings: @autoclosure () -> InterfaceKind.Surroundings) -> InterfaceKind {
        interface ?? (isAboutPage ? .browser : .fitting(surroundings()))
    }

    package static let usage = """
        usage: photos-agent [OPTION...]

        Asks you what apps may do with your photos, and shows what they may.

          --open          open the page now, not only when an app asks
          --no-open       print links to the page instead of opening them in a browser
          --interface KIND
                          browser, terminal, text, or auto for the one that fits (default: auto)
          --pictures KIND in a terminal: symbols, sixel, kitty or iterm2 (default: what it is known to show)
          --port PORT     where the page is served on this machine (default: any that is free)
          --plain-address serve the page at 127.0.0.1 instead of a name of its own, for a browser that does not
                          resolve names below localhost: what another program's page once left in the browser for
                          that address can then interfere with it
          --user USER     whose browser may connect to the page (default: yours); for a server, and so an agent,
                          that runs as a user of its own
          --socket PATH   the server's socket
                          (default: $PHOTOLIBRARY_SOCKET, else $XDG_RUNTIME_DIR/photolibrary/library.sock)
          --version       print the version and do nothing else
          --help          print this help and do nothing else
        """

    /// Parses the arguments after the program's name. Returns nil after a request for help.
    package init?(arguments: [String]) throws(AgentStartError) {
        var remaining = arguments[...]
        while let argument = remaining.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            func value() throws(AgentStartError) -> String {
                let value = parts.count > 1 ? String(parts[1]) : remaining.popFirst()
                guard let value, !value.isEmpty else { throw .usage("\(name) needs a value") }
                return value
            }
            switch name {
            case "--help", "-h": return nil
            case "--socket": socket = try value()
            case "--user": user = try value()
            case "--port":
                guard let port = UInt16(try value()) else { throw .usage("a port is a number up to 65535") }
                self.port = port
            case "--interface":
                let word = try value()
                let kind = InterfaceKind(rawValue: word)
                guard kind != nil || word == "auto" else { throw .usage("unknown interface \(word)") }
                interface = kind
            case "--pictures":
                let word = try value()
                guard let kind = PictureKind(rawValue: word) else { throw .usage("unknown kind of pictures \(word)") }
                pictures = kind
            case "--plain-address": hasPlainAddress = true
            case "--open": opensAtOnce = true
            case "--no-open": isPrintingLinks = true
            default: throw .usage("unknown argument \(argument)")
            }
        }
    }
}

/// Why the program does not start.
package struct AgentStartError: Error, Hashable, CustomStringConvertible {
    package var description: String
    /// As in `sysexits.h`.
    package var exitStatus: Int32

    static func usage(_ message: String) -> AgentStartError {
        AgentStartError(description: "\(message) (see photos-agent --help)", exitStatus: 64)
    }

    /// Something that this machine or terminal does not offer.
    package static func unavailable(_ message: String) -> AgentStartError {
        AgentStartError(description: message, exitStatus: 69)
    }
}
