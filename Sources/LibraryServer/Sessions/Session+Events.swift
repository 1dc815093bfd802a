internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport

extension Session {
    /// Opens a stream of events.
    ///
    /// `subscribe` has events sent from now on, before the first response, so that none is missed; it returns what ends
    /// that. It gets what to call when the subscriber does not take an event: an error ends the stream then, and the
    /// subscriber has to subscribe again. Returns false when the stream ended before it began.
    @discardableResult
    func openEvents<Event>(
        _ events: EventStream<Event>,
        _ request: borrowing IncomingRequest,
        subscribe: (_ refuse: @escaping @Sendable () -> Void) -> @Sendable () -> Void
    ) -> Bool {
        let number = request.stream
        streamOpens(number)
        let refuse: @Sendable () -> Void = { [weak self] in
            let failure = LibraryError(.limitExceeded, "the subscriber did not take its events", isRetryable: true)
            events.end()?.finish(failure.encoded.span)
            self?.streamEnded(number)
        }
        let unsubscribe = subscribe(refuse)
        let stream = request.openStream(
            MessageBuffer(payload: EmptyResult().encoded),
            keepsDeadline: false,
            onCreditReturned: { _ in events.sendWaiting() },
            onEnd: { [weak self] in self?.streamEnded(number) }
        )
        guard let stream else {
            unsubscribe()
            streamEnded(number)
            return false
        }
        if !events.begin(on: stream) { refuse() }
        streamBegan(number) {
            unsubscribe()
            events.end()
        }
        return true
    }
}
