import LinuxSystem
import Synchronization

/// Who may go on when: writers wait here while there is no server or while the library is checked, and the director
/// waits here for writers.
final class TortureControl: Sendable {
    private struct State {
        /// Counts the servers.
        var generation = 0
        var isPaused = false
        var isOver = false
        var parked: Set<Int> = []
        var attempts = 0
    }

    private let state = Mutex(State())
    private let writers: [Parker]
    private let director = Parker()

    init(writers count: Int) { writers = (0..<count).map { _ in Parker() } }

    // MARK: Writers

    /// Waits while the library is checked. The generation of the server; nil when all is over.
    func waitForTurn(_ writer: Int) -> Int? {
        while true {
            let generation: Int?? = state.withLock { state in
                if state.isOver { return .some(nil) }
                if !state.isPaused { return .some(state.generation) }
                state.parked.insert(writer)
                return nil
            }
            if let generation { return generation }
            director.unpark()
            writers[writer].park()
        }
    }

    /// Waits for a server after the one of `generation`.
    func waitForRestart(_ writer: Int, after generation: Int) {
        while state.withLock({ $0.generation == generation && !$0.isPaused && !$0.isOver }) { writers[writer].park() }
    }

    func attempted() {
        state.withLock { $0.attempts += 1 }
        director.unpark()
    }

    func ended(_ writer: Int) {
        state.withLock { _ = $0.parked.insert(writer) }
        director.unpark()
    }

    // MARK: The director

    /// Waits until the writers have begun `count` more calls, at most two seconds.
    func waitForAttempts(_ count: Int) {
        let first = state.withLock { $0.attempts }
        let deadline = MonotonicClock.deadline(after: 2_000_000_000)
        while state.withLock({ $0.attempts < first + count }) {
            if !director.park(until: deadline) { return }
        }
    }

    func serverStarted() {
        state.withLock { $0.generation += 1 }
        for writer in writers { writer.unpark() }
    }

    /// Writers begin nothing more.
    func pause() {
        state.withLock { $0.isPaused = true }
        for writer in writers { writer.unpark() }
    }

    func waitForAllParked() {
        while state.withLock({ $0.parked.count < writers.count }) { director.park() }
    }

    func resume() {
        state.withLock { state in
            state.isPaused = false
            state.parked = []
        }
        for writer in writers { writer.unpark() }
    }

    func end() {
        state.withLock { state in
            state.isOver = true
            state.isPaused = false
            state.parked = []
        }
        for writer in writers { writer.unpark() }
        waitForAllParked()
    }
}
