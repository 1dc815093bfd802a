package import LinuxSystem

/// What a server does with the requests of one connection.
///
/// `expectedLength` and short requests run on the thread that reads the connection; long ones on a thread of their own,
/// several at once. Nothing is called any more after `connectionEnded`.
package protocol RequestHandler: AnyObject, Sendable {
    /// The peer's HELLO, before anything else. False drops the peer.
    func receivedHello(_ hello: Span<UInt8>) -> Bool
    /// How long the request will take: a cheap look at the payload.
    func expectedLength(_ payload: Span<UInt8>) -> RequestLength
    /// Answers a request: calls `reply` or `openStream` of it, once, before it returns. Descriptors that are not taken
    /// are closed.
    func handle(
        _ request: borrowing IncomingRequest,
        payload: Span<UInt8>,
        descriptors: consuming DescriptorList
    )
    /// The payload of a response that says why the transport itself answered.
    func encodeRefusal(_ refusal: TransportRefusal) -> [UInt8]
    /// The connection has ended, and every call of `handle` has returned.
    func connectionEnded()
}

/// How long a request takes, as far as it can be told beforehand.
package enum RequestLength: Hashable, Sendable {
    /// Done in a moment, without waiting for anything.
    case short
    /// Short more often than not. It begins on the thread that reads; when it asks whether it is cancelled and some time
    /// has gone by, another thread reads on.
    case undecided
    case long
}
