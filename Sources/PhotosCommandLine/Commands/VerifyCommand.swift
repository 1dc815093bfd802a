import Languages
import LibraryClient
import LibraryModel
import OwnerTools
import TerminalText

/// `photos verify`.
enum VerifyCommand {
    static let description = CommandDescription(
        "verify",
        summary: localized("Check the library's database, files and hashes against each other"),
        discussion: localized("Exit status 1 means that there are problems."),
        options: [.json],
        run: run
    )

    /// The result for programs.
    struct JSON: Encodable, Hashable {
        var checked: Int
        var problems: [String]
        var unreferenced: Int
        var inCloud: Int
    }

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let display = ProgressDisplay(context.messages)
        defer { display.finish() }
        let result = try client.verify { display.update(done: $0, total: $1, unit: .checked) }
        display.finish()
        if context.printsJSON {
            try context.output.printJSON(
                JSON(
                    checked: result.checked,
                    problems: result.problems,
                    unreferenced: result.unreferenced,
                    inCloud: result.inCloud
                )
            )
        } else {
            for problem in result.problems { try context.output.printLine(words(problem).sanitized) }
            try context.output.flush()
            let values: KeyValuePairs<String, any CustomStringConvertible> =
                ["count": result.checked, "cloud": result.inCloud]
            let checked =
                result.inCloud > 0
                ? localized("{count} checked ({cloud} in the cloud)", values)
                : localized("{count} checked", ["count": result.checked])
            let problems =
                result.problems.isEmpty ? localized("no problems") : CountText.problems(result.problems.count)
            context.messages.say("\(checked), \(problems)")
            if result.unreferenced > 0 {
                context.messages.say(
                    localized(
                        "{count} files left by an interrupted import belong to no photo",
                        ["count": result.unreferenced]
                    )
                )
            }
        }
        return result.problems.isEmpty ? .success : .failure
    }

    /// A problem in the person's language. That of an asset begins with its identifier.
    private static func words(_ problem: String) -> String {
        guard let end = problem.firstRange(of: ": "), LocalIdentifier(String(problem[..<end.lowerBound])) != nil else {
            return ReasonText.text(problem)
        }
        return problem[..<end.upperBound] + ReasonText.text(String(problem[end.upperBound...]))
    }
}
