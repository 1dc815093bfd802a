import LinuxSystem

/// `photos agent`: becomes the program that shows what apps ask, which is installed beside this one.
enum AgentCommand {
    private static let flags = [
        OptionDescription("--open", help: "open the page now, not only when an app asks"),
        OptionDescription("--no-open", help: "print links to the page instead of opening them in a browser"),
        OptionDescription(
            "--plain-address",
            help: "serve the page at 127.0.0.1, for a browser that knows no names below localhost"
        ),
    ]
    private static let values = [
        OptionDescription("--face", "FACE", help: "browser, terminal, text, or auto for what fits (default: auto)"),
        OptionDescription(
            "--pictures",
            "KIND",
            help: "in a terminal: symbols, sixel, kitty or iterm2 (default: what it is known to show)"
        ),
        OptionDescription("--user", "USER", help: "whose browser may connect to the page (default: yours)"),
        OptionDescription("--port", "PORT", help: "where the page is served (default: any port that is free)"),
    ]

    static let description = CommandDescription(
        "agent",
        summary: "Show what apps ask about your photos, and what they may see",
        discussion: "It goes on until it is interrupted. A desktop session starts it by itself (photos-agent).",
        options: flags + values,
        run: run
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let program = try FileNames.target(ofLink: "/proc/self/exe").folder.appending("photos-agent")
        do throws(SystemCallError) {
            try OwnProcess.become(program, arguments: arguments(context))
        } catch {
            throw CommandFailure("photos-agent cannot be started: \(error.reason)")
        }
    }

    /// The arguments of the program: those that the command was given.
    static func arguments(_ context: CommandContext) -> [FilePath] {
        var arguments = flags.filter { context.arguments.has($0) }.map { FilePath($0.name) }
        for option in values + [.socket] {
            if let value = context.arguments.path(option) { arguments += [FilePath(option.name), value] }
        }
        return arguments
    }
}
