package import LibraryClient
package import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// An agent without a face: the test is the person.
///
/// It attends from `init` on, until `leave` or its end. Prompts that `answering` has no answer for wait until the test
/// gives one.
package final class TestAgent: Sendable {
    private struct State {
        var shown: [Prompt] = []
        var withdrawn: [UInt64] = []
        var updates: [PickerUpdate] = []
        var hasEnded = false
    }

    private let owner: LibraryClient
    private let attendance: Attendance
    private let state = Mutex(State())
    private let news = Parker()

    package init(
        _ owner: LibraryClient,
        answering: @escaping @Sendable (Prompt) -> PromptAnswer? = { _ in nil }
    ) throws {
        self.owner = owner
        attendance = try owner.attend(face: "text")
        _ = try SystemThread(name: "agent") { [attendance, weak self] in
            while let event = TestAgent.next(attendance) {
                guard let self else { return }
                self.take(event)
                guard case .prompt(let prompt) = event, let answer = answering(prompt) else { continue }
                do throws(LibraryError) { try owner.answer(prompt.number, answer) } catch {
                    // Taken back meanwhile: nobody waits for the answer.
                    guard error.code == .notFound else { preconditionFailure("the answer was refused: \(error)") }
                }
            }
            self?.take(nil)
        }
    }

    deinit { attendance.cancel() }

    private static func next(_ attendance: Attendance) -> AgentEvent? {
        do throws(LibraryError) { return try attendance.next() } catch { return nil }
    }

    private func take(_ event: AgentEvent?) {
        state.withLock { state in
            switch event {
            case .prompt(let prompt): state.shown.append(prompt)
            case .withdrawn(let number): state.withdrawn.append(number)
            case .update(_, let update): state.updates.append(update)
            case nil: state.hasEnded = true
            }
        }
        news.unpark()
    }

    /// Goes away, as an agent that is killed.
    package func leave() { attendance.cancel() }

    /// Every prompt that it was to show.
    package var shown: [Prompt] { state.withLock { $0.shown } }
    package var withdrawn: [UInt64] { state.withLock { $0.withdrawn } }
    package var updates: [PickerUpdate] { state.withLock { $0.updates } }

    /// Waits until it was to show this many prompts. Nil when that did not come about within a minute.
    package func prompt(_ count: Int = 1) -> Prompt? {
        wait { $0.shown.count >= count } ? shown[count - 1] : nil
    }

    /// Waits until this prompt is withdrawn.
    package func isWithdrawn(_ number: UInt64) -> Bool { wait { $0.withdrawn.contains(number) } }

    /// Waits until it has heard of an update.
    package func hasUpdate() -> Bool { wait { !$0.updates.isEmpty } }

    package func answer(_ prompt: Prompt, _ answer: PromptAnswer, silences: Bool = false) throws {
        try owner.answer(prompt.number, answer, silences: silences)
    }

    private func wait(until isSo: (borrowing State) -> Bool) -> Bool {
        let deadline = MonotonicClock.deadline(after: 60_000_000_000)
        while !state.withLock({ isSo($0) }) {
            guard MonotonicClock.now() < deadline, !state.withLock({ $0.hasEnded }) else { return false }
            _ = news.park(until: deadline)
        }
        return true
    }
}
