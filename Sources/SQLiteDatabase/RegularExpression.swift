internal import Glibc

/// A regular expression from outside, matched against a whole text.
///
/// It is a POSIX extended expression with the usual `\d \w \s \b`, `(?:…)` and lazy quantifiers, which a match of the
/// whole text does not tell from greedy ones. What could cost more than linear time or unbounded memory is refused
/// beforehand: back-references, large repetitions, deep nesting.
///
/// `@unchecked Sendable`: `regexec` does not change the compiled expression that it reads, and glibc locks what it
/// caches inside.
@safe package final class RegularExpression: @unchecked Sendable {
    private let compiled: UnsafeMutablePointer<regex_t>

    /// Bytes of a pattern.
    package static let maximumLength = 1_024

    /// Why a pattern is refused.
    package struct Refusal: Error, Sendable {
        package let reason: String
    }

    package init(_ pattern: String, ignoresCase: Bool) throws(Refusal) {
        var translation = try PatternTranslation(pattern)
        let translated = try translation.translated()
        let expression = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
        unsafe expression.initialize(to: regex_t())
        let flags = REG_EXTENDED | REG_NOSUB | (ignoresCase ? REG_ICASE : 0)
        let result = inTextLocale { unsafe regcomp(expression, "^(\(translated))$", flags) }
        guard result == 0 else {
            unsafe expression.deallocate()
            throw Refusal(reason: "the regular expression is not well formed")
        }
        unsafe compiled = unsafe expression
    }

    deinit {
        unsafe regfree(compiled)
        unsafe compiled.deallocate()
    }

    /// Whether the whole of `text` matches. A text with a zero byte inside does not.
    package func matches(_ text: String) -> Bool {
        if text.utf8.contains(0) { return false }
        return inTextLocale { unsafe regexec(compiled, text, 0, nil, 0) == 0 }
    }
}

/// Runs `body` with UTF-8 characters, whatever locale the process has.
private func inTextLocale<Result>(_ body: () -> Result) -> Result {
    guard let locale = unsafe TextLocale.shared.locale else { return body() }
    let previous = unsafe uselocale(locale)
    defer { unsafe uselocale(previous) }
    return body()
}

/// `@unchecked Sendable`: a locale object is never changed after it was made.
@safe private struct TextLocale: @unchecked Sendable {
    let locale: locale_t?

    static let shared = unsafe TextLocale(locale: newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
}

/// Checks a pattern and spells it as POSIX does.
private struct PatternTranslation {
    private let pattern: [UInt8]
    private var position = 0
    private var output: [UInt8] = []
    private var depth = 0
    private var repetitions = 1

    private static let maximumDepth = 32
    /// The product of all counted repetitions: each multiplies the size of the compiled expression.
    private static let maximumRepetitions = 1_000

    init(_ pattern: String) throws(RegularExpression.Refusal) {
        self.pattern = Array(pattern.utf8)
        guard self.pattern.count <= RegularExpression.maximumLength else {
            throw RegularExpression.Refusal(reason: "the regular expression is too long")
        }
        guard !self.pattern.contains(0) else {
            throw RegularExpression.Refusal(reason: "the regular expression holds a zero byte")
        }
    }

    mutating func translated() throws(RegularExpression.Refusal) -> String {
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "\\"): try translateEscape()
            case UInt8(ascii: "["): try translateBracket()
            case UInt8(ascii: "("): try translateGroup()
            case UInt8(ascii: ")"):
                depth -= 1
                guard depth >= 0 else { throw unsupported }
                output.append(byte)
            case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
                output.append(byte)
                try skipLaziness()
            case UInt8(ascii: "{"): try translateInterval()
            default: output.append(byte)
            }
        }
        // The whole is put into a group, out of which nothing may lead.
        guard depth == 0 else { throw unsupported }
        return String(decoding: output, as: UTF8.self)
    }

    private var peek: UInt8? { position < pattern.count ? pattern[position] : nil }

    private mutating func next() -> UInt8? {
        guard let byte = peek else { return nil }
        position += 1
        return byte
    }

    private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }

    private mutating func translateEscape() throws(RegularExpression.Refusal) {
        guard let escaped = next() else { throw unsupported }
        switch escaped {
        case UInt8(ascii: "d"): append("[0-9]")
        case UInt8(ascii: "D"): append("[^0-9]")
        case UInt8(ascii: "n"): append("\n")
        case UInt8(ascii: "t"): append("\t")
        case UInt8(ascii: "w"), UInt8(ascii: "W"), UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: "b"),
            UInt8(ascii: "B"):
            output.append(UInt8(ascii: "\\"))
            output.append(escaped)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"),
            UInt8(ascii: "'"), 0x80...:
            throw unsupported
        default:
            output.append(UInt8(ascii: "\\"))
            output.append(escaped)
        }
    }

    private mutating func translateBracket() throws(RegularExpression.Refusal) {
        append("[")
        if peek == UInt8(ascii: "^") {
            position += 1
            append("^")
        }
        if peek == UInt8(ascii: "]") {
            position += 1
            append("]")
        }
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "]"):
                append("]")
                return
            case UInt8(ascii: "["): throw unsupported
            case UInt8(ascii: "\\"):
                guard let escaped = next() else { throw unsupported }
                switch escaped {
                case UInt8(ascii: "d"): append("0-9")
                case UInt8(ascii: "w"): append("[:alnum:]_")
                case UInt8(ascii: "s"): append("[:space:]")
                case _ where ".+*?(){}|$/\\".utf8.contains(escaped): output.append(escaped)
                default: throw unsupported
                }
            default: output.append(byte)
            }
        }
        throw unsupported
    }

    private mutating func translateGroup() throws(RegularExpression.Refusal) {
        depth += 1
        guard depth <= PatternTranslation.maximumDepth else {
            throw RegularExpression.Refusal(reason: "the regular expression is nested too deeply")
        }
        append("(")
        guard peek == UInt8(ascii: "?") else { return }
        position += 1
        guard next() == UInt8(ascii: ":") else { throw unsupported }
    }

    private mutating func translateInterval() throws(RegularExpression.Refusal) {
        var numbers = [0]
        output.append(UInt8(ascii: "{"))
        while let byte = next() {
            output.append(byte)
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
                if numbers[numbers.count - 1] > PatternTranslation.maximumRepetitions { throw tooManyRepetitions }
            case UInt8(ascii: ",") where numbers.count == 1: numbers.append(0)
            case UInt8(ascii: "}"):
                repetitions *= max(1, numbers.max() ?? 1)
                if repetitions > PatternTranslation.maximumRepetitions { throw tooManyRepetitions }
                try skipLaziness()
                return
            default: throw unsupported
            }
        }
        throw unsupported
    }

    /// A match of the whole text does not depend on laziness; possessive quantifiers are another thing.
    private mutating func skipLaziness() throws(RegularExpression.Refusal) {
        guard let byte = peek else { return }
        if byte == UInt8(ascii: "?") {
            position += 1
        } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "*") {
            throw unsupported
        }
    }

    private var unsupported: RegularExpression.Refusal {
        RegularExpression.Refusal(reason: "the regular expression uses something that is not supported")
    }

    private var tooManyRepetitions: RegularExpression.Refusal {
        RegularExpression.Refusal(reason: "the regular expression repeats too often")
    }
}
