internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// Brokers between requesters (apps' questions) and the person's agents, which subscribe to show them.
///
/// Thread-safe. No call waits for an agent: a requester holds a stream open, and `ended` is called with the answer.
final class PromptBroker: Sendable {
    /// How a question ended.
    enum Outcome: Sendable {
        case answered(PromptAnswer)
        /// No agent subscribes, or the last one has left.
        case nobodyToAsk
    }

    /// Waits for an answer.
    struct Requester: Sendable {
        /// The requesting session.
        var session: UInt64
        /// Called once, on the thread that answered.
        var ended: @Sendable (Outcome) -> Void
        /// A picker's selection has changed.
        var selectionChanged: @Sendable ([ObjectID]) -> Void = { _ in }
        /// The person leaves something out of what they pick.
        var removalChanged: @Sendable (MetadataRemoval) -> Void = { _ in }
    }

    /// Sends an agent an event. Returns false when the agent takes no events; it is then unsubscribed.
    typealias Subscription = @Sendable (AgentEvent) -> Bool

    private struct State {
        var queue = PromptQueue() { didSet { queue.assertInvariants() } }
        var requesters: [UInt64: Requester] = [:]
        var subscriptions: [UInt64: Subscription] = [:]
        /// Effects to perform, in order, by one thread at a time.
        var effects: [PromptQueue.Effect] = []
        var isPerforming = false
        /// The server stops: agents that leave now do not mean that nobody is there to ask.
        var isStopping = false
    }

    private let state = Mutex(State())
    /// Nil when the person starts agents.
    private let launcher: AgentLauncher?

    init(_ launcher: AgentLauncher? = nil) {
        self.launcher = launcher
    }

    /// Ends the agent that the server started. No question ends with `nobodyToAsk` from now on.
    func stop() {
        state.withLock { $0.isStopping = true }
        launcher?.stop()
    }

    // MARK: Apps

    /// Reserves a requester's number, for `ask`.
    func reserveRequester() -> UInt64 { state.withLock { $0.queue.reserveRequester() } }

    /// Asks the person. Returns the requester's number, `reserved` if given. Throws `nobodyToAsk` when no agent
    /// subscribes and none can be started, `limitExceeded` for an app that asks too often.
    @discardableResult
    func ask(
        _ question: Prompt.Question,
        from source: PromptQueue.Source,
        _ requester: Requester,
        as reserved: UInt64? = nil
    ) throws(LibraryError) -> UInt64 {
        // A question that cannot be shown does not count against the app's limits: it may retry until an agent comes.
        if launcher == nil, !state.withLock({ $0.queue.hasAgents }) { throw .nobodyToAsk }
        let (number, hasAgents) = try state.withLock { state throws(LibraryError) in
            let (number, effects) = try state.queue.ask(
                question,
                from: source,
                as: reserved,
                now: MonotonicClock.now()
            )
            state.requesters[number] = requester
            state.effects += effects
            return (number, state.queue.hasAgents)
        }
        performEffects()
        guard !hasAgents else { return number }
        // After the limits were checked, so that an app that asks too often starts no agent.
        let isComing = launcher?.launch { [weak self] in self?.abandonUnshown() } ?? false
        guard isComing else {
            withdraw(number)
            throw .nobodyToAsk
        }
        return number
    }

    /// Withdraws a question; its requester is not called any more.
    func withdraw(_ requester: UInt64) {
        state.withLock { state in
            state.requesters.removeValue(forKey: requester)
            state.effects += state.queue.withdraw(requester)
        }
        performEffects()
    }

    /// Updates a requester's picker.
    func update(_ requester: UInt64, _ update: PickerUpdate) {
        state.withLock { $0.effects += $0.queue.update(requester, update) }
        performEffects()
    }

    // MARK: Agents

    /// Subscribes an agent, which is sent its open prompts first. Returns its number.
    func subscribe(_ place: PromptQueue.Place, _ subscription: @escaping Subscription) -> UInt64 {
        let agent = state.withLock { state in
            let (agent, effects) = state.queue.subscribe(place)
            state.subscriptions[agent] = subscription
            state.effects += effects
            return agent
        }
        performEffects()
        return agent
    }

    func unsubscribe(_ agent: UInt64) {
        state.withLock { state in
            state.subscriptions.removeValue(forKey: agent)
            state.effects += state.queue.unsubscribe(agent)
        }
        performEffects()
    }

    /// The agent that was started did not subscribe in time, or has ended.
    func abandonUnshown() {
        state.withLock { $0.effects += $0.queue.abandonUnshown() }
        performEffects()
    }

    func prompt(_ number: UInt64) -> Prompt? { state.withLock { $0.queue.prompt(number) } }

