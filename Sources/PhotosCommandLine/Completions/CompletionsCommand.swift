import LinuxSystem
import TerminalText

/// `photos completions` and `photos manual`: what an installation makes of the table of commands.
enum CompletionsCommand {
    static let completions = CommandDescription(
        "completions",
        operands: "bash|zsh|fish",
        count: 1...1,
        summary: "Print the completions of a shell for this program",
        discussion: "make install puts them where the shells look for them.",
        run: { context in
            let table = CompletionTable(commands: CommandTable.commands)
            switch try context.arguments.text(at: 0) {
            case "bash": try context.output.print(BashCompletion(table: table).script)
            case "zsh": try context.output.print(ZshCompletion(table: table).script)
            case "fish": try context.output.print(FishCompletion(table: table).script)
            case let shell: throw context.arguments.usageError("\(shell) is not one of bash, zsh, fish")
            }
            return .success
        }
    )

    static let manual = CommandDescription(
        "manual",
        operands: "[PROGRAM]",
        count: 0...1,
        summary: "Print the manual page of this program, for man",
        discussion: """
            With PROGRAM, that of another program of this installation, from its --help on standard input: photos-agent
            --help | photos manual photos-agent. make install puts all of them where man looks for them.
            """,
        run: { context in
            guard context.arguments.operands.count == 1 else {
                try context.output.print(ManualPage(commands: CommandTable.commands).text)
                return .success
            }
            let program = try context.arguments.text(at: 0)
            guard others.contains(program) else {
                let known = others.joined(separator: ", ")
                throw context.arguments.usageError("\(program.sanitized) is not one of \(known)")
            }
            let help: [UInt8]
            do throws(SystemCallError) {
                help = try OwnProcess.standardInput().readToEnd(limit: maximumHelpSize)
            } catch {
                throw CommandFailure("the help of \(program) cannot be read: \(error.reason)")
            }
            guard !help.isEmpty else { throw CommandFailure("there is no help of \(program) on standard input") }
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
