internal import LibraryModel

/// Which questions wait for the person, and which agent shows each of them.
///
/// A state machine without a clock, threads or sockets: what is to be done it returns, in order.
///
/// 1. A prompt is shown by one agent at most, the best for whoever asks: one of the same user, then one of the same
///    login session, then the one that came last. So a new agent takes over from one that does not answer.
/// 2. Questions for the same access of one app are one prompt with several askers.
/// 3. One answer at a time is carried out (`claim`): of two agents that answer, the first one wins.
/// 4. A prompt ends when it is answered, when its last asker takes it back, or when there is no agent to show it.
struct PromptQueue {
    /// Prompts of one app that may be open at once.
    static let maximumOpenPerApp = 4
    /// Askers of one prompt.
    static let maximumAskers = 16
    /// Prompts that one app may begin within `interval`.
    static let maximumPerInterval = 12
    /// Nanoseconds: a minute.
    static let interval: UInt64 = 60_000_000_000

    /// Where an agent or an app is.
    struct Place: Hashable {
        var user: UInt32
        /// Nil: in none, or not known.
        var loginSession: UInt32?
    }

    /// Who asks.
    struct Source {
        var app: String
        var claimedName: String
        var usageDescription: String
        var process: Int32
        var program = Prompt.Program()
        var place: Place
    }

    enum Effect: Hashable {
        case show(Prompt, agent: UInt64)
        case withdraw(UInt64, agent: UInt64)
        case update(UInt64, PickerUpdate, agent: UInt64)
        /// No agent is there any more: these askers are told.
        case abandon([UInt64])
    }

    private struct Agent {
        var number: UInt64
        var place: Place
    }

    private struct Entry {
        var prompt: Prompt
        var place: Place
        var askers: [UInt64]
        var shownBy: UInt64?
        /// An answer is being carried out.
        var isClaimed = false
    }

    private var next: UInt64 = 1
    private var agents: [Agent] = []
    /// In the order in which they were asked.
    private var entries: [Entry] = []
    /// When each app's prompts of the last interval began.
    private var begun: [String: [UInt64]] = [:]

    var hasAgents: Bool { !agents.isEmpty }

    // MARK: Agents

    mutating func attend(_ place: Place) -> (agent: UInt64, effects: [Effect]) {
        let agent = takeNumber()
        agents.append(Agent(number: agent, place: place))
        return (agent, assign())
    }

    mutating func leave(_ agent: UInt64) -> [Effect] {
        guard agents.contains(where: { $0.number == agent }) else { return [] }
        agents.removeAll { $0.number == agent }
        for index in entries.indices where entries[index].shownBy == agent { entries[index].shownBy = nil }
        return agents.isEmpty ? abandonUnshown() : assign()
    }

    /// Ends what no agent shows: the one that was waited for did not come.
    mutating func abandonUnshown() -> [Effect] {
        let unshown = entries.filter { $0.shownBy == nil }
        guard !unshown.isEmpty else { return [] }
        entries.removeAll { $0.shownBy == nil }
        return [.abandon(unshown.flatMap(\.askers))]
    }

    // MARK: Questions

    /// Asks. Without an agent the prompt waits for one: the caller sees to it that one comes, or `abandonUnshown`.
    mutating func ask(
        _ question: Prompt.Question,
        from source: Source,
        now: UInt64
    ) throws(LibraryError) -> (asker: UInt64, effects: [Effect]) {
        let isSame = { (entry: Entry) in
            guard entry.prompt.app == source.app, case .access = question else { return false }
            return entry.prompt.question == question
        }
        if let index = entries.firstIndex(where: isSame) {
            guard entries[index].askers.count < PromptQueue.maximumAskers else {
                throw LibraryError(.limitExceeded, "the app has asked this \(PromptQueue.maximumAskers) times already")
            }
            let asker = takeNumber()
            entries[index].askers.append(asker)
            return (asker, [])
        }
        try count(source.app, now)
        let prompt = Prompt(
            number: takeNumber(),
            app: source.app,
            claimedName: source.claimedName,
            usageDescription: source.usageDescription,
            process: source.process,
            program: source.program,
            question: question
        )
        let asker = takeNumber()
        entries.append(Entry(prompt: prompt, place: source.place, askers: [asker]))
        return (asker, assign())
    }

    /// An app that floods the person with questions is held back.
    private mutating func count(_ app: String, _ now: UInt64) throws(LibraryError) {
        guard entries.count(where: { $0.prompt.app == app }) < PromptQueue.maximumOpenPerApp else {
            throw LibraryError(
                .limitExceeded,
                "an app can have \(PromptQueue.maximumOpenPerApp) questions open at once",
                isRetryable: true
            )
        }
        begun = begun.compactMapValues { times in
            let recent = times.filter { now < $0 || now - $0 < PromptQueue.interval }
            return recent.isEmpty ? nil : recent
        }
        guard begun[app, default: []].count < PromptQueue.maximumPerInterval else {
            throw LibraryError(.limitExceeded, "the app asks the person too often", isRetryable: true)
        }
        begun[app, default: []].append(now)
    }

