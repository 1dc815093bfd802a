/// All limits of the wire. Peers may rely on the standard values; tests use smaller ones.
package struct TransportLimits: Hashable, Sendable {
    /// The longest payload of a frame, in bytes. A longer one is skipped and answered with an error.
    package var maximumPayloadLength = 1 << 20
    /// The longest payload that is skipped, in bytes. A longer one ends the connection.
    package var maximumSkippedLength = 64 << 20
    /// The longest payload of a HELLO.
    package var maximumHelloLength = 64 << 10
    /// The longest payload of a PING.
    package var maximumPingLength = 64
    /// Requests and streams open at once on a connection.
    package var maximumOpenStreams = 256
    /// Bytes of queued requests of all connections. Further requests are refused.
    package var maximumWaitingBytes = 64 << 20
    /// Descriptors of queued requests of all connections.
    package var maximumWaitingDescriptors = 512
    /// Bytes of large frames that are arriving, of all connections. Further ones are skipped and refused.
    package var maximumArrivingBytes = 64 << 20
    /// The most credit of a stream, in bytes of events with their frame headers.
    package var maximumStreamCredit = 256 << 10
    /// The most credit of all streams of a connection. Bounds what the server buffers for a slow peer.
    package var maximumConnectionCredit = 1 << 20
    /// Nanoseconds for the peer's HELLO to arrive.
    package var helloTimeout: UInt64 = 5_000_000_000
    /// Nanoseconds for one frame to be written before the connection is shut down.
    package var stallTimeout: UInt64 = 10_000_000_000

    package init() {}

    package static let standard = TransportLimits()

    /// The most descriptors that a frame carries. Fixed by the wire format.
    package static let maximumDescriptorsPerFrame = 16
}
