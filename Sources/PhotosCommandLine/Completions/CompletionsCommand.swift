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
        summary: "Print the manual page of this program, for man",
        run: { context in
            try context.output.print(ManualPage(commands: CommandTable.commands).text)
            return .success
        }
    )
}
