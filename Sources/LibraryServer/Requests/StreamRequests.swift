internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport

// Calls that stay open without a question to the person: an observation of changes.

extension ObserveCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) throws(LibraryError) {
        session.observe(request)
    }
}

extension Session {
    /// What an observer hears, each time: there may be more in its history.
    private static let bell = LibraryReply.done.encoded

    /// Opens a stream of bells. Also for an app that may see nothing now, which is rung for when it may.
    fileprivate func observe(_ request: borrowing IncomingRequest) {
        let number = request.stream
        let observers = library.observers
        streamOpens(number)
        // Before the app hears that it observes: for what is committed from then on it is rung.
        let observer = observers.add(viewForOthers, barrier: barrier, session: self.number)
        let stream = request.openStream(
            MessageBuffer(payload: LibraryReply.done.encoded),
            keepsDeadline: false,
            onCreditReturned: { _ in observers.hasRoom(observer) },
            onEnd: { [weak self] in self?.streamEnded(number) }
        )
        guard let stream else {
            observers.remove(observer)
            streamEnded(number)
            return
        }
        observers.begin(observer) { [sender] in
            // A program that was executed in place of the app, or a child that outlived it, hears nothing.
            guard sender?.isUnchanged != false else { return false }
            return stream.offer(Session.bell.span) == .accepted
        }
        streamBegan(number) { observers.remove(observer) }
    }
}
