import CivilDates
import Languages
import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools

/// `photos watch`.
enum WatchCommand {
    static let description = CommandDescription(
        "watch",
        summary: localized("Follow the changes as they happen, until interrupted"),
        options: [.json],
        run: run
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        try follow(client, context.messages.say) { token in try tellChanges(since: token, client, context) }
    }

    /// Calls `tell` with the last token whenever there may be newer changes, and goes on from the one that it returns.
    /// Waits for a library that goes away; rethrows other errors of `tell`.
    static func follow(
        _ client: LibraryClient,
        _ say: (String) -> Void,
        _ tell: (ChangeToken) throws -> ChangeToken
    ) throws -> Never {
        // A ring only wakes this thread up: what happened is asked from the history, from the last token on, so that
        // nothing is missed and nothing told twice however many rings there were.
        var token = try client.currentToken()
        let waker = Parker()
        let observation = try client.observeChanges { waker.unpark() }
        defer { observation.cancel() }
        say(localized("watching; Ctrl-C ends it"))
        var backoff = Backoff()
        // When to ask though nothing rang: a call may fail where the connection for rings is in order.
        var again: UInt64?
        while true {
            waker.park(until: again)
            do {
                token = try tell(token)
                again = nil
                backoff.reset()
            } catch let error as LibraryError where error.code == .unavailable {
                if again == nil { say(localized("{reason}; waiting for it", ["reason": error.localizedReason])) }
                again = MonotonicClock.deadline(after: backoff.pause())
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
                        : [
                            DateText.local(transaction.time), HistoryCommand.line(change),
                            localized("by {name}", ["name": transaction.authorText]),
                        ].joined(separator: "  ")
                    try context.output.printLine(line)
                }
                if transaction.changes == nil {
                    let number = transaction.sequence
                    context.messages.say(
                        localized("the details of change {number} are no longer kept", ["number": number])
                    )
                }
            }
            try context.output.flush()
            return end
        } catch let error as LibraryError where error.code == .tokenExpired {
            context.messages.say(localized("changes were missed: {reason}", ["reason": error.localizedReason]))
            return try client.currentToken()
        }
    }
}
