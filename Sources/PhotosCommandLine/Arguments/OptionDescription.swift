/// One option that a command takes.
struct OptionDescription: Hashable, Sendable {
    /// With its dashes, for example `--album`.
    var name: String
    /// The placeholder for its value in the help; nil for an option without one.
    var valueName: String?
    /// The values to choose from, for completions; empty where any is possible.
    var choices: [String]
    var help: String

    /// Without `choices` they are those of a placeholder such as `on|off`.
    init(_ name: String, _ valueName: String? = nil, choices: [String]? = nil, help: String) {
        self.name = name
        self.valueName = valueName
        self.choices = choices ?? Placeholder.choices(valueName ?? "")
        self.help = help
    }

    static let json = OptionDescription("--json", help: "print JSON instead of text")
    static let socket = OptionDescription("--socket", "PATH", help: "the server's socket")
    static let help = OptionDescription("--help", help: "print this help and do nothing else")
    static let version = OptionDescription("--version", help: "print the version and do nothing else")

    /// The options of every command, which may also come before its name.
    static let common = [socket, help, version]
}
