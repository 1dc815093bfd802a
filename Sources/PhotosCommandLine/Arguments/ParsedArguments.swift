import CivilDates
import Languages
import LinuxSystem
import TerminalText

/// The arguments of a command. Operands and values are bytes, because file names need not be UTF-8.
struct ParsedArguments: Sendable {
    var command: CommandDescription
    var operands: [FilePath]
    /// By the option's name; empty for an option without a value.
    var options: [String: FilePath]

    /// Whether an option was given.
    func has(_ option: OptionDescription) -> Bool { options[option.name] != nil }

    /// An option's value as bytes, nil when it was not given.
    func path(_ option: OptionDescription) -> FilePath? { options[option.name] }

    /// An option's value as text, nil when it was not given.
    func text(_ option: OptionDescription) throws(UsageError) -> String? {
        guard let value = options[option.name] else { return nil }
        guard let text = value.exactText else {
            throw UsageError(
                localized("the value of {option} is not UTF-8", ["option": option.name]),
                command: command.name
            )
        }
        return text
    }

    /// An option's value as a number above 0, nil when it was not given.
    func number(_ option: OptionDescription) throws(UsageError) -> UInt64? {
        guard let text = try text(option) else { return nil }
        guard let value = UInt64(text), value > 0 else {
            throw usageError(
                localized(
                    "{option} needs a number above 0, not {text}",
                    ["option": option.name, "text": text.sanitized]
                )
            )
        }
        return value
    }

    /// An option's value as microseconds since 1970, nil when it was not given.
    func date(_ option: OptionDescription) throws(UsageError) -> Int64? {
        guard let text = try text(option) else { return nil }
        return try instant(text)
    }

    /// A date of this command as microseconds since 1970.
    func instant(_ text: String) throws(UsageError) -> Int64 {
        guard let date = DateParser().instant(text) else {
            throw usageError(
                localized(
                    "{text} is not a date such as {examples}",
                    [
                        "text": text.sanitized,
                        "examples": ["2024-05-01", "\"2024-05-01 14:03\"", "2024-05-01T14:03:22+02:00"].listed,
                    ]
                )
            )
        }
        return date
    }

    /// An operand as text.
    func text(at position: Int) throws(UsageError) -> String {
        guard let text = operands[position].exactText else {
            throw UsageError(
                localized("argument {number} is not UTF-8", ["number": position + 1]),
                command: command.name
            )
        }
        return text
    }

    /// The operands from an index on, as text.
    func texts(from start: Int = 0) throws(UsageError) -> [String] {
        var result: [String] = []
        for position in start..<operands.count { result.append(try text(at: position)) }
        return result
    }

    /// An error about the arguments of this command.
    func usageError(_ message: String) -> UsageError { UsageError(message, command: command.name) }

    /// An error about a word that has to be another one.
    func usageError(_ word: String, isNotOneOf choices: [String]) -> UsageError {
        usageError(
            localized("{text} is not one of {choices}", ["text": word.sanitized, "choices": choices.listed])
        )
    }
}
