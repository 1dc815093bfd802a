package import LibraryClient
package import LibraryModel
package import LinuxSystem
internal import Synchronization

/// The prompts that this agent shows, as the server tells them. Other faces than the page's use it too.
///
/// A thread attends, and attends again when the server has gone and come back: its prompts go with it.
package final class PromptFeed: Sendable {
    package enum Event: Sendable {
        case prompt(Prompt)
        case withdrawn(UInt64)
        case update(UInt64, PickerUpdate)
        /// The server is there now, or is not any more.
        case server(isConnected: Bool)
    }

    /// Nanoseconds between attempts to reach the server: doubled from the first to the last.
    private static let firstPause: UInt64 = 50_000_000
    private static let lastPause: UInt64 = 2_000_000_000

    private struct State {
        var prompts: [Prompt] = []
        var isConnected = false
        var attendance: Attendance?
        var isStopped = false
    }

    private let client: LibraryClient
    private let face: String
    private let state = Mutex(State())
    private let stopped: EventDescriptor

    package init(_ client: LibraryClient, face: String) throws(SystemCallError) {
        self.client = client
        self.face = face
        stopped = try EventDescriptor()
    }

    /// The prompts that wait for an answer, the oldest first.
    package var prompts: [Prompt] { state.withLock { $0.prompts } }

    package var isConnected: Bool { state.withLock { $0.isConnected } }

    /// The prompt of this number, while it waits.
    package func prompt(_ number: UInt64) -> Prompt? { prompts.first { $0.number == number } }

    /// Attends until `stop`. `deliver` is called on the feed's thread, after `prompts` has changed.
    package func start(_ deliver: @escaping @Sendable (Event) -> Void) throws(SystemCallError) {
        _ = try SystemThread(name: "attendance") { [self] in run(deliver) }
    }

    /// Attends no more. The prompts go to another agent.
    package func stop() {
        let attendance = state.withLock { state in
            state.isStopped = true
            return state.attendance
        }
        stopped.signal()
        attendance?.cancel()
    }

    private func run(_ deliver: (Event) -> Void) {
        var pause = PromptFeed.firstPause
        while true {
            do throws(LibraryError) {
                let attendance = try client.attend(face: face)
                let goesOn = state.withLock { state in
                    if state.isStopped { return false }
                    state.attendance = attendance
                    state.isConnected = true
                    return true
                }
                if !goesOn { return }
                pause = PromptFeed.firstPause
                deliver(.server(isConnected: true))
                while true {
                    if let event = try attendance.next() { take(event, deliver) }
                }
            } catch {
                // Gone, stopping, or too busy for another agent: there is nothing else to do than to ask again.
                if !leave(deliver) { return }
            }
            if !rest(pause) { return }
            pause = min(pause * 2, PromptFeed.lastPause)
        }
    }

    private func take(_ event: AgentEvent, _ deliver: (Event) -> Void) {
        switch event {
        case .prompt(let prompt):
            state.withLock { state in
                state.prompts.removeAll { $0.number == prompt.number }
                state.prompts.append(prompt)
            }
            deliver(.prompt(prompt))
        case .withdrawn(let number):
            state.withLock { $0.prompts.removeAll { $0.number == number } }
            deliver(.withdrawn(number))
        case .update(let number, let update):
            state.withLock { state in
                // For a page that is opened later.
                for position in state.prompts.indices where state.prompts[position].number == number {
                    guard case .picker(var picker) = state.prompts[position].question else { continue }
                    picker.apply(update)
                    state.prompts[position].question = .picker(picker)
                }
            }
            deliver(.update(number, update))
        }
    }

    /// Forgets what the server had asked. False when that was the end.
    private func leave(_ deliver: (Event) -> Void) -> Bool {
        let (prompts, wasConnected, isStopped) = state.withLock { state in
            defer {
                state.prompts = []
                state.isConnected = false
                state.attendance = nil
            }
            return (state.prompts, state.isConnected, state.isStopped)
        }
        for prompt in prompts { deliver(.withdrawn(prompt.number)) }
        if wasConnected { deliver(.server(isConnected: false)) }
        return !isStopped
    }

    /// False when it is stopped meanwhile.
    private func rest(_ nanoseconds: UInt64) -> Bool {
        do throws(SystemCallError) {
            return try !Poll.wait(stopped.descriptor, for: .readable, timeoutNanoseconds: nanoseconds)
        } catch {
            preconditionFailure("waiting for an event: \(error)")
        }
    }
}
