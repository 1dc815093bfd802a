internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem

// Questions to the person. Each holds a stream open until it is answered; when the stream ends, the question is
// withdrawn.

extension RequestAuthorizationCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) throws(LibraryError) {
        try session.requestAuthorization(level, request)
    }
}

extension ChangeSelectionCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) throws(LibraryError) {
        try session.changeSelection(request)
    }
}

extension PerformAfterConfirmationCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) throws(LibraryError) {
        try session.performAfterConfirmation(block, request)
    }
}

extension Session {
    /// Opens a stream whose first response is the current status and whose last is the person's answer.
    fileprivate func requestAuthorization(_ level: AccessLevel, _ request: borrowing IncomingRequest)
        throws(LibraryError)
    {
        let app = try asking()
        let library = library
        let status = { @Sendable () throws(LibraryError) in try library.store.authorizationStatus(of: app, for: level) }
        try library.store.noteSeen(
            app,
            claimedName: claim.name,
            asksForAccess: try status() == .notDetermined
        )
        let reply = { @Sendable () throws(LibraryError) in AuthorizationResult(try status()) }
        guard let question = try openQuestion(request, first: reply, RequestAuthorizationCall.self) else { return }
        guard try status() == .notDetermined else {
            question.finish(reply)
            return
        }
        let run = run(of: app)
        ask(.access(level), of: app, question) { outcome in
            // The person has just chosen photos: no automatic question in this run.
            if case .answered(.access(.limited, _, _)) = outcome, let run { _ = library.automaticQuestions.isNew(run) }
            switch outcome {
            // The status at the time of sending, which may have changed since the answer.
            case .answered: question.finish(reply)
            case .nobodyToAsk: question.fail(.nobodyToAsk)
            }
        }
        // The person may have decided before the question was queued.
        let decided = try status()
        if decided != .notDetermined, let prompt = library.prompts.accessPrompt(of: app, level) {
            library.prompts.finish(prompt, .access(decided))
        }
    }

    /// Asks the person which photos an app with limited access may see.
    fileprivate func changeSelection(_ request: borrowing IncomingRequest) throws(LibraryError) {
        let app = try asking()
        let isLimited = if case .limited = try view.visibility() { true } else { false }
        let nothing = { @Sendable () in SelectionResult([]) }
        guard let question = try openQuestion(request, first: nothing, ChangeSelectionCall.self) else { return }
        guard isLimited else {
            question.finish(nothing)
            return
        }
        ask(.selection(isAutomatic: false), of: app, question) { [viewForOthers] outcome in
            switch outcome {
            // `AgentRequests` has applied the answer; `added` is what was new. The app receives what it may still see.
            case .answered(.selection(let added)):
                question.finish { () throws(LibraryError) in
                    let seen = Set(try viewForOthers.fetch(FetchRequest(.identifiers(.asset, added))).ids)
                    return SelectionResult(added.filter(seen.contains))
                }
            case .answered: question.finish(nothing)
            case .nobodyToAsk: question.fail(.nobodyToAsk)
            }
        }
    }

    /// Performs a change block after the person has confirmed it.
    fileprivate func performAfterConfirmation(_ block: ChangeBlock, _ request: borrowing IncomingRequest)
        throws(LibraryError)
    {
        let app = try asking()
        let judgement = try judge(block)
        let opened = try openQuestion(request, first: { EmptyResult() }, PerformAfterConfirmationCall.self)
        guard let question = opened else { return }
        guard case .needsConfirmation(let first) = judgement else { return perform(block, judgement, app, question) }
        // The person may take longer than the lifetime of staged files.
        let (staging, principal, files) = (library.staging, principal, block.stagedFiles)
        staging.hold(files, of: principal)
        confirm(first, block, app, question) { staging.release(files, of: principal) }
    }

    /// Asks the person about a block, and goes on with the next question about it, or performs it. The parts run on
    /// the answering threads: the app and its connection may have gone by then.
    private func confirm(
        _ what: Prompt.Question,
        _ block: ChangeBlock,
        _ app: String,
        _ question: Question<TokenResult>,
        changesAreConfirmed: Bool = false,
        whenOver: @escaping @Sendable () -> Void = {}
    ) {
        let ended: @Sendable (PromptBroker.Outcome) -> Void = { [self] outcome in
            var changesAreConfirmed = changesAreConfirmed
            switch outcome {
            case .answered(.changes(isAllowed: true)): changesAreConfirmed = true
            // The server of the question is remembered as allowed.
            case .answered(.upload(isAllowed: true)): break
            case .answered: return question.fail(.declined)
            case .nobodyToAsk: return question.fail(.nobodyToAsk)
            }
            do throws(LibraryError) {
                let judgement = try judge(block, changesAreConfirmed: changesAreConfirmed)
                perform(block, judgement, app, question, changesAreConfirmed: changesAreConfirmed)
            } catch {
                question.fail(error)
            }
        }
        ask(what, of: app, question, ended, whenOver: whenOver)
    }

