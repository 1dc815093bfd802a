import Languages
import LinuxSystem
import OwnerTools

/// `photos agent`: executes `photos-agent`, which is installed beside this program.
enum AgentCommand {
    private static let flags = [
        OptionDescription("--open", help: localized("open the page now, not only when an app asks")),
        OptionDescription("--no-open", help: localized("print links to the page instead of opening them in a browser")),
        OptionDescription(
            "--plain-address",
            help: localized("serve the page at 127.0.0.1, for a browser that does not resolve names below localhost")
        ),
    ]
    private static let values = [
        OptionDescription(
            "--interface",
            "KIND",
            help: localized("browser, terminal, text, or auto (default: the one that fits)")
        ),
        OptionDescription(
            "--pictures",
            "KIND",
            help: localized("in a terminal: symbols, sixel, kitty or iterm2 (default: what it is known to show)")
        ),
        OptionDescription("--user", "USER", help: localized("whose browser may connect to the page (default: yours)")),
        OptionDescription(
            "--port",
            "PORT",
            help: localized("where the page is served (default: any port that is free)")
        ),
    ]

    static let description = CommandDescription(
        "agent",
        summary: localized("Show what apps ask about your photos, and what they may see"),
        discussion: localized("It runs until you interrupt it. A desktop session starts it by itself (photos-agent)."),
        options: flags + values,
        run: run
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let program = try FileNames.target(ofLink: "/proc/self/exe").folder.appending("photos-agent")
        do throws(SystemCallError) {
            try OwnProcess.become(program, arguments: arguments(context))
        } catch {
            throw CommandFailure(
                localized(
                    "{program} cannot be started: {reason}",
                    ["program": "photos-agent", "reason": error.localizedReason]
                )
            )
        }
    }

    /// The arguments of `photos-agent`: those of the command.
    static func arguments(_ context: CommandContext) -> [FilePath] {
        var arguments = flags.filter { context.arguments.has($0) }.map { FilePath($0.name) }
        for option in values + [.socket] {
            if let value = context.arguments.path(option) { arguments += [FilePath(option.name), value] }
        }
        return arguments
    }
}
