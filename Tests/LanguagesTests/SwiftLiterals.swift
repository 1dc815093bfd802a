/// The string literals of Swift's source text, with `{}` where something is interpolated. Literals that are joined by
/// `+` are one.
struct SwiftLiterals {
    struct Literal {
        var text: String
        /// Nothing, or the name of the call whose first argument it is.
        var call: String
    }

    private let source: [Character]
    private var position = 0
    private(set) var all: [Literal] = []

    init(_ text: String) {
        source = Array(text)
        while position < source.count {
            if starts(with: "//") {
                while position < source.count, source[position] != "\n" { position += 1 }
            } else if starts(with: "#/") {
                // A regular expression.
                position += 2
                while position < source.count, !starts(with: "/#") { position += 1 }
            } else if source[position] == "\"" {
                takeLiteral()
            } else {
                position += 1
            }
        }
    }

    private func starts(with text: String) -> Bool { source[position...].starts(with: text) }

    /// Takes the literal that begins here, and those that are joined to it.
    private mutating func takeLiteral() {
        let call = call(before: position)
        var text = ""
        while true {
            text += takeText()
            let end = position
            skipSpaces()
            guard position < source.count, source[position] == "+" else {
                position = end
                break
            }
            position += 1
            skipSpaces()
            guard position < source.count, source[position] == "\"" else {
                position = end
                break
            }
        }
        all.append(Literal(text: text, call: call))
    }

    private mutating func skipSpaces() {
        while position < source.count, source[position].isWhitespace { position += 1 }
    }

    private mutating func takeText() -> String {
        let mark = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        position += mark.count
        var text = ""
        while position < source.count, !starts(with: mark) {
            if starts(with: "\\(") {
                skipInterpolation()
                text += "{}"
            } else if source[position] == "\\" {
                position += 1
                if source[position] == "\"" { text.append("\"") }
                position += 1
            } else {
                text.append(source[position])
                position += 1
            }
        }
        position = min(position + mark.count, source.count)
        return text
    }

    private mutating func skipInterpolation() {
        position += 2
        var depth = 1
        while position < source.count, depth > 0 {
            switch source[position] {
            case "\"": takeLiteral()
            case "(": (depth, position) = (depth + 1, position + 1)
            case ")": (depth, position) = (depth - 1, position + 1)
            default: position += 1
            }
        }
    }

    private func call(before start: Int) -> String {
        var end = start
        while end > 0, source[end - 1].isWhitespace { end -= 1 }
        guard end > 0, source[end - 1] == "(" else { return "" }
        var beginning = end - 1
        while beginning > 0, source[beginning - 1].isLetter { beginning -= 1 }
        return String(source[beginning..<end - 1])
    }
}
