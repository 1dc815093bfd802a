import Admission
import LinuxSystem

/// What a reading thread works with: the decoder, and the descriptors that were received.
struct FrameReceiver: ~Copyable {
    var decoder: FrameDecoder
    private var bytes: PeerBytes
    /// The socket's SO_RCVTIMEO, in nanoseconds.
    private var currentTimeout: UInt64 = 0

    /// The process that sent the last bytes; nil without SO_PASSCRED.
    var sender: Int32? { bytes.sender }

    /// Receives descriptors itself without `intake`; otherwise `intake` does, and counts them against `share`. The
    /// socket then needs `enablePeeking`.
    init(limits: TransportLimits, descriptorsBy intake: DescriptorIntake? = nil, for share: Share = .owner) {
        decoder = FrameDecoder(limits: limits)
        bytes = PeerBytes(descriptorsBy: intake, for: share)
    }

    /// The outcome of a receive. `refused`: `DescriptorIntake` refused the peer's descriptors.
    enum Result: Hashable { case received, ended, timedOut, refused }

    /// One receive into the decoder, for at most the receive timeout.
    mutating func receive(from socket: borrowing OwnedDescriptor) throws(SystemCallError) -> Result {
        let missing = decoder.missingByteCount
        let count: Int
        do throws(SystemCallError) {
            count = try decoder.receive { (room, offset) throws(SystemCallError) in
                try bytes.receive(into: &room, at: offset, missing: missing, from: socket)
            }
        } catch {
            if error.isTimeout { return .timedOut }
            throw error
        }
        if bytes.isRefused { return .refused }
        return count == 0 ? .ended : .received
    }

    /// Nanoseconds that peeked bytes stay in the socket at most. A peer whose send buffer they fill waits that long.
    private static let peekedTime: UInt64 = 5_000_000

    /// Like `receive`, without a timeout. Discards peeked bytes when nothing follows them soon.
    mutating func receiveWaiting(from socket: borrowing OwnedDescriptor) throws(SystemCallError) -> Result {
        while true {
            if bytes.hasPeekedBytes { try setTimeout(FrameReceiver.peekedTime, of: socket) }
            let result = try receive(from: socket)
            if result != .timedOut { return result }
            try bytes.discardPeeked(socket)
            try setTimeout(0, of: socket)
        }
    }

    /// Discards peeked bytes before the socket is closed: unread ones would reset the connection for the peer.
    mutating func finish(_ socket: borrowing OwnedDescriptor) {
        do throws(SystemCallError) { try bytes.discardPeeked(socket) } catch {
            // The peer has gone.
        }
    }

    /// The descriptors of the frame that the decoder has just reported.
    mutating func takeDescriptors(of header: FrameHeader) -> DescriptorList {
        bytes.descriptors.takeFirst(Int(header.descriptorCount))
    }

    /// Sets the receive timeout in nanoseconds; 0 is for ever. Makes a system call only when it changes.
    mutating func setTimeout(_ timeout: UInt64, of socket: borrowing OwnedDescriptor) throws(SystemCallError) {
        if timeout == currentTimeout { return }
        try socket.setReceiveTimeout(timeout)
        currentTimeout = timeout
    }

    /// Shortens the receive timeout to `remaining`. Leaves a shorter one, so that calls with equal timeouts set it
    /// once.
    mutating func limitTimeout(to remaining: UInt64, of socket: borrowing OwnedDescriptor) throws(SystemCallError) {
        if currentTimeout == 0 || currentTimeout > remaining { try setTimeout(max(remaining, 1000), of: socket) }
    }
}

extension SystemCallError {
    /// The call would have had to wait (EAGAIN).
    var isTimeout: Bool { errorNumber == SystemCallError.tryAgain }
}
