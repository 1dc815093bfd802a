/// What is known of one open stream.
struct StreamState: Hashable, Sendable {
    /// The server's side: bytes that may still be sent. The client's side: bytes that may still come.
    var credit = 0
    /// The first response has opened it for events.
    var carriesEvents = false
    /// The server's side: an event did not fit since credit came last.
    var lacksCredit = false
    /// The client's side: nobody waits for it any more.
    var isAbandoned = false
}

/// The open streams of a connection. There are few, and mostly one, so they are searched in order.
struct OpenStreams: Sendable {
    private var identifiers: [UInt32] = []
    private var states: [StreamState] = []

    var count: Int { identifiers.count }

    subscript(stream: UInt32) -> StreamState? {
        guard let index = index(of: stream) else { return nil }
        return states[index]
    }

    mutating func open(_ stream: UInt32) {
        identifiers.append(stream)
        states.append(StreamState())
    }

    /// Changes an open stream; nil when it is not open.
    mutating func update<Result>(_ stream: UInt32, _ body: (inout StreamState) -> Result) -> Result? {
        guard let index = index(of: stream) else { return nil }
        return body(&states[index])
    }

    /// What the stream was like, nil when it was not open.
    @discardableResult
    mutating func close(_ stream: UInt32) -> StreamState? {
        guard let index = index(of: stream) else { return nil }
        identifiers.swapAt(index, identifiers.count - 1)
        states.swapAt(index, states.count - 1)
        identifiers.removeLast()
        return states.removeLast()
    }

    /// Whether all that is known of the open streams fits a condition. For invariants.
    func allSatisfy(_ condition: (UInt32, StreamState) -> Bool) -> Bool {
        identifiers.indices.allSatisfy { condition(identifiers[$0], states[$0]) }
    }

    /// Credit of all open streams together. For invariants.
    var credit: Int { states.reduce(0) { $0 + $1.credit } }

    private func index(of stream: UInt32) -> Int? { identifiers.firstIndex(of: stream) }
}
