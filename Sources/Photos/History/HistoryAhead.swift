import LibraryClient
import LibraryModel
import Synchronization

/// The pages of history after a reader's position, read on another thread a few ahead of the one that takes them: while
/// that one goes through a page, the next is on its way and the one after it is asked for.
///
/// One thread takes pages. Reading stops at the newest change, at an error, or when enough pages wait.
final class HistoryAhead: Sendable {
    typealias Page = Result<HistoryReader.Step, LibraryError>

    private struct State {
        var pages: [Page] = []
        /// The reader of the page after those; nil while it reads, and at the end.
        var rest: HistoryReader?
        var isReading = false
        /// The last page has been read, or an error came in its place.
        var hasEnded = false
    }

    /// Pages that wait to be taken: some 64 KiB each.
    private static let maximumPages = 3

    private let state: Mutex<State>
    private let arrivals = DispatchSemaphore(value: 0)

    /// Begins to read. Nil when the reader has nothing to follow.
    init?(_ reader: HistoryReader) {
        guard reader.hasMore else { return nil }
        state = Mutex(State(rest: reader))
        readOn()
    }

    /// Waits for the next page. Returns nil after the last one.
    func next() -> Page? {
        let isOver = state.withLock { $0.pages.isEmpty && $0.hasEnded }
        if isOver { return nil }
        arrivals.wait()
        let page = state.withLock { $0.pages.removeFirst() }
        readOn()
        return page
    }

    /// Has the next page read, unless one is being read or enough wait.
    private func readOn() {
        let begins = state.withLock { state in
            guard !state.isReading, state.rest != nil, state.pages.count < HistoryAhead.maximumPages else {
                return false
            }
            state.isReading = true
            return true
        }
        if begins { DispatchQueue.global(qos: .userInitiated).async { self.read() } }
    }

    private func read() {
        while let reader = takeReader() {
            let page: Page
            do throws(LibraryError) { page = .success(try reader.step()) } catch { page = .failure(error) }
            state.withLock { state in
                state.pages.append(page)
                if case .success(let step) = page, step.rest.hasMore {
                    state.rest = step.rest
                } else {
                    state.hasEnded = true
                }
            }
            arrivals.signal()
        }
    }

    /// Nil when this thread has no more to read.
    private func takeReader() -> HistoryReader? {
        state.withLock { state in
            guard state.pages.count < HistoryAhead.maximumPages, let rest = state.rest else {
                state.isReading = false
                return nil
            }
            state.rest = nil
            return rest
        }
    }
}
