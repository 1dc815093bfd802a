import LibraryModel

/// The manual page of another program, in the man macros of roff, from what its `--help` prints in English: lines
/// `usage: …`, paragraphs, and options with their texts in a column.
struct ProgramPage {
    var program: String
    /// 1 for a program of the person's, 8 for a service's.
    var section: Int
    var help: String

    init(_ program: String, help: String) {
        self.program = program
        self.help = help
        section = program == "photos-agent" ? 1 : 8
    }

    var text: String {
        let parts = parts
        let others = ["photolibraryd (8)", "photos (1)", "photos\\-agent (1)"].filter {
            !$0.hasPrefix(RoffText.escaped(program) + " ")
        }
        var lines = [
            ".TH \(RoffText.escaped(program.uppercased())) \(section) \"\" \"OpenPhotoKit \(Release.version)\"",
            ".SH NAME", "\(RoffText.escaped(program)) \\- \(RoffText.escaped(purpose(parts.paragraphs)))",
            ".SH SYNOPSIS",
        ]
        let synopsis = parts.synopsis.isEmpty ? program : parts.synopsis
        lines += [".B \(RoffText.escaped(program))", RoffText.escaped(String(synopsis.dropFirst(program.count + 1)))]
        lines.append(".SH DESCRIPTION")
        for paragraph in parts.paragraphs { lines += [".PP", RoffText.escaped(paragraph)] }
        if !parts.options.isEmpty { lines.append(".SH OPTIONS") }
        for option in parts.options {
            lines += [".TP", "\\fB\(RoffText.escaped(option.name))\\fR", RoffText.escaped(option.text)]
        }
        lines +=
            [".SH SEE ALSO"]
            + others.enumerated().map { number, page in
                ".BR \(page)" + (number == others.count - 1 ? "" : ",")
            }
        return lines.map { $0 + "\n" }.joined()
    }

    private struct Parts {
        var synopsis = ""
        var paragraphs: [String] = []
        var options: [(name: String, text: String)] = []
    }

    private var parts: Parts {
        var parts = Parts()
        for block in help.split(separator: "\n\n") {
            let lines = block.split(separator: "\n")
            if let usage = lines.first, usage.lowercased().hasPrefix("usage: ") {
                parts.synopsis = ([usage.dropFirst("usage: ".count)] + lines.dropFirst()).map(trimmed)
                    .joined(separator: " ")
            } else if let options = lines.firstIndex(where: { $0.hasPrefix("  -") }), options <= 1 {
                // A heading may be above them.
                for line in lines[options...] { add(line, to: &parts.options) }
            } else {
                parts.paragraphs.append(lines.map(trimmed).joined(separator: "\n"))
            }
        }
        return parts
    }

    /// An option, or more of the text of the one before. Two spaces divide a name from its text, or one where the name
    /// fills its column.
    private func add(_ line: Substring, to options: inout [(name: String, text: String)]) {
        guard line.hasPrefix("  -") else {
            guard !options.isEmpty else { return }
            let last = options.count - 1
            options[last].text += (options[last].text.isEmpty ? "" : "\n") + trimmed(line)
            return
        }
        // The text begins in its column, unless the name with its value is longer.
        let words = Array(line.dropFirst(2))
        if let gap = words.firstRange(of: [" ", " "]) {
            let (name, text) = (words[..<gap.lowerBound], words[gap.upperBound...])
            return options.append((String(name), trimmed(String(text))))
        }
        let name = words.prefix(ProgramPage.column)
        let isAlone = name.last != " " || !words.dropFirst(ProgramPage.column).contains(" ")
        options.append(
            isAlone
                ? (trimmed(String(words)), "")
                : (trimmed(String(name)), trimmed(String(words.dropFirst(ProgramPage.column))))
        )
    }

    /// The characters of the column of names, without its indentation.
    private static let column = 16

    private func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }

    /// What it does, from its first sentence.
    private func purpose(_ paragraphs: [String]) -> String {
        let first = paragraphs.first?.replacing("\n", with: " ") ?? ""
        let sentence = String(first.prefix { $0 != "." })
        let words = sentence.hasPrefix(program + " ") ? String(sentence.dropFirst(program.count + 1)) : sentence
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}
