package import LibraryClient
package import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// An agent without an interface: the test is the person.
///
/// It attends from `init` on, until `leave` or its end. Prompts that `answering` has no answer for wait until the test
/// gives one.
package final class TestAgent: Sendable {
    private struct State {
        var shown: [Prompt] = []
        var withdrawn: [UInt64] = []
        var updates: [PickerUpdate] = []
        var hasEnded = false
        var waiting: [(isSo: @Sendable (Seen) -> Bool, told: CheckedContinuation<Bool, Never>)] = []

        var seen: Seen { Seen(shown: shown, withdrawn: withdrawn, updates: updates) }
    }

    /// What it was told.
    private struct Seen: Sendable {
        var shown: [Prompt]
        var withdrawn: [UInt64]
        var updates: [PickerUpdate]
    }

    private let owner: LibraryClient
    private let attendance: AgentSubscription
    private let state = Mutex(State())

    package init(
        _ owner: LibraryClient,
        answering: @escaping @Sendable (Prompt) -> PromptAnswer? = { _ in nil }
    ) throws {
        self.owner = owner
        attendance = try owner.subscribe(interface: "text")
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

    private static func next(_ attendance: AgentSubscription) -> AgentEvent? {
        do throws(LibraryError) { return try attendance.next() } catch { return nil }
    }

    /// Nil: it hears nothing any more.
    private func take(_ event: AgentEvent?) {
        let told = state.withLock { state in
            switch event {
            case .prompt(let prompt): state.shown.append(prompt)
            case .withdrawn(let number): state.withdrawn.append(number)
            case .update(_, let update): state.updates.append(update)
            case nil: state.hasEnded = true
            }
            let seen = state.seen
            let answers = state.waiting.map { ($0.told, $0.isSo(seen)) }
            let isOver = state.hasEnded
            state.waiting.removeAll { isOver || $0.isSo(seen) }
            return answers.filter { $0.1 || isOver }
        }
        for (continuation, isSo) in told { continuation.resume(returning: isSo) }
    }

    /// Goes away, as an agent that is killed.
    package func leave() { attendance.cancel() }

    /// Every prompt that it was to show.
    package var shown: [Prompt] { state.withLock { $0.shown } }
    package var withdrawn: [UInt64] { state.withLock { $0.withdrawn } }
    package var updates: [PickerUpdate] { state.withLock { $0.updates } }

    /// Waits until it was to show this many prompts. Nil when it hears nothing any more.
    package func prompt(_ count: Int = 1) async -> Prompt? {
        await wait { $0.shown.count >= count } ? shown[count - 1] : nil
    }

    /// Waits until this prompt is withdrawn.
    package func isWithdrawn(_ number: UInt64) async -> Bool { await wait { $0.withdrawn.contains(number) } }

    /// Waits until it has heard of an update.
    package func hasUpdate() async -> Bool { await wait { !$0.updates.isEmpty } }

    package func answer(_ prompt: Prompt, _ answer: PromptAnswer, silences: Bool = false) throws {
        try owner.answer(prompt.number, answer, silences: silences)
    }

    private func wait(until isSo: @escaping @Sendable (Seen) -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let isSoNow: Bool? = state.withLock { state in
                if isSo(state.seen) { return true }
                if state.hasEnded { return false }
                state.waiting.append((isSo, continuation))
                return nil
            }
            if let isSoNow { continuation.resume(returning: isSoNow) }
        }
    }
}
