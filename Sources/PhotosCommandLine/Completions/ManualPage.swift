import LibraryModel

/// The manual page photos(1), in the man macros of roff.
struct ManualPage {
    var commands: [CommandDescription]

    var text: String {
        var lines = [
            ".TH PHOTOS 1 \"\" \"OpenPhotoKit \(Release.version)\" \"User Commands\"",
            ".SH NAME", "photos \\- \(RoffText.escaped(HelpText.purpose))",
            ".SH SYNOPSIS", ".B photos", ".I COMMAND", "[\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]",
            ".SH DESCRIPTION",
        ]
        for note in HelpText.notes { lines += [".PP", RoffText.escaped(note)] }
        lines.append(".SH OPTIONS OF EVERY COMMAND")
        lines += OptionDescription.common.flatMap(option)
        lines.append(".SH COMMANDS")
        for command in commands {
            lines.append(".SS \"\(RoffText.escaped([command.name, command.operands].joined(separator: " ")))\"")
            lines.append(RoffText.escaped(command.summary + "."))
            for paragraph in command.discussion.split(separator: "\n\n") {
                lines += [".PP", RoffText.escaped(String(paragraph))]
            }
            lines += command.options.flatMap(option)
        }
        lines += [
            ".SH SEE ALSO", ".BR photos\\-agent (1),", ".BR photolibraryd (8),", ".BR systemctl (1)",
        ]
        return lines.map { $0 + "\n" }.joined()
    }

    private func option(_ option: OptionDescription) -> [String] {
        let value = option.valueName.map { " \\fI\(RoffText.escaped($0))\\fR" } ?? ""
        return [".TP", "\\fB\(RoffText.escaped(option.name))\\fR\(value)", RoffText.escaped(option.help)]
    }
}
