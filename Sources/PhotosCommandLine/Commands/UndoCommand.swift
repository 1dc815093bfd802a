import CivilDates
import Languages
import LibraryClient
import LibraryModel
import OwnerTools
import TerminalText

/// `photos undo`: the person's latest transaction, or any that is named.
enum UndoCommand {
    private static let transaction = OptionDescription(
        "--transaction",
        "N",
        help: localized("the one that photos history lists under this number, of whatever app")
    )

    static let description = CommandDescription(
        "undo",
        summary: localized("Undo your latest change that is not undone yet, or a named one"),
        discussion: localized(
            """
            Restores titles, captions, keywords, dates, places, favorites, hidden photos, ratings, edits, albums and what is \
            in them, and recovers photos that were deleted. What was changed again since is reported and left as it is, \
            unless you give --force. What was added stays. One undo after another goes further \
            back. An undo is a change, too, which photos history lists: --transaction with its number takes it back.
            """
        ),
        options: [transaction, UndoReport.force, .json],
        run: run
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let arguments = context.arguments
        let named = try arguments.number(transaction)
        let client = context.connect()
        let app = try named.flatMap { try author(of: $0, client) }
        let found = try named.map { try client.changes(ofApp: app, transaction: $0).transactions.first }
        guard let chosen = try found ?? client.latestToUndo() else {
            throw CommandFailure(localized("there is nothing to undo"))
        }
        let counts = [
            (chosen.insertedCount, localized("{count} added", ["count": chosen.insertedCount])),
            (chosen.updatedCount, localized("{count} changed", ["count": chosen.updatedCount])),
            (chosen.deletedCount, localized("{count} deleted", ["count": chosen.deletedCount])),
        ].filter { $0.0 > 0 }.map(\.1).listed
        let heading = localized(
            "transaction {number} of {date} ({counts})",
            ["number": chosen.sequence, "date": DateText.local(chosen.time), "counts": counts]
        )
        guard chosen.keptCount > 0 else {
            let others = "photos history, photos undo --transaction"
            throw CommandFailure(
                localized(
                    "{what} has nothing that can be undone: what was added stays (for others: {command})",
                    ["what": heading, "command": others]
                )
            )
        }
        context.messages.say(localized("undoing {what}", ["what": heading]))
        let request = UndoRequest(app: app, transaction: chosen.sequence, forces: arguments.has(UndoReport.force))
        let outcome = try client.undo(request)
        let status = try UndoReport.tell(outcome, context)
        // The same command without the number would go further back.
        if !outcome.conflicts.isEmpty, !request.forces {
            let command = "photos undo --transaction \(chosen.sequence) --force"
            context.messages.say(localized("to undo that, too: {command}", ["command": command]))
        }
        return status
    }

    /// The app that performed a transaction; nil for the person.
    private static func author(of sequence: UInt64, _ client: LibraryClient) throws -> String? {
        var token = try client.currentToken()
        guard sequence <= token.sequence else {
            throw CommandFailure(localized("there is no transaction {number} yet", ["number": sequence]))
        }
        token.sequence = sequence - 1
        var reader = client.historyReader(since: token)
        let page = try reader.next()
        guard let found = page.map(HistoryTransaction.all)?.first(where: { $0.sequence == sequence }) else {
            throw CommandFailure(localized("the history has no transaction {number}", ["number": sequence]))
        }
        switch found.author {
        case .person: return nil
        case .anotherDevice:
            throw CommandFailure(
                localized("transaction {number} is of another device: undo it there", ["number": sequence])
            )
        case .asker, .anotherApp, .unknown:
            guard let app = found.app else {
                throw CommandFailure(localized("who did transaction {number} is not known", ["number": sequence]))
            }
            return app
        }
    }
}
