import Languages
import LinuxSystem

/// Parses a command line against a table of commands.
///
/// Options may come anywhere, even before the command; `--option VALUE` equals `--option=VALUE`, and `--` ends the
/// options. An option has the same spelling and arity in all commands, so that it can be parsed before the command is
/// known.
struct ArgumentParser {
    /// What a command line asks for.
    enum Request {
        case run(ParsedArguments)
        /// Help for the commands whose names start with these words, all of them when there are none.
        case help([String])
        case version
    }

    var commands: [CommandDescription]

    func parse(_ arguments: [FilePath]) throws(UsageError) -> Request {
        var words: [FilePath] = []
        var given: [(option: OptionDescription, value: FilePath)] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words.append(contentsOf: rest)
                break
            }
            // A single dash is an operand.
            guard argument.bytes.first == dash, argument.bytes.count > 1 else {
                words.append(argument)
                continue
            }
            given.append(try option(argument, following: &rest, of: words))
        }
        if given.contains(where: { $0.option == .version }) { return .version }
        let asksForHelp = given.contains { $0.option == .help }
        guard let command = command(startingWith: words) else {
            return try requestWithoutCommand(words, asksForHelp: asksForHelp)
        }
        if asksForHelp { return .help(command.words) }
        return .run(try checked(command, Array(words.dropFirst(command.words.count)), given))
    }

    // MARK: Commands

    private func command(startingWith words: [FilePath]) -> CommandDescription? {
        commands.first { command in
            words.count >= command.words.count && zip(command.words, words).allSatisfy { FilePath($0) == $1 }
        }
    }

    /// The commands whose names start with `words`.
    func group(_ words: [String]) -> [CommandDescription] {
        commands.filter { $0.words.count > words.count && $0.words.starts(with: words) }
    }

    private func requestWithoutCommand(_ words: [FilePath], asksForHelp: Bool) throws(UsageError) -> Request {
        guard let first = words.first else {
            if asksForHelp { return .help([]) }
            throw UsageError(localized("no command given"))
        }
        if first == "help" { return try helpRequest(Array(words.dropFirst())) }
        let members = group([first.text])
        if members.isEmpty { throw UsageError(localized("unknown command {name}", ["name": first.text])) }
        if asksForHelp { return .help([first.text]) }
        let choices = members.compactMap(\.words.last).joined(separator: ", ")
        if words.count == 1 {
            throw UsageError(
                localized("{command} needs one of {choices}", ["command": first.text, "choices": choices]),
                command: first.text
            )
        }
        throw UsageError(
            localized(
                "unknown {command} command {name}, not one of {choices}",
                ["command": first.text, "name": words[1].text, "choices": choices]
            ),
            command: first.text
        )
    }

    /// `photos help import` is `photos import --help`.
    private func helpRequest(_ words: [FilePath]) throws(UsageError) -> Request {
        if words.isEmpty { return .help([]) }
        if let command = command(startingWith: words) { return .help(command.words) }
        return try requestWithoutCommand(words, asksForHelp: true)
    }

    private func checked(
        _ command: CommandDescription,
        _ operands: [FilePath],
        _ given: [(option: OptionDescription, value: FilePath)]
    ) throws(UsageError) -> ParsedArguments {
        var options: [String: FilePath] = [:]
        for (option, value) in given {
            guard (command.options + OptionDescription.common).contains(where: { $0.name == option.name }) else {
                throw UsageError(
                    localized("{command} takes no option {option}", ["command": command.name, "option": option.name]),
                    command: command.name
                )
            }
            if options.updateValue(value, forKey: option.name) != nil {
                throw UsageError(localized("{option} is given twice", ["option": option.name]), command: command.name)
            }
        }
        if operands.count < command.operandCount.lowerBound {
            throw UsageError(
                localized("{command} needs {what}", ["command": command.name, "what": command.operands]),
                command: command.name
            )
        }
        if operands.count > command.operandCount.upperBound {
            let unexpected = operands[command.operandCount.upperBound].text
            throw UsageError(localized("unexpected argument {text}", ["text": unexpected]), command: command.name)
        }
        return ParsedArguments(command: command, operands: operands, options: options)
    }

    // MARK: Options

    private func option(
        _ argument: FilePath,
        following rest: inout ArraySlice<FilePath>,
        of words: [FilePath]
    ) throws(UsageError) -> (option: OptionDescription, value: FilePath) {
        let command = command(startingWith: words)?.name ?? ""
        let parts = argument.bytes.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].elementsEqual("-h".utf8) ? "--help" : FilePath(bytes: Array(parts[0])).text
        let known = OptionDescription.common + commands.flatMap(\.options)
        guard let option = known.first(where: { $0.name == name }) else {
            throw UsageError(localized("unknown option {option}", ["option": name]), command: command)
        }
        guard let valueName = option.valueName else {
            if parts.count > 1 {
                throw UsageError(localized("{option} takes no value", ["option": name]), command: command)
            }
            return (option, "")
        }
        if parts.count > 1 { return (option, FilePath(bytes: Array(parts[1]))) }
        guard let value = rest.popFirst() else {
            throw UsageError(
                localized("{option} needs a value: {usage}", ["option": name, "usage": "\(name) \(valueName)"]),
                command: command
            )
        }
        return (option, value)
    }

    private var dash: UInt8 { UInt8(ascii: "-") }
}
