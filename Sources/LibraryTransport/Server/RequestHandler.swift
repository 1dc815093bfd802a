package import LinuxSystem

/// What a server does with the requests of one connection.
///
/// `estimate` and requests that are not long run on the thread that reads the connection; long ones on threads of the
/// pool, several at once. Nothing is called any more after `connectionEnded`.
package protocol RequestHandler: AnyObject, Sendable {
    /// The peer's HELLO, before anything else. False drops the peer.
    func receivedHello(_ hello: Span<UInt8>) -> Bool
    /// What to expect of a request: a cheap look at its first fields, before anything is unpacked.
    func estimate(of payload: Span<UInt8>, _ descriptors: borrowing DescriptorList) -> RequestEstimate
    /// Answers a request: calls `reply` or `openStream` of it, once, before it returns `answered`. A request that has a
    /// `quickDeadline` and cannot be answered by then is left alone, and comes back on another thread. Descriptors that
    /// are not taken are closed.
    func handle(
        _ request: borrowing IncomingRequest,
        payload: Span<UInt8>,
        descriptors: inout DescriptorList
    ) -> RequestOutcome
    /// The payload of a response that says why the transport itself answered.
    func encodeRefusal(_ refusal: TransportRefusal) -> [UInt8]
    /// The connection has ended, and every call of `handle` has returned.
    func connectionEnded()
}

/// What can be told of a request before it is begun.
package struct RequestEstimate: Hashable, Sendable {
    package enum Length: Hashable, Sendable {
        /// Done in a moment, without waiting for anything.
        case short
        /// Short more often than not. It is tried on the thread that reads, and begun anew on another one when it turns
        /// out to be long. `kind`: requests that are likely to take as long as each other.
        case undecided(kind: UInt8)
        case long
    }

    package var length: Length
    /// What the request gives itself, in nanoseconds from now on; nil for as long as it takes.
    package var timeout: UInt64?

    package init(_ length: Length, timeout: UInt64? = nil) {
        self.length = length
        self.timeout = timeout
    }
}

package enum RequestOutcome: Hashable, Sendable {
    case answered
    /// It was not done by its `quickDeadline`; nothing has been sent or changed.
    case needsThread
}
