/// The state of one open stream.
struct StreamState: Hashable, Sendable {
    /// Server: bytes that may still be sent. Client: bytes that may still arrive.
    var credit = 0
    /// The first response has made it an event stream.
    var carriesEvents = false
    /// Server: an event found too little credit since the last CREDIT.
    var lacksCredit = false
    /// Client: no thread waits for it any more.
    var isAbandoned = false
}

/// The open streams of a connection: few and mostly one, hence a linear search.
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

    /// Changes an open stream. Returns nil when it is not open.
    mutating func update<Result>(_ stream: UInt32, _ body: (inout StreamState) -> Result) -> Result? {
        guard let index = index(of: stream) else { return nil }
        return body(&states[index])
    }

    /// Returns the stream's last state; nil when it was not open.
    @discardableResult
    mutating func close(_ stream: UInt32) -> StreamState? {
        guard let index = index(of: stream) else { return nil }
        identifiers.swapAt(index, identifiers.count - 1)
        states.swapAt(index, states.count - 1)
        identifiers.removeLast()
        return states.removeLast()
    }

    /// For invariants.
    func allSatisfy(_ condition: (UInt32, StreamState) -> Bool) -> Bool {
        identifiers.indices.allSatisfy { condition(identifiers[$0], states[$0]) }
    }

    /// The sum over all open streams. For invariants.
    var credit: Int { states.reduce(0) { $0 + $1.credit } }

    private func index(of stream: UInt32) -> Int? { identifiers.firstIndex(of: stream) }
}
