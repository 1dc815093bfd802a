internal import LibraryModel
internal import LibraryProtocol
internal import LinuxSystem
internal import Synchronization

/// A call that the person answers, on a connection of its own: it stays open until the answer comes, however long that
/// takes.
final class PendingQuestion: Sendable {
    private enum State {
        case notAsked
        case open(ReplyStream)
        case takenBack
    }

    private let state = Mutex(State.notAsked)

    /// Asks, and waits without holding up a thread of Swift's. A cancelled task takes the question back: `cancelled`.
    static func ask(_ call: some Call, _ calls: CallChannel) async throws(LibraryError) -> LibraryReply {
        let question = PendingQuestion()
        return try await waitingOnThread { () throws(LibraryError) in
            try question.answer(call, calls)
        } onCancel: {
            question.takeBack()
        }
    }

    /// Asks once, and waits on this thread.
    func answer(_ call: some Call, _ calls: CallChannel) throws(LibraryError) -> LibraryReply {
        guard !isTakenBack else { throw .takenBack }
        let stream = try ReplyStream(call, on: try calls.connectionForStream())
        let wasTakenBack = state.withLock { state in
            if case .takenBack = state { return true }
            state = .open(stream)
            return false
        }
        if wasTakenBack { stream.cancel() }
        do throws(LibraryError) { return try stream.end() } catch { throw isTakenBack ? .takenBack : error }
    }

    func takeBack() {
        let open: ReplyStream? = state.withLock { state in
            defer { state = .takenBack }
            if case .open(let stream) = state { return stream }
            return nil
        }
        open?.cancel()
    }

    private var isTakenBack: Bool {
        state.withLock { state in
            if case .takenBack = state { return true }
            return false
        }
    }
}

extension LibraryError {
    fileprivate static let takenBack = LibraryError(.cancelled, "the question to the person was taken back")
}

/// Does what waits for the person on a thread of its own, so that none of Swift's is held up for minutes.
func waitingOnThread<Answer: Sendable>(
    _ body: @escaping @Sendable () throws(LibraryError) -> Answer,
    onCancel: @escaping @Sendable () -> Void
) async throws(LibraryError) -> Answer {
    let outcome: Result<Answer, LibraryError> = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            do throws(SystemCallError) {
                _ = try SystemThread(name: "asking") {
                    do throws(LibraryError) {
                        continuation.resume(returning: .success(try body()))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
            } catch {
                continuation.resume(returning: .failure(LibraryError(.internal, "no thread: \(error.reason)")))
            }
        }
    } onCancel: {
        onCancel()
    }
    return try outcome.get()
}
