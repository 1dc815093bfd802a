internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// Where apps' questions and the person's agents meet. Everything may be called from any thread, and nothing waits for
/// an agent: an app holds a stream open, and is told when the answer comes.
final class PromptBroker: Sendable {
    /// Why a question is over.
    enum Outcome: Sendable {
        case answered(PromptAnswer)
        /// There is no agent, or there is none any more.
        case nobodyToAsk
    }

    /// Who waits for an answer.
    struct Requester: Sendable {
        /// The number of the session that asks.
        var session: UInt64
        /// Called once, on the thread that answered.
        var ended: @Sendable (Outcome) -> Void
        /// A picker's selection has changed.
        var picking: @Sendable ([ObjectID]) -> Void = { _ in }
    }

    /// What an agent is told through. False when it does not take its events: it counts as gone then.
    typealias Sink = @Sendable (AgentEvent) -> Bool

    private struct State {
        var queue = PromptQueue() { didSet { queue.assertInvariants() } }
        var askers: [UInt64: Requester] = [:]
        var sinks: [UInt64: Sink] = [:]
        /// What is to be told, in order; one thread at a time does it.
        var effects: [PromptQueue.Effect] = []
        var isTelling = false
        /// Agents go because the server does: that says nothing about who is there to ask.
        var isStopping = false
    }

    private let state = Mutex(State())
    /// Nil: agents come by themselves.
    private let launcher: AgentLauncher?

    init(_ launcher: AgentLauncher? = nil) {
        self.launcher = launcher
    }

    /// Ends the agent that was started here. Nobody is told that there is nobody to ask from now on.
    func stop() {
        state.withLock { $0.isStopping = true }
        launcher?.stop()
    }

    // MARK: Apps

    /// Asks the person. `nobodyToAsk` when no agent is there and none can be started; `limitExceeded` for an app that
    /// asks too much. `asked` is told the asker's number before any agent hears of the question, and must not call
    /// back.
    @discardableResult
    func ask(
        _ question: Prompt.Question,
        from source: PromptQueue.Source,
        _ asker: Requester,
        asked: (UInt64) -> Void = { _ in }
    ) throws(LibraryError) -> UInt64 {
        // Who could not be shown is not counted: an app may try again until somebody is there.
        if launcher == nil, !state.withLock({ $0.queue.hasAgents }) { throw .nobodyToAsk }
        let (number, hasAgents) = try state.withLock { state throws(LibraryError) in
            let (number, effects) = try state.queue.ask(question, from: source, now: MonotonicClock.now())
            state.askers[number] = asker
            state.effects += effects
            asked(number)
            return (number, state.queue.hasAgents)
        }
        tell()
        guard !hasAgents else { return number }
        // Only now, so that an app that asks too often starts nothing either.
        let isComing = launcher?.launch { [weak self] in self?.abandonUnshown() } ?? false
        guard isComing else {
            takeBack(number)
            throw .nobodyToAsk
        }
        return number
    }

    /// Nobody is told anything by this asker any more.
    func takeBack(_ asker: UInt64) {
        state.withLock { state in
            state.askers.removeValue(forKey: asker)
            state.effects += state.queue.takeBack(asker)
        }
        tell()
    }

    /// Changes the picker that an asker waits for.
    func update(_ asker: UInt64, _ update: PickerUpdate) {
        state.withLock { $0.effects += $0.queue.update(asker, update) }
        tell()
    }

    // MARK: Agents

    /// An agent is there, and shows what waits.
    func attend(_ place: PromptQueue.Place, _ sink: @escaping Sink) -> UInt64 {
        let agent = state.withLock { state in
            let (agent, effects) = state.queue.attend(place)
            state.sinks[agent] = sink
            state.effects += effects
            return agent
        }
        tell()
        return agent
    }

    func leave(_ agent: UInt64) {
        state.withLock { state in
            state.sinks.removeValue(forKey: agent)
            state.effects += state.queue.leave(agent)
        }
        tell()
    }

