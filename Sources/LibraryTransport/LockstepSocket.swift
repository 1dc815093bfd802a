package import LinuxSystem

/// Whole frames over a connected socket, one at a time: what a parent and its worker process need, who take turns.
///
/// Every frame has the header of the library's protocol. Lengths and numbers of descriptors are judged before anything
/// is taken; after a violation or a deadline that passed, the two sides may be out of step, and the connection is of no
/// more use.
package struct LockstepSocket: ~Copyable, Sendable {
    /// Bytes. What is large travels in sealed memory.
    package static let maximumPayloadLength = 64 << 10

    private let socket: OwnedDescriptor

    package init(_ socket: consuming OwnedDescriptor) {
        self.socket = socket
    }

    /// What a wait can watch together with other descriptors.
    package var rawValue: CInt { socket.rawValue }

    /// Sends one frame. The descriptors stay the caller's.
    package borrowing func send(
        _ type: FrameType,
        stream: UInt32,
        payload: [UInt8] = [],
        descriptors: borrowing DescriptorList = DescriptorList()
    ) throws(LockstepFailure) {
        precondition(payload.count <= LockstepSocket.maximumPayloadLength, "a frame's payload is short")
        var bytes = [UInt8](repeating: 0, count: FrameHeader.byteCount)
        FrameHeader(type, stream: stream, payloadLength: payload.count, descriptorCount: descriptors.count)
            .encode(into: &bytes)
        bytes += payload
        do throws(SystemCallError) {
            var sent = try socket.send(bytes.span, descriptors: descriptors)
            while sent < bytes.count { sent += try socket.send(bytes.span.extracting(sent...)) }
        } catch {
            throw .system(error)
        }
    }

    /// Waits for one frame, until the monotonic clock's `deadline` in nanoseconds.
    package borrowing func receive(until deadline: UInt64? = nil) throws(LockstepFailure) -> LockstepFrame {
        var head = [UInt8](repeating: 0, count: FrameHeader.byteCount)
        let descriptors = try fill(&head, until: deadline)
        let header = FrameHeader(decoding: head.span)
        guard header.reserved == 0, header.payloadLength <= LockstepSocket.maximumPayloadLength,
            Int(header.descriptorCount) == descriptors.count
        else { throw .violation }
        var payload = [UInt8](repeating: 0, count: Int(header.payloadLength))
        let more = try fill(&payload, until: deadline)
        guard more.isEmpty else { throw .violation }
        return LockstepFrame(header: header, payload: payload, descriptors: descriptors)
    }

    /// Fills all of `bytes`; the descriptors that came with the first of them.
    private borrowing func fill(
        _ bytes: inout [UInt8],
        until deadline: UInt64?
    ) throws(LockstepFailure) -> DescriptorList {
        var descriptors = DescriptorList()
        var filled = 0
        while filled < bytes.count {
            try wait(until: deadline)
            var chunk = [UInt8](repeating: 0, count: bytes.count - filled)
            var received = try receive(into: &chunk)
            if received.count == 0 { throw .closed }
            if received.lostDescriptors || (filled > 0 && !received.descriptors.isEmpty) { throw .violation }
            while let descriptor = received.descriptors.takeFirst() { descriptors.append(descriptor) }
            bytes.replaceSubrange(filled..<filled + received.count, with: chunk[..<received.count])
            filled += received.count
        }
        return descriptors
    }

    private borrowing func wait(until deadline: UInt64?) throws(LockstepFailure) {
        let now = MonotonicClock.now()
        let isReadable: Bool
        do throws(SystemCallError) {
            isReadable = try Poll.wait(
                socket,
                for: .readable,
                timeoutNanoseconds: deadline.map { $0 > now ? $0 - now : 0 }
            )
        } catch {
            throw .system(error)
        }
        if !isReadable { throw .deadlinePassed }
    }

    private borrowing func receive(into chunk: inout [UInt8]) throws(LockstepFailure) -> ReceivedBytes {
        var room = chunk.mutableSpan
        do throws(SystemCallError) { return try socket.receive(into: &room) } catch { throw .system(error) }
    }
}

/// A frame and what came with it.
package struct LockstepFrame: ~Copyable {
    package var header: FrameHeader
    package var payload: [UInt8]
    package var descriptors: DescriptorList
}

/// Why a frame could not be sent or received.
package enum LockstepFailure: Error, Hashable, Sendable {
    /// The peer has closed its end, or is gone.
    case closed
    case deadlinePassed
    /// The peer broke the rules of frames.
    case violation
    case system(SystemCallError)
}