    /// How many requesters wait for a prompt's answer.
    func requesterCount(of prompt: UInt64) -> Int { state.withLock { $0.queue.requesters(of: prompt).count } }

    /// Claims a prompt to carry out an answer. Returns nil when it is over, or another answer is being carried out.
    func claim(_ number: UInt64) -> Prompt? { state.withLock { $0.queue.claim(number) } }

    /// Releases a claim. No effect on a prompt that is over.
    func release(_ number: UInt64) { state.withLock { $0.queue.release(number) } }

    /// Forgets how often an app has asked.
    func forget(_ app: String) { state.withLock { $0.queue.forget(app) } }

    /// The open prompt for an access level of an app.
    func accessPrompt(of app: String, _ level: AccessLevel) -> UInt64? {
        state.withLock { $0.queue.accessPrompt(of: app, level) }
    }

    /// The app's session that has waited longest with a question for access.
    func longestWaitingSession(of app: String) -> UInt64? {
        state.withLock { state in
            let asked = AccessLevel.allCases.compactMap { state.queue.accessPrompt(of: app, $0) }
            return asked.flatMap { state.queue.requesters(of: $0) }.min().flatMap { state.requesters[$0]?.session }
        }
    }

    /// Ends a prompt with an answer for all its requesters. Returns false when it was over.
    @discardableResult
    func finish(_ prompt: UInt64, _ answer: PromptAnswer) -> Bool {
        let (asked, effects) = state.withLock { state in
            let (numbers, effects) = state.queue.finish(prompt)
            return (numbers.compactMap { state.requesters.removeValue(forKey: $0) }, effects)
        }
        // Before agents see that the prompt is over: they show then what its requesters recorded of the answer.
        for requester in asked { requester.ended(.answered(answer)) }
        state.withLock { $0.effects += effects }
        performEffects()
        return !asked.isEmpty
    }

    /// The apps with open questions.
    var apps: Set<String> { state.withLock { $0.queue.apps } }

    /// Ends an app's open prompts as dismissed.
    func dismiss(of app: String, where isMoot: (Prompt) -> Bool = { _ in true }) {
        for prompt in state.withLock({ $0.queue.prompts(of: app) }) where isMoot(prompt) {
            finish(prompt.number, .dismissed)
        }
    }

    /// What the person leaves out of what they pick has changed. Before the selection that it is for.
    func removalChanged(_ prompt: UInt64, _ removal: MetadataRemoval) {
        let asked = state.withLock { state in state.queue.requesters(of: prompt).compactMap { state.requesters[$0] } }
        for requester in asked { requester.removalChanged(removal) }
    }

    /// A picker's selection has changed.
    func selectionChanged(_ prompt: UInt64, _ assets: [ObjectID]) {
        let asked = state.withLock { state in state.queue.requesters(of: prompt).compactMap { state.requesters[$0] } }
        for requester in asked { requester.selectionChanged(assets) }
    }

    // MARK: Effects

    /// Performs the effects in order. Holds no lock while it calls agents and requesters.
    private func performEffects() {
        while let effect = nextEffect() {
            switch effect {
            case .show(let prompt, let agent): send(agent, .prompt(prompt))
            case .withdraw(let prompt, let agent): send(agent, .withdrawn(prompt))
            case .update(let prompt, let update, let agent): send(agent, .update(prompt, update))
            case .abandon(let numbers):
                // While stopping: the app's connection ends, and it asks the next server.
                let requesters = state.withLock { state in
                    state.isStopping ? [] : numbers.compactMap { state.requesters.removeValue(forKey: $0) }
                }
                for requester in requesters { requester.ended(.nobodyToAsk) }
            }
            state.withLock { $0.isPerforming = false }
        }
    }

    /// Returns nil when there is none, or another thread is performing effects and will go on.
    private func nextEffect() -> PromptQueue.Effect? {
        state.withLock { state in
            guard !state.isPerforming, !state.effects.isEmpty else { return nil }
            state.isPerforming = true
            return state.effects.removeFirst()
        }
    }

    private func send(_ agent: UInt64, _ event: AgentEvent) {
        guard let subscription = state.withLock({ $0.subscriptions[agent] }) else { return }
        guard !subscription(event) else { return }
        state.withLock { state in
            state.subscriptions.removeValue(forKey: agent)
            state.effects += state.queue.unsubscribe(agent)
        }
    }
}

extension LibraryError {
    static let nobodyToAsk = LibraryError(
        .nobodyToAsk,
        "nobody is there to ask: start photos agent, or decide with photos privacy",
        isRetryable: true
    )
    static let declined = LibraryError(.declined, "the person did not allow it")
    static let silenced = LibraryError(.declined, "the person does not want to be asked by this app")
}
