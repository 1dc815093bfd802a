internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem

// Agents: the streams through which they hear of prompts, and the person's answers.

extension AttendCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) {
        session.attend(face: face, request)
    }
}

extension AnswerCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        try session.answer(prompt, answer, silences: silences)
    }
}

extension PickingCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        let prompts = session.library.prompts
        guard let prompt = prompts.prompt(self.prompt) else { throw .nobodyWaits }
        guard case .picker(let configuration) = prompt.question else {
            throw LibraryError(.invalidRequest, "the prompt is no picker")
        }
        try session.check(assets, configuration)
        prompts.picking(self.prompt, try session.existing(assets))
        return Answer(.done)
    }
}

extension MonthsCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        let months = try session.view.months(of: request, utcOffset: utcOffset, cancellation: cancellation)
        return Answer(.months(months))
    }
}

extension Session {
    /// Opens a stream of `AgentEvent`: prompts that wait come first.
    fileprivate func attend(face: String, _ request: borrowing IncomingRequest) {
        let number = request.stream
        streamOpens(number)
        let events = AgentStream()
        let library = library
        // One that takes no events shows nothing to anybody: it has to come again.
        let refuse: @Sendable () -> Void = { [weak self] in
            let failure = LibraryError(.limitExceeded, "the agent did not take its events", isRetryable: true)
            events.end()?.finish(LibraryReply.failure(failure).encoded.span)
            self?.streamEnded(number)
        }
        // Before it hears that it attends: what is asked from then on is asked it.
        let agent = library.prompts.attend(place) { event in
            if events.send(event) { return true }
            refuse()
            return false
        }
        let stream = request.openStream(
            MessageBuffer(payload: LibraryReply.done.encoded),
            keepsDeadline: false,
            onCreditReturned: { _ in events.sendWaiting() },
            onEnd: { [weak self] in self?.streamEnded(number) }
        )
        guard let stream else {
            library.prompts.leave(agent)
            streamEnded(number)
            return
        }
        if !events.begin(on: stream) { refuse() }
        library.log.event("agent-attends", ["session": "\(self.number)", "face": String(face.prefix(32))])
        streamBegan(number) {
            library.prompts.leave(agent)
            events.end()
            library.log.event("agent-left", ["agent": "\(agent)"])
        }
    }

    /// Does what the person answered, and tells whoever asked. Of two agents that answer, the first one's answer
    /// counts; the other is told that it came too late.
    fileprivate func answer(_ number: UInt64, _ answer: PromptAnswer, silences: Bool) throws(LibraryError) -> Answer {
        guard let prompt = library.prompts.claim(number) else { throw .nobodyWaits }
        // What is answered is over, and this changes nothing any more.
        defer { library.prompts.release(number) }
        let outcome = try effect(of: answer, to: prompt, silences: silences)
        let wasWaited = library.prompts.finish(number, outcome)
        // A decision about access has told everybody already.
        if case .access = answer { return Answer(.done) }
        guard wasWaited else { throw .nobodyWaits }
        return Answer(.done)
    }

    /// Puts an answer into effect, all of it in one transaction. Returns what whoever asked is told.
    private func effect(
        of answer: PromptAnswer,
        to prompt: Prompt,
        silences: Bool
    ) throws(LibraryError) -> PromptAnswer {
        try check(answer, to: prompt.question)
        var decision = Decision()
        var outcome = answer
        switch (prompt.question, answer) {
        case (.access(let level), .access(let status, let selected, let until)):
            decision = Decision(status, for: level, until: until)
            if status == .limited { decision.selection = selected }
        case (_, .selection(let assets)): decision.selection = assets
        case (_, .picked(let assets)): outcome = .picked(try existing(assets))
        default: break
        }
        if silences { decision.isSilenced = true }
        guard decision != Decision() else { return outcome }
        let asker = library.prompts.longestWaitingSession(of: prompt.app)
        let selection = try library.decide(decision, about: prompt.app, asker: asker)
        if case .selection = answer { outcome = .selection(selection.added) }
        // An app that asks again as soon as it hears the answer is not shown.
        if silences { library.prompts.dismiss(of: prompt.app) { $0.number != prompt.number } }
        return outcome
    }

    /// Throws when a question cannot be answered so.
    private func check(_ answer: PromptAnswer, to question: Prompt.Question) throws(LibraryError) {
        switch (question, answer) {
        case (_, .dismissed), (.changes, .changes), (.selection, .selection): break
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

    /// What was picked, each once and as far as it is there.
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