    private func perform(
        _ block: ChangeBlock,
        _ judgement: Judgement,
        _ app: String,
        _ question: Question<TokenResult>,
        changesAreConfirmed: Bool = false
    ) {
        switch judgement {
        case .needsConfirmation(let next):
            confirm(next, block, app, question, changesAreConfirmed: changesAreConfirmed)
        case .allowed(let counted):
            // Confirmed changes do not count against the app.
            do throws(LibraryError) { question.finish(done: try performCounted(block, counted)) } catch {
                question.fail(error)
            }
        }
    }

    /// Asks once per run whether to change the selection. Nothing waits for the answer.
    func askAutomatically() {
        guard case .app(let app) = principal, !claim.preventsAutomaticQuestion else { return }
        do throws(LibraryError) {
            guard case .limited = try view.visibility(), let run = run(of: app), library.automaticQuestions.isNew(run),
                try !library.store.preferences(of: app).isSilenced
            else { return }
            let requester = try library.prompts.ask(
                .selection(isAutomatic: true),
                from: source(app),
                PromptBroker.Requester(session: number) { _ in }
            )
            heldUntilEnd { [prompts = library.prompts] in prompts.withdraw(requester) }
        } catch {
            log("not-asked", ["app": app, "reason": error.reason])
        }
    }

    /// The app's run; nil when the process has ended or its start time is unknown.
    private func run(of app: String) -> AutomaticQuestions.Run? {
        do throws(SystemCallError) {
            return try ProcessFacts.startTime(of: process).map { startTime in
                AutomaticQuestions.Run(app: app, process: process, startTime: startTime)
            }
        } catch {
            log("run-unknown", ["app": app, "error": error.reason])
            return nil
        }
    }

    // MARK: Questions

    /// The requesting app.
    func asking() throws(LibraryError) -> String {
        guard case .app(let app) = principal else {
            throw .needsNoPermission
        }
        return app
    }

    func source(_ app: String) throws(LibraryError) -> PromptQueue.Source {
        let claim = claim
        var program = program
        program.isReplacement = try library.store.isReplaced(app)
        return PromptQueue.Source(
            app: app,
            claimedName: claim.name,
            usageDescription: claim.usageDescription,
            process: process,
            program: program,
            place: place
        )
    }

    /// Where the peer runs. A process that has ended has no login session.
    var place: PromptQueue.Place {
        let session: UInt32?
        do throws(SystemCallError) { session = try ProcessFacts.loginSession(of: process) } catch { session = nil }
        return PromptQueue.Place(user: user, loginSession: session)
    }

    /// Opens a stream that ends with an answer. Returns nil when the peer has gone.
    private func openQuestion<Asked: StreamedCall>(
        _ request: borrowing IncomingRequest,
        first: () throws(LibraryError) -> Asked.Reply,
        _ call: Asked.Type
    ) throws(LibraryError) -> Question<Asked.Event>? {
        let number = request.stream
        streamOpens(number)
        do throws(LibraryError) {
            let stream = try barrier.send(session: self.number, first) { first in
                openStream(request, first: first.encoded, keepsDeadline: true)
            }
            return stream.map { Question(stream: $0, barrier: barrier, number: self.number, session: self) }
        } catch {
            streamEnded(number)
            throw error
        }
    }

    /// Asks the person; `ended` finishes the question. Calls `whenOver` once, when the stream has ended.
    private func ask(
        _ what: Prompt.Question,
        of app: String,
        _ question: Question<some CallReply>,
        _ ended: @escaping @Sendable (PromptBroker.Outcome) -> Void,
        whenOver: @escaping @Sendable () -> Void = {}
    ) {
        do throws(LibraryError) {
            guard try !library.store.preferences(of: app).isSilenced else { throw .silenced }
            let requester = try library.prompts.ask(
                what,
                from: source(app),
                PromptBroker.Requester(session: number, ended: ended)
            )
            log("asks", ["session": "\(number)", "app": app])
            streamBegan(question.stream.stream) { [prompts = library.prompts] in
                prompts.withdraw(requester)
                whenOver()
            }
        } catch {
            whenOver()
            question.fail(error)
        }
    }

    /// A stream that ends with an answer.
    private struct Question<Event: CallReply>: Sendable {
        var stream: OutgoingStream
        var barrier: RevocationBarrier
        /// The session's.
        var number: UInt64
        weak var session: Session?

        /// Ends the stream with `reply`, which is made again when a decision comes before it is sent.
        func finish(_ reply: () throws(LibraryError) -> Event) {
            do throws(LibraryError) { try barrier.send(session: number, reply) { send($0) } } catch { fail(error) }
        }

        /// The change was authorized in its own transaction, so its result is sent even if access was revoked since;
        /// otherwise the client would retry it. The token discloses nothing.
        func finish(done: Event) { sendCounted(done) }

        /// Ends the stream with an error, which discloses nothing.
        func fail(_ error: LibraryError) { sendCounted(error) }

        private func sendCounted(_ reply: some CallReply) {
            let sending = barrier.beginSending(nil, session: number)
            send(reply)
            if let sending { barrier.endSending(sending) }
        }

        private func send(_ reply: some CallReply) {
            stream.finish(reply.encoded.span)
            session?.streamEnded(stream.stream)
        }
    }
}
