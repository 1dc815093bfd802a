internal import LibraryModel

/// The open prompts, and the agent that shows each.
///
/// A state machine without clock, threads or sockets: its events return effects to perform in order.
///
/// 1. At most one agent shows a prompt, the best for its requester: one of the same user, then of the same login
///    session, then the one that subscribed last, so that a new agent takes over from one that does not answer.
/// 2. Questions for the same access level of an app, and for the same server, share one prompt.
/// 3. One answer at a time is carried out (`claim`): of two agents' answers, the first wins.
/// 4. A prompt ends when it is answered, when its last requester withdraws, or when no agent is left to show it.
struct PromptQueue {
    /// Prompts of one app that may be open at once.
    static let maximumOpenPerApp = 4
    /// Requesters that share one prompt.
    static let maximumRequesters = 16
    /// New prompts of one app within `interval`.
    static let maximumPerInterval = 12
    /// Nanoseconds: a minute.
    static let interval: UInt64 = 60_000_000_000

    /// Where an agent or a requester runs.
    struct Place: Hashable {
        var user: UInt32
        /// Nil when it has none or it is unknown.
        var loginSession: UInt32?
    }

    /// What is known of a requester.
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
        /// No agent is left: ends these requesters' questions.
        case abandon([UInt64])
    }

    private struct Agent {
        var number: UInt64
        var place: Place
    }

    private struct Entry {
        var prompt: Prompt
        var place: Place
        var requesters: [UInt64]
        var shownBy: UInt64?
        /// An answer is being carried out.
        var isClaimed = false
    }

    private var next: UInt64 = 1
    private var agents: [Agent] = []
    /// Oldest first.
    private var entries: [Entry] = []
    /// When each app's prompts of the last `interval` began.
    private var begun: [String: [UInt64]] = [:]

    var hasAgents: Bool { !agents.isEmpty }

    // MARK: Agents

    mutating func subscribe(_ place: Place) -> (agent: UInt64, effects: [Effect]) {
        let agent = takeNumber()
        agents.append(Agent(number: agent, place: place))
        return (agent, assign())
    }

    mutating func unsubscribe(_ agent: UInt64) -> [Effect] {
        guard agents.contains(where: { $0.number == agent }) else { return [] }
        agents.removeAll { $0.number == agent }
        for index in entries.indices where entries[index].shownBy == agent { entries[index].shownBy = nil }
        return agents.isEmpty ? abandonUnshown() : assign()
    }

    /// Ends the prompts that no agent shows.
    mutating func abandonUnshown() -> [Effect] {
        let unshown = entries.filter { $0.shownBy == nil }
        guard !unshown.isEmpty else { return [] }
        entries.removeAll { $0.shownBy == nil }
        return [.abandon(unshown.flatMap(\.requesters))]
    }

    // MARK: Questions

    /// Reserves a requester's number, for `ask`.
    mutating func reserveRequester() -> UInt64 { takeNumber() }

    /// Asks. Without an agent the prompt waits; the caller starts one, or calls `abandonUnshown`. `reserved`: the
    /// requester's number if it was reserved.
    mutating func ask(
        _ question: Prompt.Question,
        from source: Source,
        as reserved: UInt64? = nil,
        now: UInt64
    ) throws(LibraryError) -> (requester: UInt64, effects: [Effect]) {
        let isSame = { (entry: Entry) in
            guard entry.prompt.app == source.app else { return false }
            switch (question, entry.prompt.question) {
            case (.access(let level), .access(let other)): return level == other
            case (.upload(let upload), .upload(let other)): return upload.origin == other.origin
            default: return false
            }
        }
        if let index = entries.firstIndex(where: isSame) {
            guard entries[index].requesters.count < PromptQueue.maximumRequesters else {
                throw LibraryError(
                    .limitExceeded,
                    "the app has asked this \(PromptQueue.maximumRequesters) times already"
                )
            }
            let requester = reserved ?? takeNumber()
            entries[index].requesters.append(requester)
            return (requester, [])
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
        let requester = reserved ?? takeNumber()
        entries.append(Entry(prompt: prompt, place: source.place, requesters: [requester]))
        return (requester, assign())
    }

    /// Counts a new prompt, or throws when the app has too many.
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

    /// A requester has left, or wants no answer any more.
    mutating func withdraw(_ requester: UInt64) -> [Effect] {
        guard let index = entries.firstIndex(where: { $0.requesters.contains(requester) }) else { return [] }
        entries[index].requesters.removeAll { $0 == requester }
        guard entries[index].requesters.isEmpty else { return [] }
        return withdrawal(of: entries.remove(at: index))
    }

    /// The prompt that a requester waits for.
    func prompt(of requester: UInt64) -> Prompt? { entries.first { $0.requesters.contains(requester) }?.prompt }

    func prompt(_ number: UInt64) -> Prompt? { entries.first { $0.prompt.number == number }?.prompt }

    /// The apps with open prompts.
    var apps: Set<String> { Set(entries.map(\.prompt.app)) }

    func prompts(of app: String) -> [Prompt] { entries.map(\.prompt).filter { $0.app == app } }

    func requesters(of prompt: UInt64) -> [UInt64] { entries.first { $0.prompt.number == prompt }?.requesters ?? [] }

    /// The open prompt for an access level of an app.
    func accessPrompt(of app: String, _ level: AccessLevel) -> UInt64? {
        entries.first { $0.prompt.app == app && $0.prompt.question == .access(level) }?.prompt.number
    }

    /// Claims a prompt to carry out an answer. Returns nil when it is over, or another answer is being carried out.
    mutating func claim(_ number: UInt64) -> Prompt? {
        guard let index = entries.firstIndex(where: { $0.prompt.number == number }), !entries[index].isClaimed else {
            return nil
        }
        entries[index].isClaimed = true
        return entries[index].prompt
    }

    /// Releases a claim, for another answer. No effect on a prompt that is over.
    mutating func release(_ number: UInt64) {
        guard let index = entries.firstIndex(where: { $0.prompt.number == number }) else { return }
        entries[index].isClaimed = false
    }

    mutating func forget(_ app: String) { begun.removeValue(forKey: app) }

    /// Ends a prompt. Returns the requesters that wait for its answer.
    mutating func finish(_ prompt: UInt64) -> (requesters: [UInt64], effects: [Effect]) {
        guard let index = entries.firstIndex(where: { $0.prompt.number == prompt }) else { return ([], []) }
        let entry = entries.remove(at: index)
        return (entry.requesters, withdrawal(of: entry))
    }

    /// Updates a picker, for the agent that shows it and for later ones.
    mutating func update(_ requester: UInt64, _ update: PickerUpdate) -> [Effect] {
        guard let index = entries.firstIndex(where: { $0.requesters.contains(requester) }),
            case .picker(var configuration) = entries[index].prompt.question
        else { return [] }
        configuration.apply(update)
        entries[index].prompt.question = .picker(configuration)
        guard let agent = entries[index].shownBy else { return [] }
        return [.update(entries[index].prompt.number, update, agent: agent)]
    }

    // MARK: Assignment

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
    private var requesters: [UInt64] { entries.flatMap(\.requesters) }

    /// Traps when a rule above is broken. For tests and debug builds.
    func assertInvariants() {
        assert(Set(requesters).count == requesters.count, "a requester waits for one prompt")
        assert(entries.allSatisfy { !$0.requesters.isEmpty && $0.requesters.count <= PromptQueue.maximumRequesters })
        assert((requesters + entries.map(\.prompt.number)).allSatisfy { $0 < next }, "a number that was not given out")
        assert(entries.allSatisfy { $0.shownBy == bestAgent(for: $0.place) }, "a prompt that another agent should show")
        assert(apps.allSatisfy { app in prompts(of: app).count <= PromptQueue.maximumOpenPerApp })
        assert(begun.values.allSatisfy { !$0.isEmpty && $0.count <= PromptQueue.maximumPerInterval })
    }
}
