/// What a shell may complete, from the table of commands.
struct CompletionTable {
    /// What comes next on the command line.
    enum Value: Hashable {
        case words([String])
        case files
        /// Nothing that a shell knows.
        case text
    }

    var commands: [CommandDescription]

    /// What may follow the words of no command, or of a group: each with its summary, which a group has not.
    func next(after words: [String]) -> [(word: String, summary: String)] {
        var found: [(word: String, summary: String)] = []
        for command in commands where command.words.count > words.count && command.words.starts(with: words) {
            let word = command.words[words.count]
            let isWhole = command.words.count == words.count + 1
            if found.contains(where: { $0.word == word }) { continue }
            found.append((word, isWhole ? command.summary : "\(word): several commands"))
        }
        return found
    }

    /// The first words of commands of two words.
    var groups: [String] {
        var groups: [String] = []
        for command in commands where command.words.count > 1 && !groups.contains(command.words[0]) {
            groups.append(command.words[0])
        }
        return groups
    }

    func options(of command: CommandDescription) -> [OptionDescription] {
        command.options + OptionDescription.common
    }

    /// The options that take a value, which have the same arity in all commands.
    var optionsWithValue: [String] {
        var names: [String] = []
        for option in OptionDescription.common + commands.flatMap(\.options)
        where option.valueName != nil && !names.contains(option.name) {
            names.append(option.name)
        }
        return names
    }

    static func value(of option: OptionDescription) -> Value {
        if !option.choices.isEmpty { return .words(option.choices) }
        return Placeholder.isFile(option.valueName ?? "") ? .files : .text
    }

    /// What each operand may be; the last stands for all that follow if it ends in dots.
    static func operands(of command: CommandDescription) -> [Value] {
        command.operands.split(separator: " ").filter { !$0.hasPrefix("--") }.map { operand in
            let choices = Placeholder.choices(String(operand))
            if !choices.isEmpty { return .words(choices) }
            return Placeholder.isFile(String(operand)) ? .files : .text
        }
    }

    /// A line for each option whose value a shell can complete, made by `line` of the words "command option" and what
    /// completes it.
    func valueCases(_ action: (Value) -> String?, line: (_ words: String, _ action: String) -> String) -> String {
        var lines: [String] = []
        for command in commands {
            for option in options(of: command) where option.valueName != nil {
                guard let action = action(Self.value(of: option)) else { continue }
                lines.append(line("\(command.name) \(option.name)", action))
            }
        }
        return lines.joined(separator: "\n")
    }

    /// A line for each operand that a shell can complete, made by `line` of a pattern of "command position" and what
    /// completes it. Positions begin with 1, when the command's own words are the only ones given.
    func operandCases(_ action: (Value) -> String?, line: (_ pattern: String, _ action: String) -> String) -> String {
        var lines: [String] = []
        for command in commands {
            let operands = Self.operands(of: command)
            for (position, operand) in operands.enumerated() {
                guard let action = action(operand) else { continue }
                let isRest = position == operands.count - 1 && command.operands.hasSuffix("...")
                lines.append(line("'\(command.name) '\(isRest ? "*" : "\(position + 1)")", action))
            }
        }
        return lines.joined(separator: "\n")
    }
}
