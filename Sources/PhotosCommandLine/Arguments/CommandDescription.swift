/// A command: its name, its arguments, its help and what it runs.
struct CommandDescription: Sendable {
    /// For example `["privacy", "set"]`.
    var words: [String]
    /// The operands in the help, for example `PATH...`.
    var operands: String
    /// How many operands may be given.
    var operandCount: ClosedRange<Int>
    /// One line, in the list of commands.
    var summary: String
    /// Further lines for the command's own help.
    var discussion: String
    var options: [OptionDescription]
    var run: @Sendable (CommandContext) throws -> ExitCode

    init(
        _ words: String,
        operands: String = "",
        count operandCount: ClosedRange<Int> = 0...0,
        summary: String,
        discussion: String = "",
        options: [OptionDescription] = [],
        run: @escaping @Sendable (CommandContext) throws -> ExitCode
    ) {
        self.words = words.split(separator: " ").map(String.init)
        self.operands = operands
        self.operandCount = operandCount
        self.summary = summary
        self.discussion = discussion
        self.options = options
        self.run = run
    }

    /// For example `privacy set`.
    var name: String { words.joined(separator: " ") }
}
