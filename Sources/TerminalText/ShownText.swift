package import LinuxSystem

extension FilePath {
    /// The path for messages: bytes that are not UTF-8 and control characters are shown as U+FFFD, so that no name of a
    /// file can move the cursor or change the colours of a terminal.
    package var shown: String { text.shown }
}

// What is taken out of texts of apps, files and photos before a person sees them, or they become names of files: the
// one list of it.
extension String {
    /// The text in one line of a terminal or a page: control characters are shown as U+FFFD.
    package var shown: String { replacingControls(with: "\u{FFFD}") }

    /// The text of an app in quotation marks, with everything that could end the quotation replaced.
    package var quoted: String { "\"" + shown.replacing("\"", with: "'") + "\"" }

    /// The text in its lines.
    package var shownLines: String { replacingControls(with: "\u{FFFD}", keeping: "\n") }

    /// The text with another character for each that steers: a terminal, the direction of writing, or where a line
    /// ends.
    package func replacingControls(with other: Unicode.Scalar, keeping kept: Unicode.Scalar? = nil) -> String {
        // Nearly all texts are plain ones.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        let isReplaced = { (scalar: Unicode.Scalar) in scalar.steers && scalar != kept }
        guard unicodeScalars.contains(where: isReplaced) else { return self }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars { result.append(isReplaced(scalar) ? other : scalar) }
        return String(result)
    }

    /// The text with spaces after it, or before it, up to a number of characters.
    package func padding(to width: Int, before: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, width - count))
        return before ? spaces + self : self + spaces
    }
}

extension Unicode.Scalar {
    /// Whether a terminal might obey it, or end a line there, or turn the order of what follows.
    package var steers: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: properties.isBidiControl
        }
    }
}
