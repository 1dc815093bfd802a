internal import Synchronization

/// Answers that are computed once for each state of the library, however often they are asked for. Thread-safe.
package final class LastingAnswers<Question: Equatable & Sendable, Answer: Sendable>: Sendable {
    private struct State {
        var answers: RecentlyUsed<Question, Answer>
        /// Counts changes of the library.
        var version: UInt64 = 0
    }

    private let state: Mutex<State>
    /// One computes, and whoever asks meanwhile waits.
    private let computing = Mutex<Void>(())

    /// Keeps the answers to this many questions.
    package init(atMost maximumCount: Int) { state = Mutex(State(answers: RecentlyUsed(atMost: maximumCount))) }

    package func libraryChanged() {
        state.withLock { state in
            state.answers.removeAll()
            state.version += 1
        }
    }

    /// The answer of this state of the library. `compute` may fail, which fails the call.
    package func answer<Failure: Error>(
        to question: Question,
        compute: () throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        try computing.withLock { _ throws(Failure) in
            let (known, version) = state.withLock { ($0.answers.value(for: question), $0.version) }
            if let known { return known }
            let answer = try compute()
            // What has changed meanwhile is computed the next time.
            state.withLock { if $0.version == version { $0.answers.add(answer, for: question) } }
            return answer
        }
    }
}
