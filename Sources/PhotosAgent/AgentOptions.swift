internal import Languages
internal import TerminalText

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

    /// Parses the arguments after the program's name. Returns nil after a request for help.
    package init?(arguments: [String]) throws(AgentStartError) {
        var remaining = arguments[...]
        while let argument = remaining.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0] == "-h" ? AgentOption.help.rawValue : String(parts[0])
            guard let option = AgentOption(rawValue: name) else {
                throw .usage(
                    name.hasPrefix("-")
                        ? localized("unknown option {option}", ["option": name.sanitized])
                        : localized("unexpected argument {text}", ["text": argument.sanitized])
                )
            }
            if option.valueName == nil, parts.count > 1 {
                throw .usage(localized("{option} takes no value", ["option": name]))
            }
            func value() throws(AgentStartError) -> String {
                let value = parts.count > 1 ? String(parts[1]) : remaining.popFirst()
                guard let value, !value.isEmpty else {
                    throw .usage(
                        localized("{option} needs a value: {usage}", ["option": name, "usage": option.usage])
                    )
                }
                return value
            }
            switch option {
            case .help: return nil
            case .socket: socket = try value()
            case .user: user = try value()
            case .port: port = try AgentOptions.port(try value())
            case .interface:
                let word = try value()
                interface = InterfaceKind(rawValue: word)
                if interface == nil, word != AgentOptions.fitting {
                    throw .usage(option, [AgentOptions.fitting] + InterfaceKind.allCases.map(\.rawValue), word)
                }
            case .pictures:
                let word = try value()
                guard let kind = PictureKind(rawValue: word) else {
                    throw .usage(option, PictureKind.allCases.map(\.rawValue), word)
                }
                pictures = kind
            case .plainAddress: hasPlainAddress = true
            case .open: opensAtOnce = true
            case .noOpen: isPrintingLinks = true
            // Alone, it was answered before.
            case .version: throw .usage(localized("unexpected argument {text}", ["text": name]))
            }
        }
    }

    /// The value of `--interface` for the one that fits.
    private static let fitting = "auto"

    private static func port(_ text: String) throws(AgentStartError) -> UInt16 {
        if let port = UInt16(text) { return port }
        throw .usage(
            localized(
                "{option} needs a number from {least} to {most}, not {text}",
                ["option": AgentOption.port.rawValue, "least": 0, "most": UInt16.max, "text": text.sanitized]
            )
        )
    }
}

/// Why the program does not start, in the language of the person.
package struct AgentStartError: Error, Hashable, CustomStringConvertible {
    package var description: String
    /// As in `sysexits.h`.
    package var exitStatus: Int32

    fileprivate static func usage(_ message: String) -> AgentStartError {
        let text = localized("{message} (see {command})", ["message": message, "command": "photos-agent --help"])
        return AgentStartError(description: text, exitStatus: 64)
    }

    /// A word that has to be another one.
    fileprivate static func usage(_ option: AgentOption, _ choices: [String], _ word: String) -> AgentStartError {
        usage(
            localized(
                "{option} needs one of {choices}, not {text}",
                ["option": option.rawValue, "choices": choices.listed, "text": word.sanitized]
            )
        )
    }

    /// Something that this machine or terminal does not offer.
    package static func unavailable(_ message: String) -> AgentStartError {
        AgentStartError(description: message, exitStatus: 69)
    }
}
