/// A command: its name, its arguments, its help and what it runs.
struct CommandDescription: Sendable {
    /// For example `["privacy", "set"]`.
    var words: [String]
    /// The operands in the help, for example `PATH...`.
    var operands: String
    /// How many operands may be given.
    var operandCount: ClosedRange<Int>
    private let localizedSummary: @Sendable () -> String
    private let localizedDiscussion: @Sendable () -> String
    var options: [OptionDescription]
    var run: @Sendable (CommandContext) throws -> ExitCode

    init(
        _ words: String,
        operands: String = "",
        count operandCount: ClosedRange<Int> = 0...0,
        summary: @escaping @autoclosure @Sendable () -> String,
        discussion: @escaping @autoclosure @Sendable () -> String = "",
        options: [OptionDescription] = [],
        run: @escaping @Sendable (CommandContext) throws -> ExitCode
    ) {
        self.words = words.split(separator: " ").map(String.init)
        self.operands = operands
        self.operandCount = operandCount
        localizedSummary = summary
        localizedDiscussion = discussion
        self.options = options
        self.run = run
    }

    /// One line, in the list of commands, in the language of the person.
    var summary: String { localizedSummary() }
    /// Paragraphs for the command's own help, each of one line, with an empty line between them.
    var discussion: String { localizedDiscussion() }
    /// For example `privacy set`.
    var name: String { words.joined(separator: " ") }
}
