internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

// Calls that stay open without a question to the person: an observation of changes.

extension ObserveCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) throws(LibraryError) {
        try session.observe(request)
    }
}

extension Session {
    /// Opens a stream of change events. Its first event is the token from which on nothing is missed; it is empty for an
    /// app that may see nothing now, which is told when it may.
    fileprivate func observe(_ request: borrowing IncomingRequest) throws(LibraryError) {
        let number = request.stream
        let observers = library.observers
        let place = ObserverNumber()
        streamOpens(number)
        // Sent under the same decision as it was found out, and listened to from there on.
        let (token, stream) = try gate.pass(session: self.number) { () throws(LibraryError) in
            try currentTokenIfSeen()
        } send: { token in
            let event = ChangeEvent(token: token?.serialized ?? [], isResynchronization: false)
            let stream = request.openStream(
                MessageBuffer(payload: LibraryReply.changeEvent(event).encoded),
                keepsDeadline: false,
                onCreditReturned: { _ in if let observer = place.value { observers.hasRoom(observer) } },
                onEnd: { [weak self] in self?.streamEnded(number) }
            )
            return (token, stream)
        }
        guard let stream else {
            streamEnded(number)
            return
        }
        let observer = observers.add(viewForOthers, from: token, gate: gate, session: self.number) { [sender] event in
            // A program that was executed in place of the app, or a child that outlived it, hears nothing.
            guard sender?.isUnchanged != false else { return false }
            let payload = LibraryReply.changeEvent(event).encoded
            let offer =
                event.isResynchronization ? stream.offerResynchronization(payload.span) : stream.offer(payload.span)
            return offer == .accepted
        }
        place.value = observer
        // Credit that came before the number was known.
        observers.hasRoom(observer)
        streamBegan(number) { observers.remove(observer) }
    }

    /// Nil where history shows nothing.
    private func currentTokenIfSeen() throws(LibraryError) -> ChangeToken? {
        switch try view.extent() {
        case .full, .limited: break
        case .addOnly, .none: return nil
        }
        do throws(LibraryError) { return try view.currentToken() } catch {
            // Withdrawn between the two.
            guard error.code == .accessDenied || error.code == .accessRestricted else { throw error }
            return nil
        }
    }
}

/// The number of a stream's observer, which is known only after the stream is open.
private final class ObserverNumber: Sendable {
    private let number = Mutex<UInt64?>(nil)

    var value: UInt64? {
        get { number.withLock { $0 } }
        set { number.withLock { $0 = newValue } }
    }
}
