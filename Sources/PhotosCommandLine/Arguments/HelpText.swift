import Languages
import TerminalText

/// The help, made from the table of commands, in the language of the person.
struct HelpText {
    var commands: [CommandDescription]
    /// Of the terminal that shows it.
    var columns: Int

    static var purpose: String { localized("your photo library, from the command line") }

    /// What holds for every command.
    static var notes: [String] {
        [
            localized(
                """
                An ID is a whole identifier, or at least {number} characters that only one identifier starts with.
                """,
                ["number": IdentifierPrefix.minimumDigits]
            ),
            localized("PHOTOLIBRARY_SOCKET names the server's socket when --socket does not."),
            localized("Exit status: 0 done, 1 some of it failed, 2 wrong usage, 69 no server, 130 interrupted."),
        ]
    }

    /// The help for the command of this name, or for all whose names start with these words.
    func text(for words: [String]) -> String {
        if let command = commands.first(where: { $0.words == words }) { return text(for: command) }
        let members = commands.filter { $0.words.starts(with: words) }
        var lines = usage(["photos"] + words + ["COMMAND"]) + [""]
        if words.isEmpty { lines += paragraph(sentence(HelpText.purpose)) + [""] }
        lines.append(localized("Commands:"))
        lines += rows(members.map { ("\($0.name) \($0.operands)", $0.summary) })
        lines += ["", localized("Options of every command:")]
        lines += rows(OptionDescription.common.map { (heading($0), $0.help) })
        if words.isEmpty {
            for note in HelpText.notes { lines += [""] + paragraph(note) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func text(for command: CommandDescription) -> String {
        var lines = usage(["photos", command.name, command.options.isEmpty ? "" : "[OPTION...]", command.operands])
        lines.append("")
        lines += paragraph(sentence(command.summary))
        for text in command.discussion.split(separator: "\n\n") { lines += [""] + paragraph(String(text)) }
        lines += ["", localized("Options:")]
        lines += rows((command.options + OptionDescription.common).map { (heading($0), $0.help) })
        return lines.map { $0 + "\n" }.joined()
    }

    private func usage(_ words: [String]) -> [String] {
        paragraph(localized("Usage: {command}", ["command": words.filter { !$0.isEmpty }.joined(separator: " ")]))
    }

    private func sentence(_ text: String) -> String {
        localized("{sentence}.", ["sentence": text.prefix(1).uppercased() + text.dropFirst()])
    }

    private func paragraph(_ text: String) -> [String] { text.wrapped(columns: columns) }

    private func heading(_ option: OptionDescription) -> String {
        option.valueName.map { "\(option.name) \($0)" } ?? option.name
    }

    private func rows(_ pairs: [(name: String, text: String)]) -> [String] {
        NamedTexts.lines(pairs, columns: columns)
    }
}
