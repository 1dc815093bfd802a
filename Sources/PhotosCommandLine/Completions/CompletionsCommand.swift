import Languages
import LinuxSystem
import OwnerTools
import TerminalText

/// `photos completions` and `photos manual`: what an installation makes of the table of commands.
enum CompletionsCommand {
    static let completions = CommandDescription(
        "completions",
        operands: "bash|zsh|fish",
        count: 1...1,
        summary: localized("Print the completions of a shell for this program"),
        discussion: localized("make install puts them where the shells look for them."),
        run: { context in
            let table = CompletionTable(commands: CommandTable.commands)
            let shell = try context.arguments.text(at: 0)
            // What is installed is for everybody, whatever the language of who installs it.
            let script = Language.$current.withValue(.english) {
                switch shell {
                case "bash": BashCompletion(table: table).script
                case "zsh": ZshCompletion(table: table).script
                case "fish": FishCompletion(table: table).script
                default: nil as String?
                }
            }
            guard let script else { throw context.arguments.usageError(shell, isNotOneOf: ["bash", "zsh", "fish"]) }
            try context.output.print(script)
            return .success
        }
    )

    static let manual = CommandDescription(
        "manual",
        operands: "[PROGRAM]",
        count: 0...1,
        summary: localized("Print the manual page of this program, for man"),
        discussion: localized(
            """
            With PROGRAM, that of another program of this installation, from its --help on standard input: {command}. \
            make install puts all of them where man looks for them.
            """,
            // In a key, a bar begins what a word means.
            ["command": "photos-agent --help | photos manual photos-agent"]
        ),
        run: { context in
            guard context.arguments.operands.count == 1 else {
                let page = Language.$current.withValue(.english) { ManualPage(commands: CommandTable.commands).text }
                try context.output.print(page)
                return .success
            }
            let program = try context.arguments.text(at: 0)
            guard others.contains(program) else {
                throw context.arguments.usageError(program, isNotOneOf: others)
            }
            let help: [UInt8]
            do throws(SystemCallError) {
                help = try OwnProcess.standardInput().readToEnd(limit: maximumHelpSize)
            } catch {
                throw CommandFailure(
                    localized(
                        "the help of {program} cannot be read: {reason}",
                        ["program": program, "reason": error.localizedReason]
                    )
                )
            }
            guard !help.isEmpty else {
                throw CommandFailure(
                    localized("there is no help of {program} on standard input", ["program": program])
                )
            }
            try context.output.print(ProgramPage(program, help: String(decoding: help, as: UTF8.self)).text)
            return .success
        }
    )

    /// The programs with manual pages of their own.
    private static let others = [
        "photos-agent", "photolibraryd", "photolibrary-media", "photolibrary-sync", "photolibrary-upload",
    ]
    /// Bytes.
    private static let maximumHelpSize = 1 << 20
}
