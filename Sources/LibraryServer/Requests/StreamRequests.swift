internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem

// Calls that stay open without a question to the person: an observation of changes.

extension Session {
    /// Opens a stream of change events. Its first event is the token from which on nothing is missed; it is empty for an
    /// app that may see nothing now, which is told when it may.
    func observe(_ request: borrowing IncomingRequest) throws(LibraryError) {
        let number = request.stream
        let observers = library.observers
        streamOpens(number)
        // Sent under the same decision as it was found out, and listened to from there on.
        let (token, stream) = try gate.pass(session: self.number) { () throws(LibraryError) in
            try currentTokenIfSeen()
        } send: { token in
            let event = ChangeEvent(token: token?.serialized ?? [], isResynchronization: false)
            let stream = request.openStream(
                MessageBuffer(payload: LibraryReply.changeEvent(event).encoded),
                onCreditReturned: { _ in observers.wake() },
                onEnd: { [weak self] in self?.streamEnded(number) }
            )
            return (token, stream)
        }
        guard let stream else {
            streamEnded(number)
            return
        }
        let observer = observers.add(view, from: token, gate: gate, session: self.number) { [sender] event in
            // A program that was executed in place of the app, or a child that outlived it, hears nothing.
            guard sender?.isUnchanged != false else { return false }
            let payload = LibraryReply.changeEvent(event).encoded
            let offer =
                event.isResynchronization ? stream.offerResynchronization(payload.span) : stream.offer(payload.span)
            return offer == .accepted
        }
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
