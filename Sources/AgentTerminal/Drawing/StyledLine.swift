internal import TerminalText

/// A line of the screen. Its text cannot contain a control sequence, wherever it comes from.
struct StyledLine: Hashable {
    /// Without colours, so that every terminal can show it and every person see it.
    enum Style: String {
        case plain = "0"
        case bold = "0;1"
        case dim = "0;2"
        case inverse = "0;7"
    }

    private struct Run: Hashable {
        var text: String
        var style: Style
    }

    private var runs: [Run] = []
    private(set) var columns = 0

    init(_ text: String = "", _ style: Style = .plain) { append(text, style) }

    mutating func append(_ text: String, _ style: Style = .plain) {
        if text.isEmpty { return }
        let safe = text.sanitized
        columns += safe.columns
        runs.append(Run(text: safe, style: style))
    }

    /// The text without its styles.
    var text: String { runs.map(\.text).joined() }

    /// Spaces up to a column.
    mutating func move(to column: Int) {
        if column > columns { append(String(repeating: " ", count: column - columns)) }
    }

    /// The bytes for a terminal, cut to this many columns.
    func sequence(columns limit: Int, isASCII: Bool) -> String {
        var result = ""
        var room = limit
        for run in runs where room > 0 {
            let text = run.text.fitting(columns: room)
            room -= text.columns
            result += "\u{1B}[\(run.style.rawValue)m" + (isASCII ? text.inASCII : text)
        }
        return result + "\u{1B}[0m"
    }
}

extension String {
    /// A question mark for each column of what a terminal without UTF-8 cannot show.
    fileprivate var inASCII: String {
        reduce(into: "") { result, character in
            if character.isASCII {
                result.append(character)
            } else {
                result += String(repeating: "?", count: character.columns)
            }
        }
    }
}
