import Languages

/// One option that a command takes.
struct OptionDescription: Sendable {
    /// With its dashes, for example `--album`.
    var name: String
    /// The placeholder for its value in the help; nil for an option without one.
    var valueName: String?
    /// The values to choose from, for completions; empty where any is possible.
    var choices: [String]
    private let localizedHelp: @Sendable () -> String

    /// Without `choices` they are those of a placeholder such as `on|off`.
    init(
        _ name: String,
        _ valueName: String? = nil,
        choices: [String]? = nil,
        help: @escaping @autoclosure @Sendable () -> String
    ) {
        self.name = name
        self.valueName = valueName
        self.choices = choices ?? Placeholder.choices(valueName ?? "")
        localizedHelp = help
    }

    /// In the language of the person.
    var help: String { localizedHelp() }

    static let json = OptionDescription("--json", help: localized("print JSON instead of text"))
    static let socket = OptionDescription("--socket", "PATH", help: localized("the server's socket"))
    static let help = OptionDescription("--help", help: localized("print this help and do nothing else"))
    static let version = OptionDescription("--version", help: localized("print the version and do nothing else"))

    /// The options of every command, which may also come before its name.
    static let common = [socket, help, version]
}

extension OptionDescription: Equatable {
    /// An option is what is typed: its help is a text for each language.
    static func == (one: OptionDescription, other: OptionDescription) -> Bool {
        one.name == other.name && one.valueName == other.valueName
    }
}