    /// The agent that was started did not come.
    func abandonUnshown() {
        state.withLock { $0.effects += $0.queue.abandonUnshown() }
        tell()
    }

    func prompt(_ number: UInt64) -> Prompt? { state.withLock { $0.queue.prompt(number) } }

    /// Nil when nobody waits for an answer, or another agent's is being carried out.
    func claim(_ number: UInt64) -> Prompt? { state.withLock { $0.queue.claim(number) } }

    /// After an answer that could not be carried out.
    func release(_ number: UInt64) { state.withLock { $0.queue.release(number) } }

    /// Nothing is remembered of what an app asked.
    func forget(_ app: String) { state.withLock { $0.queue.forget(app) } }

    /// The open prompt for this access of an app.
    func accessPrompt(of app: String, _ level: AccessLevel) -> UInt64? {
        state.withLock { $0.queue.accessPrompt(of: app, level) }
    }

    /// The session that has waited for the longest with a question for access of this app's.
    func longestWaitingSession(of app: String) -> UInt64? {
        state.withLock { state in
            let asked = AccessLevel.allCases.compactMap { state.queue.accessPrompt(of: app, $0) }
            return asked.flatMap { state.queue.askers(of: $0) }.min().flatMap { state.askers[$0]?.session }
        }
    }

    /// Gives the answer to everybody who asked. False when nobody waits for it any more.
    @discardableResult
    func finish(_ prompt: UInt64, _ answer: PromptAnswer) -> Bool {
        let asked: [Requester] = state.withLock { state in
            let (numbers, effects) = state.queue.finish(prompt)
            state.effects += effects
            return numbers.compactMap { state.askers.removeValue(forKey: $0) }
        }
        tell()
        for asker in asked { asker.ended(.answered(answer)) }
        return !asked.isEmpty
    }

    /// Who has questions open.
    var apps: Set<String> { state.withLock { $0.queue.apps } }

    /// Takes open questions of an app away from the person: they are answered as if they had been closed.
    func dismiss(of app: String, where isMoot: (Prompt) -> Bool = { _ in true }) {
        for prompt in state.withLock({ $0.queue.prompts(of: app) }) where isMoot(prompt) {
            finish(prompt.number, .dismissed)
        }
    }

    /// A picker's selection has changed.
    func picking(_ prompt: UInt64, _ assets: [ObjectID]) {
        let asked = state.withLock { state in state.queue.askers(of: prompt).compactMap { state.askers[$0] } }
        for asker in asked { asker.picking(assets) }
    }

    // MARK: Telling

    /// Does what is to be done, in order. No lock is held while agents or askers are told.
    private func tell() {
        while let effect = nextEffect() {
            switch effect {
            case .show(let prompt, let agent): tell(agent, .prompt(prompt))
            case .withdraw(let prompt, let agent): tell(agent, .withdrawn(prompt))
            case .update(let prompt, let update, let agent): tell(agent, .update(prompt, update))
            case .abandon(let numbers):
                // An app whose connection ends asks the next server.
                let askers = state.withLock { state in
                    state.isStopping ? [] : numbers.compactMap { state.askers.removeValue(forKey: $0) }
                }
                for asker in askers { asker.ended(.nobodyToAsk) }
            }
            state.withLock { $0.isTelling = false }
        }
    }

    /// Nil when there is nothing to do, or another thread is at it and goes on.
    private func nextEffect() -> PromptQueue.Effect? {
        state.withLock { state in
            guard !state.isTelling, !state.effects.isEmpty else { return nil }
            state.isTelling = true
            return state.effects.removeFirst()
        }
    }

    private func tell(_ agent: UInt64, _ event: AgentEvent) {
        guard let sink = state.withLock({ $0.sinks[agent] }) else { return }
        guard !sink(event) else { return }
        state.withLock { state in
            state.sinks.removeValue(forKey: agent)
            state.effects += state.queue.leave(agent)
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
