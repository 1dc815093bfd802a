import Admission
import LinuxSystem

/// What the thread that reads a connection works with: the decoder and the descriptors that came.
struct FrameReceiver: ~Copyable {
    var decoder: FrameDecoder
    private var bytes: PeerBytes
    /// What the socket's receive timeout is set to.
    private var currentTimeout: UInt64 = 0

    /// Who sent what was received last; nil where the socket does not tell.
    var sender: Int32? { bytes.sender }

    /// Takes descriptors as they come, or has them received elsewhere, on the account of a share; for that the socket
    /// is prepared by `lookOnwards`.
    init(limits: TransportLimits, descriptorsBy intake: DescriptorIntake? = nil, for share: Share = .owner) {
        decoder = FrameDecoder(limits: limits)
        bytes = PeerBytes(descriptorsBy: intake, for: share)
    }

    /// What came of a receive. `refused`: what the peer attaches cannot be received any more.
    enum Result: Hashable { case received, ended, timedOut, refused }

    /// One receive into the decoder. `timedOut` when the timeout that is set was over.
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

    /// Nanoseconds that received bytes may stay in the socket. A peer that has filled it, and waits for room, waits so
    /// long at most.
    private static let leftTime: UInt64 = 5_000_000

    /// Like `receive`, and waits for as long as it takes. What was received is taken out of the socket, if nothing
    /// follows it at once.
    mutating func receiveWaiting(from socket: borrowing OwnedDescriptor) throws(SystemCallError) -> Result {
        while true {
            if bytes.leavesBytes { try setTimeout(FrameReceiver.leftTime, of: socket) }
            let result = try receive(from: socket)
            if result != .timedOut { return result }
            try bytes.takeLeft(socket)
            try setTimeout(0, of: socket)
        }
    }

    /// Before the socket is closed: what was received is not to look unread to the peer.
    mutating func finish(_ socket: borrowing OwnedDescriptor) {
        do throws(SystemCallError) { try bytes.takeLeft(socket) } catch {
            // Then the peer has gone, and nobody looks.
        }
    }

    /// The descriptors of the frame that the decoder has just reported.
    mutating func takeDescriptors(of header: FrameHeader) -> DescriptorList {
        bytes.descriptors.takeFirst(Int(header.descriptorCount))
    }

    /// Sets how long a receive may wait, in nanoseconds; 0 is for ever. Costs a call only when it changes.
    mutating func setTimeout(_ timeout: UInt64, of socket: borrowing OwnedDescriptor) throws(SystemCallError) {
        if timeout == currentTimeout { return }
        try socket.setReceiveTimeout(timeout)
        currentTimeout = timeout
    }

    /// Sees to it that a receive does not wait for longer than `remaining`, and leaves a shorter timeout as it is:
    /// calls with equal timeouts then set it once.
    mutating func limitTimeout(to remaining: UInt64, of socket: borrowing OwnedDescriptor) throws(SystemCallError) {
        if currentTimeout == 0 || currentTimeout > remaining { try setTimeout(max(remaining, 1000), of: socket) }
    }
}

extension SystemCallError {
    /// The call would have had to wait (EAGAIN).
    var isTimeout: Bool { errorNumber == SystemCallError.tryAgain }
}
