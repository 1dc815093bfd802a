internal import Languages
package import LibraryClient
package import LibraryModel
package import LinuxSystem
internal import Synchronization

/// The prompts that this agent shows.
///
/// A thread subscribes to them, and subscribes again after each loss of the server, whose prompts are then withdrawn.
package final class PromptFeed: Sendable {
    package enum Event: Sendable {
        case prompt(Prompt)
        case withdrawn(UInt64)
        case update(UInt64, PickerUpdate)
        /// The connection to the server was established or lost.
        case server(isConnected: Bool)
    }

    /// The message while the server cannot be reached.
    package static var unreachable: String { localized("The photo library cannot be reached; waiting for it.") }

    /// Between attempts to reach the server, which may be about to start.
    private static let pauses = Backoff(last: 2_000_000_000)

    private struct State {
        var prompts: [Prompt] = []
        var isConnected = false
    }

    private let client: LibraryClient
    private let interface: InterfaceKind
    private let state = Mutex(State())
    private let stopping = Cancellation()

    package init(_ client: LibraryClient, _ interface: InterfaceKind) {
        self.client = client
        self.interface = interface
    }

    /// The prompts that wait for an answer, the oldest first.
    package var prompts: [Prompt] { state.withLock { $0.prompts } }

    package var isConnected: Bool { state.withLock { $0.isConnected } }

    /// The prompt of this number, while it waits.
    package func prompt(_ number: UInt64) -> Prompt? { prompts.first { $0.number == number } }

    /// Subscribes until `stop`. Calls `deliver` on the feed's thread, after `prompts` has changed.
    package func start(_ deliver: @escaping @Sendable (Event) -> Void) throws(SystemCallError) {
        _ = try SystemThread(name: "prompts") { [self] in run(deliver) }
    }

    /// Ends the subscription. The prompts go to another agent.
    package func stop() { stopping.cancel() }

    private func run(_ deliver: (Event) -> Void) {
        keepingOpen(Reconnection(PromptFeed.pauses), until: stopping) { () throws(LibraryError) in
            try client.subscribe(interface: interface.rawValue, until: stopping)
        } read: { (subscription: AgentSubscription) throws(LibraryError) in
            if stopping.isStopped { return }
            state.withLock { $0.isConnected = true }
            deliver(.server(isConnected: true))
            while true { take(try subscription.next(), deliver) }
        } lost: { _, _ in
            // Whatever the reason, all there is to do is to subscribe again.
            withdrawAll(deliver)
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

    /// Withdraws the prompts of a server that has gone.
    private func withdrawAll(_ deliver: (Event) -> Void) {
        let (prompts, wasConnected) = state.withLock { state in
            defer { state = State() }
            return (state.prompts, state.isConnected)
        }
        for prompt in prompts { deliver(.withdrawn(prompt.number)) }
        if wasConnected { deliver(.server(isConnected: false)) }
    }
}
