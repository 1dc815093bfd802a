package import LinuxSystem

extension FilePath {
    /// The path for messages: bytes that are not UTF-8 and control characters are shown as U+FFFD, so that no name of a
    /// file can move the cursor or change the colours of a terminal.
    package var shown: String { text.shown }
}

extension String {
    /// The text in one line of a terminal: control characters are shown as U+FFFD.
    package var shown: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars { result.append(scalar.isControl ? "\u{FFFD}" : scalar) }
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
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: properties.isBidiControl
        }
    }
}
