internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem

// Calls that stay open: an observation of changes, and a question to the person.

extension Session {
    /// Opens a stream of change events. Its first event is the token from which on nothing is missed; it is empty for an
    /// app that may see nothing now, which is told when it may.
    func observe(_ request: borrowing IncomingRequest) throws(LibraryError) {
        let token = try view.extent().showsHistory ? view.currentToken() : nil
        let first = LibraryReply.changeEvent(
            ChangeEvent(token: token?.serialized ?? [], isResynchronization: false)
        )
        let number = request.stream
        let observers = library.observers
        streamOpens(number)
        let stream = request.openStream(
            MessageBuffer(payload: first.encoded),
            onCreditReturned: { _ in observers.wake() },
            onEnd: { [weak self] in self?.streamEnded(number) }
        )
        guard let stream else {
            streamEnded(number)
            return
        }
        let observer = observers.add(view, from: token) { [sender] event in
            // A program that was executed in place of the app, or a child that outlived it, hears nothing.
            guard sender?.isUnchanged != false else { return false }
            let payload = LibraryReply.changeEvent(event).encoded
            let offer =
                event.isResynchronization ? stream.offerResynchronization(payload.span) : stream.offer(payload.span)
            return offer == .accepted
        }
        streamBegan(number) { observers.remove(observer) }
    }

    /// Opens a stream whose events are the status now and, when it comes, the person's answer, which ends it.
    func requestAuthorization(_ level: AccessLevel, _ request: borrowing IncomingRequest) throws(LibraryError) {
        guard case .app(let app) = principal else {
            throw LibraryError(.invalidRequest, "the owner's own tools need no permission")
        }
        try library.store.noteSeen(app, claimedName: claim)
        let status = try library.store.authorizationStatus(of: app, for: level)
        let number = request.stream
        let waiters = library.waiters
        streamOpens(number)
        let stream = request.openStream(
            MessageBuffer(payload: LibraryReply.authorization(status).encoded),
            onCreditReturned: { _ in },
            onEnd: { [weak self] in self?.streamEnded(number) }
        )
        guard let stream else {
            streamEnded(number)
            return
        }
        let decide: @Sendable (AuthorizationStatus) -> Void = { [weak self] status in
            stream.finish(LibraryReply.authorization(status).encoded.span)
            self?.streamEnded(number)
        }
        guard status == .notDetermined else {
            decide(status)
            return
        }
        let waiter: UInt64
        do throws(LibraryError) {
            waiter = try waiters.add(
                AuthorizationWaiters.Waiter(app: app, session: self.number, level: level, decide: decide)
            )
        } catch {
            stream.finish(LibraryReply.failure(error).encoded.span)
            streamEnded(number)
            return
        }
        library.log.event("asks", ["session": "\(self.number)", "app": app, "level": "\(level)"])
        streamBegan(number) { waiters.remove(waiter) }
        // The person may have decided while the question was on its way here.
        let decided = try library.store.authorizationStatus(of: app, for: level)
        waiters.decided(decided, app: app, level: level)
    }
}

extension LibraryView.Extent {
    fileprivate var showsHistory: Bool {
        switch self {
        case .full, .limited: true
        case .addOnly, .none: false
        }
    }
}
