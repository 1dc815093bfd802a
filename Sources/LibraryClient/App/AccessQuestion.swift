internal import LibraryModel
internal import LibraryProtocol
internal import LinuxSystem

/// A question for access, on a connection of its own. Stays open until the person answers, across restarts of the
/// server.
struct AccessQuestion: Sendable {
    /// Attempts that may find a restarted server without an agent before the question fails with `nobodyToAsk`.
    private static let attemptsWithoutAgent = 8

    let level: AccessLevel
    let calls: CallChannel

    /// Asks and blocks until the answer. When the server restarts meanwhile, asks again and gives the agent time to
    /// subscribe again. Returns `notDetermined` when `cancellation` withdraws the question.
    func answer(_ cancellation: Cancellation) throws(LibraryError) -> AuthorizationStatus {
        var wasAsked = false
        var backoff = Backoff()
        var patience = 0
        while true {
            do throws(LibraryError) { return try ask(cancellation, &wasAsked) } catch {
                if cancellation.isStopped { return .notDetermined }
                guard wasAsked else { throw error }
                switch error.code {
                case .unavailable: patience = AccessQuestion.attemptsWithoutAgent
                case .nobodyToAsk where patience > 0: patience -= 1
                default: throw error
                }
            }
            if cancellation.pause(backoff.pause()) { return .notDetermined }
        }
    }

    /// Asks once.
    private func ask(_ cancellation: Cancellation, _ wasAsked: inout Bool) throws(LibraryError) -> AuthorizationStatus {
        let connection = try calls.connectionForStream(for: level)
        let stream = try ReplyStream(RequestAuthorizationCall(level), on: connection, cancellation)
        wasAsked = true
        return try stream.end().status
    }
}
