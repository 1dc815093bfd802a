import LinuxSystem

/// What the thread that reads a connection works with: the decoder and the descriptors that came.
struct FrameReceiver: ~Copyable {
    var decoder: FrameDecoder
    /// Received and not yet taken, in order.
    private var descriptors = DescriptorList()
    /// What the socket's receive timeout is set to.
    private var currentTimeout: UInt64 = 0
    /// Who sent what was received last; nil where the socket does not tell.
    private(set) var sender: Int32?

    init(limits: TransportLimits) { decoder = FrameDecoder(limits: limits) }

    /// What came of a receive.
    enum Result: Hashable { case received, ended, timedOut }

    /// One receive into the decoder. `timedOut` when the timeout that is set was over.
    mutating func receive(from socket: borrowing OwnedDescriptor) throws(SystemCallError) -> Result {
        var received = DescriptorList()
        let count: Int
        do throws(SystemCallError) {
            count = try decoder.receive { (room, offset) throws(SystemCallError) in
                var bytes = try socket.receive(into: &room, at: offset)
                let descriptorCount = bytes.descriptors.count
                sender = bytes.sender
                if descriptorCount > 0 { swap(&received, &bytes.descriptors) }
                // What was lost makes the number differ from every number that a frame may declare.
                return (bytes.count, bytes.lostDescriptors ? Int.max : descriptorCount)
            }
        } catch {
            if error.isTimeout { return .timedOut }
            throw error
        }
        while let descriptor = received.takeFirst() { descriptors.append(descriptor) }
        return count == 0 ? .ended : .received
    }

    /// The descriptors of the frame that the decoder has just reported.
    mutating func takeDescriptors(of header: FrameHeader) -> DescriptorList {
        descriptors.takeFirst(Int(header.descriptorCount))
    }

    /// Sets how long a receive may wait, in nanoseconds; 0 is for ever. Costs a call only when it changes.
    mutating func setTimeout(_ timeout: UInt64, of socket: borrowing OwnedDescriptor) throws(SystemCallError) {
        if timeout == currentTimeout { return }
        try socket.setReceiveTimeout(timeout)
        currentTimeout = timeout
    }

    /// Sees to it that a receive does not wait for longer than `remaining`, and leaves a shorter timeout as it is: calls
    /// with equal timeouts then set it once.
    mutating func limitTimeout(to remaining: UInt64, of socket: borrowing OwnedDescriptor) throws(SystemCallError) {
        if currentTimeout == 0 || currentTimeout > remaining { try setTimeout(max(remaining, 1000), of: socket) }
    }
}

extension SystemCallError {
    /// The call would have had to wait (EAGAIN).
    var isTimeout: Bool { errorNumber == SystemCallError.tryAgain }
}
