import Glibc
import Languages
import LibraryModel
import LinuxSystem
import OwnerTools

/// The `photos` program, the person's own tool.
package enum PhotosTool {
    /// Runs the command line of this process, and exits.
    package static func main() -> Never {
        let status = run(commandLine().dropFirst())
        exit(status.code)
    }

    private static func run(_ arguments: ArraySlice<FilePath>) -> ExitCode {
        let output = StandardOutput()
        let messages = Messages()
        do {
            // Writing to a closed pipe then fails with EPIPE, and the command ends in order.
            try TerminationSignals.ignoreBrokenPipe()
            let status = try perform(Array(arguments), output, messages)
            try output.flush()
            return status
        } catch is StandardOutput.ReaderGone {
            return .brokenPipe
        } catch {
            return tell(error, output, messages)
        }
    }

    private static func perform(
        _ arguments: [FilePath],
        _ output: StandardOutput,
        _ messages: Messages
    ) throws -> ExitCode {
        let commands = CommandTable.commands
        switch try ArgumentParser(commands: commands).parse(arguments) {
        case .version: try output.printLine(Release.line(of: "photos"))
        case .help(let words):
            try output.print(HelpText(commands: commands, columns: output.columns).text(for: words))
        case .run(let parsed):
            let socketPath = try CommandContext.socketPath(of: parsed)
            let context = CommandContext(arguments: parsed, output: output, messages: messages, socketPath: socketPath)
            // What programs read is the same in every language.
            if !context.printsJSON { return try parsed.command.run(context) }
            return try Language.$current.withValue(.english) { try parsed.command.run(context) }
        }
        return .success
    }

    /// Prints an error, after the output so far.
    private static func tell(_ error: any Error, _ output: StandardOutput, _ messages: Messages) -> ExitCode {
        do {
            try output.flush()
        } catch {
            // The first error is the one to report.
        }
        messages.showProgress("")
        switch error {
        case let error as LibraryError where error.code == .unavailable:
            messages.say(
                localized(
                    "{reason}: start it ({command}), or name another with {option}",
                    [
                        "reason": error.localizedReason, "command": "systemctl --user start photolibraryd.socket",
                        "option": "--socket",
                    ]
                )
            )
            return .unavailable
        case is UsageError:
            messages.say("\(error)")
            return .usage
        case let error as LibraryError:
            messages.say(error.localizedReason)
            return .failure
        case let error as SystemCallError:
            messages.say("\(error.call): \(error.localizedReason)")
            return .failure
        default:
            messages.say("\(error)")
            return .failure
        }
    }

    /// The arguments as bytes: `CommandLine.arguments` replaces what is not UTF-8.
    private static func commandLine() -> [FilePath] {
        var result: [FilePath] = []
        for position in 0..<Int(CommandLine.argc) {
            guard let argument = unsafe CommandLine.unsafeArgv[position] else { break }
            result.append(
                FilePath(bytes: unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
            )
        }
        return result
    }
}
