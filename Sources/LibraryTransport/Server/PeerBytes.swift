import Admission
import LinuxSystem

/// Receives bytes and descriptors from a socket.
///
/// This process does not receive descriptors of an untrusted peer. Where a frame may begin, it peeks (MSG_PEEK): bytes
/// with descriptors are then received by another process (`DescriptorIntake`), others are discarded from the socket a
/// few peeks later. SO_PEEK_OFF makes a peek cost what a receive does, because each continues after the last one.
struct PeerBytes: ~Copyable {
    /// Descriptors that were received and no frame has claimed yet, in order.
    var descriptors = DescriptorList()
    /// The process that sent the last bytes; nil without SO_PASSCRED.
    private(set) var sender: Int32?
    /// `DescriptorIntake` refused the peer's descriptors.
    private(set) var isRefused = false
    /// Nil to receive descriptors in this process.
    private let intake: DescriptorIntake?
    private let share: Share
    /// Peeked and still in the socket: the number of bytes and of peeks.
    private var peeked = (bytes: 0, count: 0)

    /// Bytes of one peek.
    private static let peekLimit = 8 << 10
    /// How much may stay in the socket, where it uses up the peer's SO_SNDBUF: each small request takes more than a
    /// kilobyte of that.
    private static let peekedLimit = (bytes: 2 << 10, count: 8)

    /// Whether peeked bytes are still in the socket.
    var hasPeekedBytes: Bool { peeked.bytes > 0 }

    init(descriptorsBy intake: DescriptorIntake?, for share: Share) {
        self.intake = intake
        self.share = share
    }

    /// One receive. `missing`: bytes missing of a frame that has begun. Returns the number of bytes and of their
    /// descriptors, `Int.max` when the kernel dropped some of those.
    mutating func receive(
        into room: inout MutableSpan<UInt8>,
        at offset: Int,
        missing: Int,
        from socket: borrowing OwnedDescriptor
    ) throws(SystemCallError) -> (count: Int, descriptorCount: Int) {
        guard let intake else {
            var bytes = try socket.receive(into: &room, at: offset)
            sender = bytes.sender
            let count = append(&bytes.descriptors)
            return (bytes.count, bytes.lostDescriptors ? .max : count)
        }
        // Descriptors in the middle of a frame are a violation: nothing to peek for.
        if missing > PeerBytes.peekLimit {
            try discardPeeked(socket)
            let bytes = try socket.receiveBytes(into: &room, at: offset, limit: missing)
            sender = bytes.sender
            return (bytes.count, bytes.hasDescriptors ? .max : 0)
        }
        let bytes = try socket.peek(into: &room, at: offset, limit: PeerBytes.peekLimit)
        sender = bytes.sender
        peeked = (peeked.bytes + bytes.count, peeked.count + 1)
        if bytes.hasDescriptors { return (bytes.count, try receiveAttached(socket, intake)) }
        let isFull = peeked.bytes >= PeerBytes.peekedLimit.bytes || peeked.count >= PeerBytes.peekedLimit.count
        if isFull { try discardPeeked(socket) }
        return (bytes.count, 0)
    }

    /// Takes peeked bytes out of the socket. They have no descriptors.
    mutating func discardPeeked(_ socket: borrowing OwnedDescriptor) throws(SystemCallError) {
        if peeked.bytes > 0 { try socket.discard(peeked.bytes) }
        peeked = (0, 0)
    }

    /// Has another process receive the peeked bytes and their descriptors. Returns the number of those.
    private mutating func receiveAttached(
        _ socket: borrowing OwnedDescriptor,
        _ intake: DescriptorIntake
    ) throws(SystemCallError) -> Int {
        let byteCount = peeked.bytes
        peeked = (0, 0)
        do throws(DescriptorIntake.Refusal) {
            guard var received = try intake.receive(byteCount, from: socket, for: share) else { return .max }
            return append(&received)
        } catch {
            switch error {
            case .system(let error): throw error
            case .tooManyHeld:
                isRefused = true
                return .max
            }
        }
    }

    private mutating func append(_ received: inout DescriptorList) -> Int {
        let count = received.count
        while let descriptor = received.takeFirst() { descriptors.append(descriptor) }
        return count
    }
}
