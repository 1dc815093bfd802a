internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport

// Event streams without a question to the person: observation of changes.

extension ObserveCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) throws(LibraryError) {
        session.observe(request)
    }
}

extension Session {
    /// The event: the history may have grown.
    private static let bell = EmptyResult().encoded

    /// Opens a stream of bells; an app without access is rung once it gets access.
    fileprivate func observe(_ request: borrowing IncomingRequest) {
        let number = request.stream
        let observers = library.observers
        streamOpens(number)
        // Before the first response: every later commit rings.
        let observer = observers.add(viewForOthers, barrier: barrier, session: self.number)
        let stream = openStream(request, first: EmptyResult().encoded) { _ in observers.hasRoom(observer) }
        guard let stream else { return observers.remove(observer) }
        observers.begin(observer) { [sender] in
            // Sends nothing after the app has executed another program, or to a child that outlived it.
            guard sender?.isUnchanged != false else { return false }
            return stream.offer(Session.bell.span) == .accepted
        }
        streamBegan(number) { observers.remove(observer) }
    }
}
