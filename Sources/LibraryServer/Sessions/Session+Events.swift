internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport

extension Session {
    /// Opens a stream of events.
    ///
    /// `subscribe` subscribes to the events, before the first response, so that none is missed; it returns the closure
    /// that unsubscribes. Its argument is to be called when the subscriber does not take an event: it ends the stream
    /// with an error, and the subscriber has to subscribe again. Returns false when the stream ended before it began.
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
        let stream = openStream(request, first: EmptyResult().encoded) { _ in events.sendWaiting() }
        guard let stream else {
            unsubscribe()
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
