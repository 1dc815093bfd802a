import TerminalText

/// The help, made from the table of commands.
struct HelpText {
    var commands: [CommandDescription]

    static let purpose = "your photo library, from the command line"

    /// What holds for every command.
    static let notes = [
        "An ID is a whole identifier, or at least \(IdentifierPrefix.minimumDigits) characters that only one "
            + "identifier starts with.",
        "PHOTOLIBRARY_SOCKET names the server's socket when --socket does not.",
        "Exit status: 0 done, 1 some of it failed, 2 wrong usage, 69 no server, 130 interrupted.",
    ]

    /// The help for the command of this name, or for all whose names start with these words.
    func text(for words: [String]) -> String {
        if let command = commands.first(where: { $0.words == words }) { return text(for: command) }
        let members = commands.filter { $0.words.starts(with: words) }
        let prefix = (["photos"] + words).joined(separator: " ")
        var lines = ["Usage: \(prefix) COMMAND", ""]
        if words.isEmpty {
            lines += [HelpText.purpose.prefix(1).uppercased() + HelpText.purpose.dropFirst() + ".", ""]
        }
        lines.append("Commands:")
        lines += rows(members.map { ("\($0.name) \($0.operands)", $0.summary) })
        lines += ["", "Options of every command:"]
        lines += rows(OptionDescription.common.map { (heading($0), $0.help) })
        if words.isEmpty {
            for note in HelpText.notes { lines += ["", note] }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func text(for command: CommandDescription) -> String {
        let usage = ["photos", command.name, command.options.isEmpty ? "" : "[OPTION...]", command.operands]
        var lines = ["Usage: " + usage.filter { !$0.isEmpty }.joined(separator: " "), "", command.summary + "."]
        if !command.discussion.isEmpty { lines += ["", command.discussion] }
        lines += ["", "Options:"]
        lines += rows((command.options + OptionDescription.common).map { (heading($0), $0.help) })
        return lines.map { $0 + "\n" }.joined()
    }

    private func heading(_ option: OptionDescription) -> String {
        option.valueName.map { "\(option.name) \($0)" } ?? option.name
    }

    private func rows(_ pairs: [(String, String)]) -> [String] {
        let width = pairs.map(\.0.count).max() ?? 0
        return pairs.map { pair in
            "  " + pair.0.padding(to: width) + "  " + pair.1
        }
    }
}
