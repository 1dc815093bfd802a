import LibraryClient
import LibraryModel

/// `photos verify`.
enum VerifyCommand {
    static let description = CommandDescription(
        "verify",
        summary: "Check the library's database, files and hashes against each other",
        discussion: "Exit status 1 tells that there are problems.",
        options: [.json],
        run: run
    )

    /// The result for programs.
    struct JSON: Encodable, Hashable {
        var checked: Int
        var problems: [String]
    }

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let display = ProgressDisplay(context.messages)
        defer { display.finish() }
        var result = JSON(checked: 0, problems: [])
        let count = try client.verify { checked, total, problem in
            result.checked = max(result.checked, checked)
            if let problem { result.problems.append(problem) }
            display.update(done: checked, total: total, unit: "checked")
        }
        display.finish()
        if context.printsJSON {
            try context.output.printJSON(result)
        } else {
            for problem in result.problems { try context.output.printLine(problem.shown) }
            try context.output.flush()
            context.messages.say("\(result.checked) checked, \(count == 0 ? "no" : "\(count)") problems")
        }
        return count == 0 ? .success : .failure
    }
}
