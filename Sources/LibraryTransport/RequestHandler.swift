package import LinuxSystem

/// What a server does with the requests of one connection.
///
/// `isShort` and short requests run on the thread that reads the connection; long ones on a thread of their own, several
/// at once. Nothing is called any more after `connectionEnded`.
package protocol RequestHandler: AnyObject, Sendable {
    /// The peer's HELLO, before anything else. False drops the peer.
    func receivedHello(_ hello: Span<UInt8>) -> Bool
    /// Whether the request will be done in a moment, without waiting for anything: a cheap look at the payload.
    func isShort(_ payload: Span<UInt8>) -> Bool
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
