internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

/// A question to the person, on a connection of its own: it stays open until the answer comes, however long that takes,
/// also over restarts of the server.
final class AuthorizationQuestion: Sendable {
    private enum State {
        case notAsked
        case open(IncomingStream)
        case takenBack
    }

    /// Nanoseconds between attempts to reach a server that has gone: doubled from the first to the last.
    private static let firstPause: UInt64 = 50_000_000
    private static let lastPause: UInt64 = 5_000_000_000
    /// Attempts that find a server that is back without an agent, before nobody is thought to be there to ask.
    private static let attemptsWithoutAgent = 8

    private let state = Mutex(State.notAsked)
    private let pause = Parker()

    /// Asks, and waits without holding up a thread of Swift's. A cancelled task takes the question back.
    static func ask(
        _ level: AccessLevel,
        _ calls: CallChannel
    ) async throws(LibraryError) -> AuthorizationStatus {
        let question = AuthorizationQuestion()
        return try await waitingOnThread { () throws(LibraryError) in
            try question.wait(level, calls)
        } onCancel: {
            question.takeBack()
        }
    }

    /// Waits on this thread. A server that goes away while the person thinks is asked again when it is back, and the
    /// agent gets a moment to come back as well.
    private func wait(_ level: AccessLevel, _ calls: CallChannel) throws(LibraryError) -> AuthorizationStatus {
        var wasPut = false
        var pauseLength = AuthorizationQuestion.firstPause
        var patience = 0
        while true {
            do throws(LibraryError) { return try put(level, calls, &wasPut) } catch {
                guard wasPut else { throw error }
                switch error.code {
                case .unavailable: patience = AuthorizationQuestion.attemptsWithoutAgent
                case .nobodyToAsk where patience > 0: patience -= 1
                default: throw error
                }
            }
            if isTakenBack { return .notDetermined }
            _ = pause.park(until: MonotonicClock.deadline(after: pauseLength))
            if isTakenBack { return .notDetermined }
            pauseLength = min(pauseLength * 2, AuthorizationQuestion.lastPause)
        }
    }

    /// Puts the question once.
    private func put(
        _ level: AccessLevel,
        _ calls: CallChannel,
        _ wasPut: inout Bool
    ) throws(LibraryError) -> AuthorizationStatus {
        do {
            var message = MessageBuffer()
            message.end = LibraryRequest(RequestAuthorizationCall(level)).encode(
                into: &message.storage,
                at: MessageBuffer.headerSpace
            )
            let stream = try calls.connect(for: level).openStream(&message)
            let wasTakenBack = state.withLock { state in
                if case .takenBack = state { return true }
                state = .open(stream)
                return false
            }
            var status = try self.status(stream.response)
            wasPut = true
            guard !wasTakenBack, status == .notDetermined else { return status }
            while let event = try stream.next() { status = try self.status(event) }
            if isTakenBack { return .notDetermined }
            if let last = stream.finalResponse { status = try self.status(last) }
            return status
        } catch let error as LibraryError {
            throw error
        } catch let error as TransportError {
            throw LibraryError(error)
        } catch {
            throw LibraryError(.internal, "an unexpected error while asking for access")
        }
    }

    private var isTakenBack: Bool {
        state.withLock { state in
            if case .takenBack = state { return true }
            return false
        }
    }

    private func status(_ payload: DetachedPayload) throws(LibraryError) -> AuthorizationStatus {
        let reply = try payload.withBytes { bytes throws(LibraryError) in try LibraryReply(decoding: bytes) }
        guard case .authorization(let status) = try reply.result() else { throw .unexpectedReply }
        return status
    }

    private func takeBack() {
        let open: IncomingStream? = state.withLock { state in
            defer { state = .takenBack }
            if case .open(let stream) = state { return stream }
            return nil
        }
        open?.cancel()
        pause.unpark()
    }
}
