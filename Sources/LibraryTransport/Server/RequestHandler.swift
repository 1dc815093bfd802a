package import LinuxSystem

/// Serves the requests of one connection.
///
/// `estimate` and short requests run on the reading thread; long ones on threads of the pool, several at once. Nothing
/// is called after `connectionEnded`.
package protocol RequestHandler: AnyObject, Sendable {
    /// Checks the peer's HELLO, before any request. Returns false to close the connection.
    func receivedHello(_ hello: Span<UInt8>) -> Bool
    /// Estimates a request from its first fields, before it is unpacked.
    func estimate(of payload: Span<UInt8>, _ descriptors: borrowing DescriptorList) -> RequestEstimate
    /// Answers a request: calls its `reply` or `openStream` once, then returns `answered`. Returns `needsThread`,
    /// without effect, for a request that cannot be answered by its `inlineDeadline`; it comes back on another thread.
    /// The caller closes descriptors that are not taken.
    func handle(
        _ request: borrowing IncomingRequest,
        payload: Span<UInt8>,
        descriptors: inout DescriptorList
    ) -> RequestOutcome
    /// Encodes the response for a request that the transport refuses.
    func encodeRefusal(_ refusal: TransportRefusal) -> [UInt8]
    /// The connection has ended, and every call of `handle` has returned.
    func connectionEnded()
}

/// What is known of a request before it begins.
package struct RequestEstimate: Hashable, Sendable {
    package enum Length: Hashable, Sendable {
        /// Done within microseconds, and never waits.
        case short
        /// Usually short: tried on the reading thread (`InlineTrials`), and begun anew on another when it turns out to
        /// be long. `kind`: groups requests that take similar time.
        case undecided(kind: UInt8)
        case long
    }

    package var length: Length
    /// The request's own timeout in nanoseconds; nil for none.
    package var timeout: UInt64?
    /// The handler's own: what it found in the first fields. It comes back with the request
    /// (`IncomingRequest.estimate`), so that the handler reads those fields once.
    package var note: UInt64

    package init(_ length: Length, timeout: UInt64? = nil, note: UInt64 = 0) {
        self.length = length
        self.timeout = timeout
        self.note = note
    }

    /// The kind of an undecided request; nil for others.
    var trialKind: UInt8? { if case .undecided(let kind) = length { kind } else { nil } }
}

package enum RequestOutcome: Hashable, Sendable {
    case answered
    /// Not done by its `inlineDeadline`; nothing was sent or changed.
    case needsThread
}
