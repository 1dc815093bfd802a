/// Every limit of the wire, in one place. Peers may count on the standard values; tests use smaller ones.
package struct TransportLimits: Hashable, Sendable {
    /// The longest payload of a frame, in bytes. A longer one is skipped and answered with an error.
    package var maximumPayloadLength = 1 << 20
    /// The longest payload that is skipped to stay in step. A frame that claims more ends the connection.
    package var maximumSkippedLength = 64 << 20
    /// The longest payload of a HELLO.
    package var maximumHelloLength = 64 << 10
    /// The longest payload of a PING.
    package var maximumPingLength = 64
    /// Requests and streams open at once on a connection.
    package var maximumOpenStreams = 256
    /// Bytes of requests, of all connections together, that wait for a thread. More are refused.
    package var maximumWaitingBytes = 64 << 20
    /// Descriptors that came with them.
    package var maximumWaitingDescriptors = 512
    /// Bytes of large frames, of all connections together, that have begun to arrive. More are skipped and refused.
    package var maximumArrivingBytes = 64 << 20
    /// Bytes of events, frame headers included, that a peer may let the server send on one stream before it takes some.
    package var maximumStreamCredit = 256 << 10
    /// The same for all streams of a connection together. It also bounds what the server holds for a slow peer.
    package var maximumConnectionCredit = 1 << 20
    /// How long a peer may take for its HELLO, in nanoseconds.
    package var helloTimeout: UInt64 = 5_000_000_000
    /// How long one frame may take to be written, in nanoseconds, before the connection is given up.
    package var stallTimeout: UInt64 = 10_000_000_000

    package init() {}

    package static let standard = TransportLimits()

    /// The most descriptors that a frame carries. Fixed by the wire.
    package static let maximumDescriptorsPerFrame = 16
}
