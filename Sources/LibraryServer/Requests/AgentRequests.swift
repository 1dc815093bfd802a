internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem

// Agents: their subscriptions to prompts, and the person's answers.

extension SubscribeAgentCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) {
        session.subscribe(interface: interface, request)
    }
}

extension AnswerCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        try session.answer(prompt, answer, silences: silences, without: removal)
    }
}

extension PickerSelectionCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let prompts = session.library.prompts
        guard let prompt = prompts.prompt(self.prompt) else { throw .nobodyWaits }
        guard case .picker(let configuration) = prompt.question else {
            throw LibraryError(.invalidRequest, "the prompt is no picker")
        }
        try session.check(assets, configuration)
        prompts.removalChanged(self.prompt, removal)
        prompts.selectionChanged(self.prompt, try session.existing(assets))
        return Answer(EmptyResult())
    }
}

extension MonthsCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let months = try session.view.months(of: request, utcOffset: utcOffset, cancellation: cancellation)
        return Answer(MonthList(months))
    }
}

extension Session {
    /// Opens a stream of `AgentEvent`, beginning with the open prompts.
    fileprivate func subscribe(interface: String, _ request: borrowing IncomingRequest) {
        let events = EventStream<AgentEvent>()
        let library = library
        let isOpen = openEvents(events, request) { refuse in
            let agent = library.prompts.subscribe(place) { event in
                if events.send(event) { return true }
                refuse()
                return false
            }
            return {
                library.prompts.unsubscribe(agent)
                library.log.event("agent-left", ["agent": "\(agent)"])
            }
        }
        guard isOpen else { return }
        library.log.event(
            "agent-subscribes",
            ["session": "\(self.number)", "interface": String(interface.prefix(32))]
        )
    }

    /// Carries out the person's answer and passes it to the requesters. Of two agents' answers the first counts; the
    /// second fails with `notFound`.
    fileprivate func answer(
        _ number: UInt64,
        _ answer: PromptAnswer,
        silences: Bool,
        without removal: MetadataRemoval
    ) throws(LibraryError) -> Answer<EmptyResult> {
        guard let prompt = library.prompts.claim(number) else { throw .nobodyWaits }
        // No effect once the prompt is over.
        defer { library.prompts.release(number) }
        let outcome = try effect(of: answer, to: prompt, silences: silences, without: removal)
        if case .picked = answer { library.prompts.removalChanged(number, removal) }
        let wasWaited = library.prompts.finish(number, outcome)
        // `decide` has ended the prompt already.
        if case .access = answer { return Answer(EmptyResult()) }
        guard wasWaited else { throw .nobodyWaits }
        return Answer(EmptyResult())
    }

    /// Carries out an answer in one transaction. Returns the answer for the requesters.
    private func effect(
        of answer: PromptAnswer,
        to prompt: Prompt,
        silences: Bool,
        without removal: MetadataRemoval
    ) throws(LibraryError) -> PromptAnswer {
        try check(answer, to: prompt.question)
        var decision = Decision()
        var outcome = answer
        switch (prompt.question, answer) {
        case (.access(let level), .access(let status, let selected, let until)):
            decision = Decision(status, for: level, until: until)
            if status == .limited { decision.selection = selected }
            // An answer without a removal keeps what the person withheld before.
            if status.isPositive, level == .readWrite, removal.contains(.location) { decision.hidesPlaces = true }
        case (_, .selection(let assets)): decision.selection = assets
        case (.upload(let question), .upload(let isAllowed)):
            // The prompt showed whether the server is in the person's own networks.
            let origin = question.origin
            decision.destination = .init(origin, isAllowed: isAllowed, allowsLocal: origin.isLocal)
        case (_, .picked(let assets)): outcome = .picked(try existing(assets))
        default: break
        }
        if silences { decision.isSilenced = true }
        guard decision != Decision() else { return outcome }
        let requester = library.prompts.longestWaitingSession(of: prompt.app)
        let selection = try library.decide(decision, about: prompt.app, requester: requester)
        if case .selection = answer { outcome = .selection(selection.added) }
        // Dismisses questions that the app asked meanwhile.
        if silences { library.prompts.dismiss(of: prompt.app) { $0.number != prompt.number } }
        return outcome
    }

    /// Throws when the answer does not fit the question.
    private func check(_ answer: PromptAnswer, to question: Prompt.Question) throws(LibraryError) {
        switch (question, answer) {
        case (_, .dismissed), (.changes, .changes), (.selection, .selection), (.upload, .upload): break
        case (.access(let level), .access(let status, _, _)):
            guard status == .authorized || status == .denied || (status == .limited && level == .readWrite) else {
                throw LibraryError(.invalidRequest, "that is no answer to a question for access")
            }
        case (.picker(let configuration), .picked(let assets)): try check(assets, configuration)
        default: throw LibraryError(.invalidRequest, "that is no answer to this question")
        }
    }

    fileprivate func check(_ assets: [ObjectID], _ configuration: PickerConfiguration) throws(LibraryError) {
        guard Set(assets).count <= max(configuration.effectiveLimit, configuration.preselected.count) else {
            throw LibraryError(.limitExceeded, "the app takes at most \(configuration.effectiveLimit) photos")
        }
    }

    /// Removes duplicates and assets that do not exist.
    fileprivate func existing(_ assets: [ObjectID]) throws(LibraryError) -> [ObjectID] {
        let existing = Set(try view.fetch(FetchRequest(.identifiers(.asset, assets))).ids)
        var seen: Set<ObjectID> = []
        return assets.filter { existing.contains($0) && seen.insert($0).inserted }
    }
}

extension LibraryError {
    fileprivate static let nobodyWaits = LibraryError(
        .notFound,
        "nobody waits for an answer to this any more, or it was answered elsewhere"
    )
}
