import LibraryModel

/// The manual page photos(1), in the man macros of roff.
struct ManualPage {
    var commands: [CommandDescription]

    var text: String {
        var lines = [
            ".TH PHOTOS 1 \"\" \"OpenPhotoKit \(Release.version)\" \"User Commands\"",
            ".SH NAME", "photos \\- \(escaped(HelpText.purpose))",
            ".SH SYNOPSIS", ".B photos", ".I COMMAND", "[\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]",
            ".SH DESCRIPTION",
        ]
        for note in HelpText.notes { lines += [".PP", escaped(note)] }
        lines.append(".SH OPTIONS OF EVERY COMMAND")
        lines += OptionDescription.common.flatMap(option)
        lines.append(".SH COMMANDS")
        for command in commands {
            lines.append(".SS \"\(escaped([command.name, command.operands].joined(separator: " ")))\"")
            lines.append(escaped(command.summary + "."))
            for paragraph in command.discussion.split(separator: "\n\n") {
                lines += [".PP", escaped(String(paragraph))]
            }
            lines += command.options.flatMap(option)
        }
        lines += [
            ".SH SEE ALSO", ".BR systemctl (1),", "photos\\-agent \\-\\-help, photolibraryd \\-\\-help",
        ]
        return lines.map { $0 + "\n" }.joined()
    }

    private func option(_ option: OptionDescription) -> [String] {
        let value = option.valueName.map { " \\fI\(escaped($0))\\fR" } ?? ""
        return [".TP", "\\fB\(escaped(option.name))\\fR\(value)", escaped(option.help)]
    }

    /// Text that roff takes literally, in lines none of which is a request.
    private func escaped(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            let safe = line.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
            return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
        }.joined(separator: "\n")
    }
}
