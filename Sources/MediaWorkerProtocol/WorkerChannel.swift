package import LinuxSystem

/// Sends and receives whole frames over a connected socket, for a server and its worker, which take turns.
///
/// Checks lengths and numbers of descriptors before it takes anything. After a violation or a timeout the two ends may
/// be out of step, and the connection is unusable.
package struct WorkerChannel: ~Copyable, Sendable {
    /// Bytes. Large data travels in sealed memory.
    package static let maximumPayloadLength = 64 << 10

    private let socket: OwnedDescriptor

    package init(_ socket: consuming OwnedDescriptor) {
        self.socket = socket
    }

    /// For polling together with other descriptors.
    package var rawValue: CInt { socket.rawValue }

    /// Whether bytes have arrived, or the peer has closed.
    package var hasInput: Bool {
        get throws(WorkerChannelFailure) {
            do throws(SystemCallError) { return try Poll.wait(socket, for: .readable, timeoutNanoseconds: 0) } catch {
                throw .system(error)
            }
        }
    }

    /// Sends one frame. The descriptors stay the caller's.
    package borrowing func send(
        _ kind: WorkerFrameKind,
        _ number: UInt32,
        payload: [UInt8] = [],
        descriptors: borrowing DescriptorList = DescriptorList()
    ) throws(WorkerChannelFailure) {
        guard payload.count <= WorkerChannel.maximumPayloadLength else { throw .violation }
        let header = WorkerFrameHeader(
            kind,
            number,
            payloadLength: payload.count,
            descriptorCount: descriptors.count
        )
        let bytes = header.bytes + payload
        do throws(SystemCallError) {
            var sent = try socket.send(bytes.span, descriptors: descriptors)
            while sent < bytes.count { sent += try socket.send(bytes.span.extracting(sent...)) }
        } catch {
            throw .system(error)
        }
    }

    /// Waits for one frame until `deadline`, in nanoseconds of the monotonic clock.
    package borrowing func receive(until deadline: UInt64? = nil) throws(WorkerChannelFailure) -> WorkerFrame {
        var head = [UInt8](repeating: 0, count: WorkerFrameHeader.byteCount)
        let descriptors = try fill(&head, until: deadline)
        let header = try WorkerFrameHeader(head)
        guard header.descriptorCount == descriptors.count else { throw .violation }
        var payload = [UInt8](repeating: 0, count: header.payloadLength)
        let more = try fill(&payload, until: deadline)
        guard more.isEmpty else { throw .violation }
        return WorkerFrame(kind: header.kind, number: header.number, payload: payload, descriptors: descriptors)
    }

    /// Fills all of `bytes`; returns the descriptors that came with the first one.
    private borrowing func fill(
        _ bytes: inout [UInt8],
        until deadline: UInt64?
    ) throws(WorkerChannelFailure) -> DescriptorList {
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

    private borrowing func wait(until deadline: UInt64?) throws(WorkerChannelFailure) {
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

    private borrowing func receive(into chunk: inout [UInt8]) throws(WorkerChannelFailure) -> ReceivedBytes {
        var room = chunk.mutableSpan
        do throws(SystemCallError) { return try socket.receive(into: &room) } catch { throw .system(error) }
    }
}

/// Why sending or receiving a frame failed.
package enum WorkerChannelFailure: Error, Hashable, Sendable {
    /// The peer has closed its end, or ended.
    case closed
    case deadlinePassed
    /// The peer broke the protocol.
    case violation
    case system(SystemCallError)
}
