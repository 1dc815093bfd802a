internal import PhotoSearch
internal import Synchronization

/// What the page looks at again and again (all photos, an album, a kind), computed once for each state of the library.
/// Thread-safe.
///
/// The page can be opened, reloaded and gone back on without another pass over a million photos.
final class LastingAnswers: Sendable {
    struct Question: Hashable, Sendable {
        var query: PhotoQuery
        var byDay: Bool

        /// Nil for a query whose answer depends on more than the library: on the day that it is, or on what an app may
        /// see.
        init?(_ query: PhotoQuery, byDay: Bool) {
            guard query.text.isEmpty, query.app == nil else { return nil }
            self.query = query
            self.byDay = byDay
        }
    }

    struct Answer: Sendable {
        var result: QueryCache.Result
        var months: [DateSpread.Count]
    }

    /// Of a million photos each takes 20 MB.
    fileprivate static let maximumCount = 2

    fileprivate struct State {
        /// The most recently used comes last.
        var answers: [(question: Question, answer: Answer)] = []
        /// Counts changes of the library.
        var version: UInt64 = 0
    }

    private let state = Mutex(State())
    /// One computes, and whoever asks the same meanwhile waits for it.
    private let computing = Mutex<Void>(())

    func libraryChanged() {
        state.withLock { state in
            state.answers = []
            state.version += 1
        }
    }

    /// The answer of this state of the library. `compute` may fail, which fails the call.
    func answer(to question: Question, compute: () throws -> Answer) throws -> Answer {
        try computing.withLock { _ in
            let (known, version) = state.withLock { ($0.take(question), $0.version) }
            if let known { return known }
            let answer = try compute()
            // What has changed meanwhile is computed the next time.
            state.withLock { if $0.version == version { $0.add(answer, to: question) } }
            return answer
        }
    }
}

extension LastingAnswers.State {
    fileprivate mutating func take(_ question: LastingAnswers.Question) -> LastingAnswers.Answer? {
        guard let position = answers.firstIndex(where: { $0.question == question }) else { return nil }
        let entry = answers.remove(at: position)
        answers.append(entry)
        return entry.answer
    }

    fileprivate mutating func add(_ answer: LastingAnswers.Answer, to question: LastingAnswers.Question) {
        answers.append((question, answer))
        if answers.count > LastingAnswers.maximumCount { answers.removeFirst() }
    }
}
