internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem

// What apps ask the person. Each holds a stream open until the person has answered; when it ends, the question is taken
// back.

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
    /// Opens a stream whose first reply is the status now and whose last is the person's answer.
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
        let reply = { @Sendable () throws(LibraryError) in LibraryReply.authorization(try status()) }
        guard let question = try openQuestion(request, reply) else { return }
        guard try status() == .notDetermined else {
            question.finish(reply)
            return
        }
        let run = run(of: app)
        ask(.access(level), of: app, question) { ending in
            // The person has just chosen: they are not asked again in this run.
            if case .answered(.access(.limited, _, _)) = ending, let run { _ = library.automaticQuestions.isNew(run) }
            switch ending {
            // What holds when it is told: they may have thought better of it.
            case .answered: question.finish(reply)
            case .nobodyToAsk: question.fail(.nobodyToAsk)
            }
        }
        // The person may have decided while the question was on its way here.
        let decided = try status()
        if decided != .notDetermined, let prompt = library.prompts.accessPrompt(of: app, level) {
            library.prompts.finish(prompt, .access(decided))
        }
    }

    /// Asks the person which photos an app with limited access may see.
    fileprivate func changeSelection(_ request: borrowing IncomingRequest) throws(LibraryError) {
        let app = try asking()
        let isLimited = if case .limited = try view.visibility() { true } else { false }
        guard let question = try openQuestion(request, { .selection([]) }) else { return }
        guard isLimited else {
            question.finish { .selection([]) }
            return
        }
        ask(.selection(isAutomatic: false), of: app, question) { [viewForOthers] ending in
            switch ending {
            // What was added: `AgentRequests` has applied the answer, and says only that. Of this the app hears what it
            // may still see.
            case .answered(.selection(let added)):
                question.finish { () throws(LibraryError) in
                    let seen = Set(try viewForOthers.fetch(FetchRequest(.identifiers(.asset, added))).ids)
                    return .selection(added.filter(seen.contains))
                }
            case .answered: question.finish { .selection([]) }
            case .nobodyToAsk: question.fail(.nobodyToAsk)
            }
        }
    }

    /// Makes the changes of a block after the person has confirmed them.
    fileprivate func performAfterConfirmation(_ block: ChangeBlock, _ request: borrowing IncomingRequest)
        throws(LibraryError)
    {
        let app = try asking()
        let judgement = try judge(block)
        guard let question = try openQuestion(request, { .done }) else { return }
        // Whoever answers performs: the app may have gone by then, and with it the connection.
        let perform: @Sendable (Set<LocalIdentifier>) -> Void = { [self] counted in
            do throws(LibraryError) { question.finish(done: .token(try performCounted(block, counted))) } catch {
                question.fail(error)
            }
        }
        let changes: ProposedChanges
        switch judgement {
        case .allowed(let counted): return perform(counted)
        case .needsConfirmation(let proposed): changes = proposed
        }
        // The person may take longer than files that were handed over are kept.
        let (staging, principal, files) = (library.staging, principal, block.stagedFiles)
        staging.hold(files, of: principal)
        let ended: @Sendable (PromptBroker.Outcome) -> Void = { ending in
            switch ending {
            // What the person has confirmed is not counted.
            case .answered(.changes(isAllowed: true)): perform([])
            case .answered: question.fail(.declined)
            case .nobodyToAsk: question.fail(.nobodyToAsk)
            }
        }
        ask(.changes(changes), of: app, question, ended) { staging.release(files, of: principal) }
    }

    /// The once-a-run question whether the selection should be changed. Nobody waits for it, and where it cannot be put
    /// the selection stays as it is.
    func askAutomatically() {
        guard case .app(let app) = principal, !claim.preventsAutomaticQuestion else { return }
        do throws(LibraryError) {
            guard case .limited = try view.visibility(), let run = run(of: app), library.automaticQuestions.isNew(run),
                try !library.store.preferences(of: app).isSilenced
            else { return }
            let asker = try library.prompts.ask(
                .selection(isAutomatic: true),
                from: source(app),
                PromptBroker.Requester(session: number) { _ in }
            )
            heldUntilEnd { [prompts = library.prompts] in prompts.takeBack(asker) }
        } catch {
            library.log.event("not-asked", ["app": app, "reason": error.reason])
        }
    }

    /// This run of an app; nil when it has ended, and where the system does not tell.
    private func run(of app: String) -> AutomaticQuestions.Run? {
        do throws(SystemCallError) {
            return try ProcessFacts.startTime(of: process).map { startTime in
                AutomaticQuestions.Run(app: app, process: process, startTime: startTime)
            }
        } catch {
            library.log.event("run-unknown", ["app": app, "error": error.reason])
            return nil
        }
    }

    // MARK: Questions

    /// The app that asks.
    func asking() throws(LibraryError) -> String {
        guard case .app(let app) = principal else {
            throw LibraryError(.invalidRequest, "the owner's own tools need no permission")
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

    /// Where the peer is. A process that has gone is in no session.
    var place: PromptQueue.Place {
        let session: UInt32?
        do throws(SystemCallError) { session = try ProcessFacts.loginSession(of: process) } catch { session = nil }
        return PromptQueue.Place(user: user, loginSession: session)
    }

    /// Opens a stream that ends with an answer. Nil when the peer has gone.
    private func openQuestion(
        _ request: borrowing IncomingRequest,
        _ first: () throws(LibraryError) -> LibraryReply
    ) throws(LibraryError) -> Question? {
        let number = request.stream
        streamOpens(number)
        do throws(LibraryError) {
            let stream = try barrier.send(session: self.number, first) { first in
                request.openStream(
                    MessageBuffer(payload: first.encoded),
                    keepsDeadline: true,
                    onCreditReturned: { _ in },
                    onEnd: { [weak self] in self?.streamEnded(number) }
                )
            }
            if let stream { return Question(stream: stream, barrier: barrier, number: self.number, session: self) }
            streamEnded(number)
            return nil
        } catch {
            streamEnded(number)
            throw error
        }
    }

    /// Puts a question to the person; `ended` finishes it in the end. `isOver` is called once, when nobody waits for
    /// the answer any more.
    private func ask(
        _ what: Prompt.Question,
        of app: String,
        _ question: Question,
        _ ended: @escaping @Sendable (PromptBroker.Outcome) -> Void,
        isOver: @escaping @Sendable () -> Void = {}
    ) {
        do throws(LibraryError) {
            guard try !library.store.preferences(of: app).isSilenced else { throw .silenced }
            let asker = try library.prompts.ask(
                what,
                from: source(app),
                PromptBroker.Requester(session: number, ended: ended)
            )
            library.log.event("asks", ["session": "\(number)", "app": app])
            streamBegan(question.stream.stream) { [prompts = library.prompts] in
                prompts.takeBack(asker)
                isOver()
            }
        } catch {
            isOver()
            question.fail(error)
        }
    }

    /// A stream that ends with an answer.
    private struct Question: Sendable {
        var stream: OutgoingStream
        var barrier: RevocationBarrier
        /// The session's.
        var number: UInt64
        weak var session: Session?

        /// `reply` says what the app is told, by what the person has decided when it leaves.
        func finish(_ reply: () throws(LibraryError) -> LibraryReply) {
            do throws(LibraryError) { try barrier.send(session: number, reply) { send($0) } } catch { fail(error) }
        }

        /// What the app has done itself, by leave that it had in the transaction that did it: it is told of that
        /// whatever is decided afterwards, or it would do it again. A token says nothing of the library to who may not
        /// read it.
        func finish(done: LibraryReply) { sendCounted(done) }

        /// Tells nothing of the library.
        func fail(_ error: LibraryError) { sendCounted(.failure(error)) }

        private func sendCounted(_ reply: LibraryReply) {
            let sending = barrier.beginSending(nil, session: number)
            send(reply)
            if let sending { barrier.endSending(sending) }
        }

        private func send(_ reply: LibraryReply) {
            stream.finish(reply.encoded.span)
            session?.streamEnded(stream.stream)
        }
    }
}
