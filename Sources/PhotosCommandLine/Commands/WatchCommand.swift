import LibraryClient
import LibraryModel
import LinuxSystem

/// `photos watch`.
enum WatchCommand {
    static let description = CommandDescription(
        "watch",
        summary: "Follow the changes as they happen, until interrupted",
        options: [.json],
        run: run
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        // The events only wake this thread up: what happened is asked from the history, from the last token on, so that
        // nothing is missed and nothing told twice however many events there were.
        let waker = Parker()
        let observation = try client.observeChanges { _ in waker.unpark() }
        defer { observation.cancel() }
        var token = try client.currentToken()
        context.messages.say("watching; Ctrl-C ends it")
        while true {
            waker.park()
            do {
                token = try tellChanges(since: token, client, context)
            } catch let error as LibraryError where error.code == .unavailable {
                // The observation connects again for as long as it takes, and then wakes this thread up.
                context.messages.say("\(error.reason); waiting for it")
            }
        }
    }

    /// Prints what happened after `token`, and returns the token after that.
    private static func tellChanges(
        since token: ChangeToken,
        _ client: LibraryClient,
        _ context: CommandContext
    ) throws -> ChangeToken {
        let json = JSONOutput()
        do {
            let end = try HistoryTransaction.forEach(since: token, client) { transaction in
                for change in transaction.changes ?? [] {
                    let line =
                        context.printsJSON
                        ? try json.text(ChangeJSON(change, of: transaction))
                        : "\(DateText.local(transaction.time))  \(HistoryCommand.line(change))  by \(transaction.authorText)"
                    try context.output.printLine(line)
                }
                if transaction.changes == nil {
                    context.messages.say("the details of change \(transaction.sequence) are not known any more")
                }
            }
            try context.output.flush()
            return end
        } catch let error as LibraryError where error.code == .tokenExpired {
            context.messages.say("changes were missed: \(error.reason)")
            return try client.currentToken()
        }
    }
}