    /// An asker has gone, or wants no answer any more.
    mutating func takeBack(_ asker: UInt64) -> [Effect] {
        guard let index = entries.firstIndex(where: { $0.askers.contains(asker) }) else { return [] }
        entries[index].askers.removeAll { $0 == asker }
        guard entries[index].askers.isEmpty else { return [] }
        return withdrawal(of: entries.remove(at: index))
    }

    /// The prompt of an asker.
    func prompt(of asker: UInt64) -> Prompt? { entries.first { $0.askers.contains(asker) }?.prompt }

    func prompt(_ number: UInt64) -> Prompt? { entries.first { $0.prompt.number == number }?.prompt }

    /// Who has questions open.
    var apps: Set<String> { Set(entries.map(\.prompt.app)) }

    func prompts(of app: String) -> [Prompt] { entries.map(\.prompt).filter { $0.app == app } }

    func askers(of prompt: UInt64) -> [UInt64] { entries.first { $0.prompt.number == prompt }?.askers ?? [] }

    /// Open prompts for this access of an app.
    func accessPrompt(of app: String, _ level: AccessLevel) -> UInt64? {
        entries.first { $0.prompt.app == app && $0.prompt.question == .access(level) }?.prompt.number
    }

    /// An answer to this prompt is to be carried out. Nil when nobody waits for one, or another one is being carried
    /// out.
    mutating func claim(_ number: UInt64) -> Prompt? {
        guard let index = entries.firstIndex(where: { $0.prompt.number == number }), !entries[index].isClaimed else {
            return nil
        }
        entries[index].isClaimed = true
        return entries[index].prompt
    }

    /// The answer could not be carried out: another one may come.
    mutating func release(_ number: UInt64) {
        guard let index = entries.firstIndex(where: { $0.prompt.number == number }) else { return }
        entries[index].isClaimed = false
    }

    mutating func forget(_ app: String) { begun.removeValue(forKey: app) }

    /// A prompt was answered: who is told of it.
    mutating func finish(_ prompt: UInt64) -> (askers: [UInt64], effects: [Effect]) {
        guard let index = entries.firstIndex(where: { $0.prompt.number == prompt }) else { return ([], []) }
        let entry = entries.remove(at: index)
        return (entry.askers, withdrawal(of: entry))
    }

    /// Changes a picker, for the agent that shows it and for those that come after.
    mutating func update(_ asker: UInt64, _ update: PickerUpdate) -> [Effect] {
        guard let index = entries.firstIndex(where: { $0.askers.contains(asker) }),
            case .picker(var configuration) = entries[index].prompt.question
        else { return [] }
        configuration.apply(update)
        entries[index].prompt.question = .picker(configuration)
        guard let agent = entries[index].shownBy else { return [] }
        return [.update(entries[index].prompt.number, update, agent: agent)]
    }

    // MARK: Who shows what

    private mutating func assign() -> [Effect] {
        var effects: [Effect] = []
        for index in entries.indices {
            let best = bestAgent(for: entries[index].place)
            let former = entries[index].shownBy
            guard best != former else { continue }
            let prompt = entries[index].prompt
            if let former { effects.append(.withdraw(prompt.number, agent: former)) }
            if let best { effects.append(.show(prompt, agent: best)) }
            entries[index].shownBy = best
        }
        return effects
    }

    private func bestAgent(for place: Place) -> UInt64? {
        func rank(_ agent: Agent) -> (Int, UInt64) {
            let sameSession = place.loginSession != nil && agent.place.loginSession == place.loginSession
            return ((agent.place.user == place.user ? 2 : 0) + (sameSession ? 1 : 0), agent.number)
        }
        return agents.max { rank($0) < rank($1) }?.number
    }

    private func withdrawal(of entry: Entry) -> [Effect] {
        entry.shownBy.map { [.withdraw(entry.prompt.number, agent: $0)] } ?? []
    }

    private mutating func takeNumber() -> UInt64 {
        defer { next += 1 }
        return next
    }
}

// MARK: Invariants

extension PromptQueue {
    private var askers: [UInt64] { entries.flatMap(\.askers) }

    /// Traps when a rule above is broken. For tests and debug builds.
    func assertInvariants() {
        assert(Set(askers).count == askers.count, "an asker waits for one prompt")
        assert(entries.allSatisfy { !$0.askers.isEmpty && $0.askers.count <= PromptQueue.maximumAskers })
        assert((askers + entries.map(\.prompt.number)).allSatisfy { $0 < next }, "a number that was not given")
        assert(entries.allSatisfy { $0.shownBy == bestAgent(for: $0.place) }, "a prompt is shown by the best agent")
        assert(apps.allSatisfy { app in prompts(of: app).count <= PromptQueue.maximumOpenPerApp })
        assert(begun.values.allSatisfy { !$0.isEmpty && $0.count <= PromptQueue.maximumPerInterval })
    }
}
