internal import LibraryModel
internal import LibraryProtocol
internal import LinuxSystem

/// A question for access to the library, on a connection of its own: it stays open until the person answers, however
/// long that takes, also over restarts of the server.
struct AccessQuestion: Sendable {
    /// Attempts that find a server that is back without an agent, before nobody is thought to be there to ask.
    private static let attemptsWithoutAgent = 8

    let level: AccessLevel
    let calls: CallChannel

    /// Asks, and waits on this thread. A server that goes away while the person thinks is asked again when it is back,
    /// and the agent gets a moment to come back as well. `notDetermined` when it is taken back.
    func answer(_ cancellation: Cancellation) throws(LibraryError) -> AuthorizationStatus {
        var wasPut = false
        var backoff = Backoff()
        var patience = 0
        while true {
            do throws(LibraryError) { return try put(cancellation, &wasPut) } catch {
                if cancellation.isStopped { return .notDetermined }
                guard wasPut else { throw error }
                switch error.code {
                case .unavailable: patience = AccessQuestion.attemptsWithoutAgent
                case .nobodyToAsk where patience > 0: patience -= 1
                default: throw error
                }
            }
            if cancellation.pause(backoff.pause()) { return .notDetermined }
        }
    }

    /// Puts the question once.
    private func put(_ cancellation: Cancellation, _ wasPut: inout Bool) throws(LibraryError) -> AuthorizationStatus {
        let connection = try calls.connectionForStream(for: level)
        let stream = try ReplyStream(RequestAuthorizationCall(level), on: connection, cancellation)
        wasPut = true
        guard case .authorization(let status) = try stream.end() else { throw .unexpectedReply }
        return status
    }
}
