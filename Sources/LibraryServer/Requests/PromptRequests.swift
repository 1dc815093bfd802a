internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem

// What apps ask the person. Each holds a stream open until the person has answered; when it ends, the question is taken
// back.

extension Session {
    /// Opens a stream whose first reply is the status now and whose last is the person's answer.
    func requestAuthorization(_ level: AccessLevel, _ request: borrowing IncomingRequest) throws(LibraryError) {
        let app = try asking()
        try library.store.noteSeen(app, claimedName: claim.name)
        let status = try library.store.authorizationStatus(of: app, for: level)
        guard let question = openQuestion(request, .authorization(status)) else { return }
        guard status == .notDetermined else {
            question.finish(.authorization(status))
            return
        }
        let library = library
        let run = run(of: app)
        ask(.access(level), of: app, question) { ending in
            switch ending {
            case .answered(.access(let status, _, _)):
                // The person has just chosen: they are not asked again in this run.
                if status == .limited, let run { _ = library.automaticQuestions.isNew(run) }
                return .authorization(status)
            case .answered: return .authorization(.notDetermined)
            case .nobodyToAsk: return .failure(.nobodyToAsk)
            }
        }
        // The person may have decided while the question was on its way here.
        let decided = try library.store.authorizationStatus(of: app, for: level)
        if decided != .notDetermined, let prompt = library.prompts.accessPrompt(of: app, level) {
            library.prompts.finish(prompt, .access(decided))
        }
    }

    /// Asks the person which photos an app with limited access may see.
    func changeSelection(_ request: borrowing IncomingRequest) throws(LibraryError) {
        let app = try asking()
        let isLimited = try view.extent() == .limited
        guard let question = openQuestion(request, .selection([])) else { return }
        guard isLimited else {
            question.finish(.selection([]))
            return
        }
        ask(.selection(isAutomatic: false), of: app, question) { ending in
            switch ending {
            // What was added: `AgentRequests` has applied the answer, and says only that.
            case .answered(.selection(let added)): .selection(added)
            case .answered: .selection([])
            case .nobodyToAsk: .failure(.nobodyToAsk)
            }
        }
    }

    /// Makes the changes of a block after the person has confirmed them.
    func performAfterConfirmation(_ block: ChangeBlock, _ request: borrowing IncomingRequest) throws(LibraryError) {
        let app = try asking()
        let changes = try changesToConfirm(in: block)
        guard let question = openQuestion(request, .done) else { return }
        // Whoever answers performs: the app may have gone by then, and with it the connection.
        let perform: @Sendable () -> LibraryReply = { [self] in
            do throws(LibraryError) { return .token(try performNow(block)) } catch { return .failure(error) }
        }
        guard let changes else {
            question.finish(perform())
            return
        }
        // The person may take longer than files that were handed over are kept.
        let (staging, principal, files) = (library.staging, principal, block.stagedFiles)
        staging.hold(files, of: principal)
        let reply: @Sendable (PromptDesk.Ending) -> LibraryReply = { ending in
            switch ending {
            case .answered(.changes(isAllowed: true)): perform()
            case .answered: .failure(.declined)
            case .nobodyToAsk: .failure(.nobodyToAsk)
            }
        }
        ask(.changes(changes), of: app, question, reply) { staging.release(files, of: principal) }
    }

    /// The once-a-run question whether the selection should be changed. Nobody waits for it, and where it cannot be put
    /// the selection stays as it is.
    func askAutomatically() {
        guard case .app(let app) = principal, !claim.preventsAutomaticQuestion else { return }
        do throws(LibraryError) {
            guard case .limited = try view.extent(), let run = run(of: app), library.automaticQuestions.isNew(run),
                try !library.store.treatment(of: app).isSilenced
            else { return }
            let asker = try library.prompts.ask(
                .selection(isAutomatic: true),
                from: source(app),
                PromptDesk.Asker(session: number) { _ in }
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

    func source(_ app: String) -> PromptQueue.Source {
        let claim = claim
        return PromptQueue.Source(
            app: app,
            claimedName: claim.name,
            usageDescription: claim.usageDescription,
            process: process,
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
    private func openQuestion(_ request: borrowing IncomingRequest, _ first: LibraryReply) -> Question? {
        let number = request.stream
        streamOpens(number)
        let stream = request.openStream(
            MessageBuffer(payload: first.encoded),
            onCreditReturned: { _ in },
            onEnd: { [weak self] in self?.streamEnded(number) }
        )
        guard let stream else {
            streamEnded(number)
            return nil
        }
        return Question(stream: stream, session: self)
    }

    /// Puts a question to the person; `reply` says what the app is told in the end. `isOver` is called once, when nobody
    /// waits for the answer any more.
    private func ask(
        _ what: Prompt.Question,
        of app: String,
        _ question: Question,
        _ reply: @escaping @Sendable (PromptDesk.Ending) -> LibraryReply,
        isOver: @escaping @Sendable () -> Void = {}
    ) {
        do throws(LibraryError) {
            guard try !library.store.treatment(of: app).isSilenced else { throw .silenced }
            let asker = try library.prompts.ask(
                what,
                from: source(app),
                PromptDesk.Asker(session: number) { question.finish(reply($0)) }
            )
            library.log.event("asks", ["session": "\(number)", "app": app])
            streamBegan(question.stream.stream) { [prompts = library.prompts] in
                prompts.takeBack(asker)
                isOver()
            }
        } catch {
            isOver()
            question.finish(.failure(error))
        }
    }

    /// A stream that ends with an answer.
    private struct Question: Sendable {
        var stream: OutgoingStream
        weak var session: Session?

        func finish(_ reply: LibraryReply) {
            stream.finish(reply.encoded.span)
            session?.streamEnded(stream.stream)
        }
    }
}
