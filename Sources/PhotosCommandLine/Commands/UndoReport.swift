import Languages
import LibraryClient
import LibraryModel
import OwnerTools

/// What an undo did, for people and for programs.
enum UndoReport {
    static let force = OptionDescription("--force", help: localized("also restore what was changed again since"))

    /// For programs.
    struct JSON: Encodable, Hashable {
        var undone: [String]
        var left: [FieldChangeJSON]
        /// Why it ended early.
        var interrupted: String?
    }

    /// Prints the identifiers of what was restored, and says what was left.
    static func tell(_ outcome: UndoOutcome, _ context: CommandContext) throws -> ExitCode {
        let undone = outcome.objects.map(\.string)
        if context.printsJSON {
            let left = outcome.conflicts.map { FieldChangeJSON($0) }
            try context.output.printJSON(
                JSON(undone: undone, left: left, interrupted: outcome.interruption?.reason)
            )
        } else {
            for identifier in undone { try context.output.printLine(identifier) }
        }
        for conflict in outcome.conflicts {
            context.messages.say(localized("left as it is: {what}", ["what": conflict.line()]))
        }
        if let interruption = outcome.interruption {
            context.messages.say(
                localized(
                    "not everything was undone: {reason}; repeat the command to go on",
                    ["reason": interruption.localizedReason]
                )
            )
            return .failure
        }
        if undone.isEmpty && outcome.conflicts.isEmpty {
            context.messages.say(localized("there is nothing to undo"))
        }
        return .success
    }
}
