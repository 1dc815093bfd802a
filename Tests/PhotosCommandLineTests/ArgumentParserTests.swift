import Languages
import LinuxSystem
import TerminalText
import Testing

@testable import PhotosCommandLine

@Suite struct ArgumentParserTests {
    private func parsed(_ arguments: [FilePath]) throws -> ParsedArguments {
        guard case .run(let parsed) = try ArgumentParser(commands: CommandTable.commands).parse(arguments) else {
            throw UsageError("not a command to run")
        }
        return parsed
    }

    @Test func `options stand before, between and after the operands`() throws {
        let arguments: [FilePath] = ["--socket", "/run/x", "import", "a", "--album=Trip = fun", "b", "--json"]
        let parsed = try parsed(arguments)
        #expect(parsed.command.name == "import")
        #expect(parsed.operands == ["a", "b"])
        #expect(try parsed.text(.socket) == "/run/x")
        #expect(try parsed.text(ImportCommand.album) == "Trip = fun")
        #expect(parsed.has(.json))
    }

    @Test func `nothing is an option after two dashes`() throws {
        let parsed = try parsed(["import", "--", "--json", "-h", "--"])
        #expect(parsed.operands == ["--json", "-h", "--"])
        #expect(!parsed.has(.json))
    }

    @Test func `a lone dash is an operand, and a value may look like an option`() throws {
        let parsed = try parsed(["import", "-", "--album", "--odd"])
        #expect(parsed.operands == ["-"])
        #expect(try parsed.text(ImportCommand.album) == "--odd")
    }

    @Test func `commands of two words are found`() throws {
        let parsed = try parsed(["privacy", "--add-only", "set", "exe:/usr/bin/camera", "full"])
        #expect(parsed.command.name == "privacy set")
        #expect(parsed.operands == ["exe:/usr/bin/camera", "full"])
        #expect(parsed.has(PrivacyCommands.addOnly))
    }

    @Test func `operands keep bytes that are not UTF-8, and refuse to be text`() throws {
        let name = FilePath(bytes: [0x66, 0xFF, 0xFE])
        let parsed = try parsed(["import", name])
        #expect(parsed.operands == [name])
        #expect(throws: UsageError("argument 1 is not UTF-8", command: "import")) { try parsed.text(at: 0) }
    }

    @Test(arguments: [
        (["import", "--foo", "x"], "unknown option --foo (see photos import --help)"),
        (["--foo"], "unknown option --foo (see photos --help)"),
        (["list", "-x"], "unknown option -x (see photos list --help)"),
        (["verify", "--album", "x"], "verify takes no option --album (see photos verify --help)"),
        (["import", "x", "--album"], "--album needs a value: --album NAME (see photos import --help)"),
        (["list", "--json=yes"], "--json takes no value (see photos list --help)"),
        (["list", "--json", "--json"], "--json is given twice (see photos list --help)"),
        (["import"], "import needs PATH... (see photos import --help)"),
        (["info", "a", "b"], "unexpected argument b (see photos info --help)"),
        (["lost"], "unknown command lost (see photos --help)"),
        ([], "no command given (see photos --help)"),
        (
            ["privacy"],
            "privacy needs one of list, show, set, select, deselect, selection, preferences, destination, changes, undo, revoke, forget, developer (see photos privacy --help)"
        ),
        (
            ["privacy", "x"],
            "unknown privacy command x, not one of list, show, set, select, deselect, selection, preferences, destination, changes, undo, revoke, forget, developer (see photos privacy --help)"
        ),
    ])
    func `complaints name what is wrong and where help is`(_ arguments: [String], _ complaint: String) {
        let error = #expect(throws: UsageError.self) {
            try ArgumentParser(commands: CommandTable.commands).parse(arguments.map { FilePath($0) })
        }
        #expect(error?.description == complaint)
    }

    @Test(arguments: [
        (["--help"], []), (["-h"], []), (["help"], []), (["import", "--help"], ["import"]),
        (["help", "import"], ["import"]), (["privacy", "--help"], ["privacy"]),
        (["privacy", "set", "-h"], ["privacy", "set"]), (["help", "privacy", "set"], ["privacy", "set"]),
    ])
    func `help is found for all, a group and a command`(_ arguments: [String], _ words: [String]) throws {
        guard
            case .help(let found) = try ArgumentParser(commands: CommandTable.commands).parse(
                arguments.map { FilePath($0) }
            )
        else {
            Issue.record("no help")
            return
        }
        #expect(found == words)
    }

    @Test func `every command has help of its own that names its options`() {
        let help = HelpText(commands: CommandTable.commands, columns: 100)
        for command in CommandTable.commands {
            let text = help.text(for: command.words)
            #expect(text.hasPrefix("Usage: photos \(command.name)"))
            for option in command.options { #expect(text.contains("  \(option.name)")) }
            #expect(help.text(for: []).contains("  \(command.name)"))
        }
    }

    @Test(arguments: Language.allCases) func `the help is in the person's language and as wide as the terminal`(
        _ language: Language
    ) throws {
        Language.$current.withValue(language) {
            let help = HelpText(commands: CommandTable.commands, columns: 64)
            for command in CommandTable.commands {
                let text = help.text(for: command.words)
                // A name alone may be longer.
                for line in text.split(separator: "\n") where line.columns > 64 {
                    #expect(line.hasPrefix("  ") && !line.trimmingPrefix("  ").contains("  "), "\(line)")
                }
            }
        }
        let album = try #require(CommandTable.commands.first { $0.words == ["album", "create"] })
        let summary = Language.$current.withValue(language) { album.summary }
        #expect((summary == "Create an album and print its identifier") == (language == .english))
    }

    @Test func `an option has one arity in all commands`() {
        var arities: [String: Bool] = [:]
        for option in CommandTable.commands.flatMap(\.options) + OptionDescription.common {
            #expect(
                arities.updateValue(option.valueName != nil, forKey: option.name) ?? (option.valueName != nil)
                    == (option.valueName != nil)
            )
        }
    }
}
