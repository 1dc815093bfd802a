import Admission
import LinuxSystem

/// Takes bytes out of a socket, and what is attached to them.
///
/// From a peer that is not to be trusted no descriptor is taken by this process. So where a frame may begin, bytes are
/// looked at first and left in the socket: those that have something attached are then received elsewhere
/// (`DescriptorIntake`), the others are taken a few at a time. To look costs what to take does, because the next look
/// goes on behind the last one.
struct PeerBytes: ~Copyable {
    /// What came and was not claimed yet, in order.
    var descriptors = DescriptorList()
    /// Who sent what came last; nil where the socket does not tell.
    private(set) var sender: Int32?
    /// What the peer attached could not be received any more: too much of it is held already.
    private(set) var isRefused = false
    /// Nil where descriptors are taken as they come.
    private let intake: DescriptorIntake?
    private let share: Share
    /// Looked at, and still in the socket: how many bytes, and how often.
    private var left = (bytes: 0, looks: 0)

    /// Bytes of one look.
    private static let lookLimit = 8 << 10
    /// What is left in the socket at most. It takes room of the peer's (`SO_SNDBUF`), who needs some for the next
    /// request: of small ones each takes more than a kilobyte there.
    private static let leftLimit = (bytes: 2 << 10, looks: 8)

    /// Whether something was looked at and not taken.
    var leavesBytes: Bool { left.bytes > 0 }

    init(descriptorsBy intake: DescriptorIntake?, for share: Share) {
        self.intake = intake
        self.share = share
    }

    /// One receive. `missing`: bytes that still have to come of a frame that has begun. Returns the number of bytes,
    /// and that of the descriptors that came with them; `Int.max` when some of those were lost.
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
        // Nothing may be attached to the middle of a frame.
        if missing > PeerBytes.lookLimit {
            try takeLeft(socket)
            let bytes = try socket.receiveBytes(into: &room, at: offset, limit: missing)
            sender = bytes.sender
            return (bytes.count, bytes.hasDescriptors ? .max : 0)
        }
        let bytes = try socket.look(into: &room, at: offset, limit: PeerBytes.lookLimit)
        sender = bytes.sender
        left = (left.bytes + bytes.count, left.looks + 1)
        if bytes.hasDescriptors { return (bytes.count, try takeAttached(socket, intake)) }
        if left.bytes >= PeerBytes.leftLimit.bytes || left.looks >= PeerBytes.leftLimit.looks { try takeLeft(socket) }
        return (bytes.count, 0)
    }

    /// Takes what was looked at and has nothing attached.
    mutating func takeLeft(_ socket: borrowing OwnedDescriptor) throws(SystemCallError) {
        if left.bytes > 0 { try socket.discard(left.bytes) }
        left = (0, 0)
    }

    /// Has what was looked at received elsewhere.
    private mutating func takeAttached(
        _ socket: borrowing OwnedDescriptor,
        _ intake: DescriptorIntake
    ) throws(SystemCallError) -> Int {
        let byteCount = left.bytes
        left = (0, 0)
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
