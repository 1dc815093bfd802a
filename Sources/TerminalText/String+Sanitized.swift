package import LinuxSystem

extension FilePath {
    /// The path for messages, with U+FFFD for control characters and for bytes that are not UTF-8, so that no file name
    /// can move the cursor or change the colours of a terminal.
    package var sanitized: String { text.replacingControls(with: "\u{FFFD}") }
}

// Texts of apps, files and photos before a person sees them, or before they become file names: the one place that
// decides which characters are replaced.
extension String {
    /// The text in one line: with spaces for tabs and line ends, and U+FFFD for other control characters.
    package var sanitized: String { replacingControls(with: "\u{FFFD}", white: " ") }

    /// The text of an app in quotation marks, with everything that could end the quotation replaced.
    package var quoted: String { "\"" + sanitized.replacing("\"", with: "'") + "\"" }

    /// The same with its line feeds.
    package var sanitizedLines: String { replacingControls(with: "\u{FFFD}", white: " ", keeping: "\n") }

    /// Replaces every character that `steers`. `white`: for those that make a space, where it is another.
    package func replacingControls(
        with other: Unicode.Scalar,
        white: Unicode.Scalar? = nil,
        keeping kept: Unicode.Scalar? = nil
    ) -> String {
        // Nearly all texts are plain ASCII.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        let isReplaced = { (scalar: Unicode.Scalar) in scalar.steers && scalar != kept }
        guard unicodeScalars.contains(where: isReplaced) else { return self }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            guard isReplaced(scalar) else {
                result.append(scalar)
                continue
            }
            result.append(scalar.properties.isWhitespace ? white ?? other : other)
        }
        return String(result)
    }

    /// The text with spaces after it, or before it, up to a number of columns.
    package func padding(to width: Int, before: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, width - columns))
        return before ? spaces + self : self + spaces
    }
}

extension Unicode.Scalar {
    /// Whether it may control a terminal, end a line, or change the direction of the text that follows.
    package var steers: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: properties.isBidiControl
        }
    }
}
