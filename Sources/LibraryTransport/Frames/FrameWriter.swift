import LinuxSystem
import Synchronization

/// The sending side of a connection: whole frames, in order, from any thread.
///
/// Guarantees:
/// 1. Frames never interleave: `sending` is held from the first byte of a frame to its last, or until the rest is
///    buffered in `UnsentBytes`.
/// 2. `write` waits at most for the stall timeout; then it shuts the connection down.
/// 3. `enqueue` never waits. It buffers what the socket does not take at once; the next writer, the current holder of
///    `sending`, or the drainer sends it. Event credit and one short reply per open stream bound the buffer.
///
/// Locks: `sending`, then `outbox`; `outbox` is never held across a system call.
final class FrameWriter: Sendable {
    let socket: OwnedDescriptor
    private let stallTimeout: UInt64
    private let drainer: OutboxDrainer?
    private let sending = Mutex(UnsentBytes())
    private let outbox = Mutex<[UInt8]>([])
    /// True while `outbox` is non-empty. Set before trying `sending` and re-read after releasing it, so that no frame
    /// is stranded.
    private let hasOutbox = Atomic<Bool>(false)
    private let isClosed = Atomic<Bool>(false)
    /// True while `UnsentBytes` is non-empty, as of the last release of `sending`, or since they were moved from
    /// `outbox`.
    private let hasUnsent = Atomic<Bool>(false)
    private let closesWhenSent = Atomic<Bool>(false)

    /// The rest of frames that were begun or enqueued.
    private struct UnsentBytes {
        var bytes: [UInt8] = []
        var start = 0
        var isEmpty: Bool { start == bytes.count }

        mutating func append(_ more: Span<UInt8>) { bytes.append(more) }
    }

    /// The outcome of a write.
    enum Outcome: Hashable { case written, notPrepared, deadlineExceeded, closed }

    /// What is left after sending from the buffers. `busy`: another thread is sending.
    enum FlushOutcome: Hashable { case empty, progress, blocked, busy, closed }

    init(socket: consuming OwnedDescriptor, limits: TransportLimits, drainer: OutboxDrainer?) {
        self.socket = socket
        self.drainer = drainer
        stallTimeout = limits.stallTimeout
    }

    /// Whether a frame that was begun or enqueued has not reached the kernel as a whole.
    var hasUnsentBytes: Bool {
        // After a shutdown nothing is sent any more. `hasOutbox` first: bytes that move from `outbox` set `hasUnsent`
        // before they clear `hasOutbox`.
        !isShutDown
            && (hasOutbox.load(ordering: .sequentiallyConsistent) || hasUnsent.load(ordering: .sequentiallyConsistent))
    }

    var isShutDown: Bool { isClosed.load(ordering: .acquiring) }

    /// Ends the connection in both directions and wakes its readers and writers.
    func shutDown() {
        if isClosed.exchange(true, ordering: .acquiringAndReleasing) { return }
        // ENOTCONN, the only error: the peer has gone already.
        do throws(SystemCallError) { try socket.shutDown() } catch {}
    }

    /// Receives what the peer has sent by now and then the end of the stream; the peer's later sends fail.
    func shutDownReading() {
        // ENOTCONN, the only error: the peer has gone already.
        do throws(SystemCallError) { try socket.shutDownReading() } catch {}
    }

    /// Ends the connection once everything buffered has been sent.
    func shutDownWhenSent() {
        // The current holder of `sending` reads both when it releases.
        closesWhenSent.store(true, ordering: .sequentiallyConsistent)
        hasOutbox.store(true, ordering: .sequentiallyConsistent)
        sendOutbox()
    }

    /// Sends a frame whose header is set, waiting until `deadline` (monotonic nanoseconds, 0: none) or for the stall
    /// timeout. `whenBlocked` is called before the first wait.
    func write(
        _ message: inout MessageBuffer,
        descriptors: borrowing DescriptorList,
        deadline: UInt64 = 0,
        whenBlocked: () -> Void = {}
    ) -> Outcome {
        write(&message, descriptors: descriptors, deadline: deadline, prepare: { _ in true }, whenBlocked: whenBlocked)
    }

    /// Calls `prepare` to complete the frame while holding `sending`, so that streams are opened in the order of their
    /// requests on the wire. `prepare` returns false to send nothing.
    func write(
        _ message: inout MessageBuffer,
        descriptors: borrowing DescriptorList,
        deadline: UInt64,
        prepare: (inout MessageBuffer) -> Bool,
        whenBlocked: () -> Void
    ) -> Outcome {
        let outcome: Outcome = sending.withLock { unsent in
            if !prepare(&message) { return .notPrepared }
            defer { hasUnsent.store(!unsent.isEmpty, ordering: .sequentiallyConsistent) }
            return writeLocked(message.storage, message.end, descriptors, deadline, &unsent, whenBlocked)
        }
        if hasOutbox.load(ordering: .sequentiallyConsistent) || closesWhenSent.load(ordering: .sequentiallyConsistent) {
            sendOutbox()
        } else if hasUnsent.load(ordering: .sequentiallyConsistent) {
            // After the release of `sending`: a drainer that finds it held relies on the holder.
            drainer?.add(self)
        }
        return outcome
    }

    private func writeLocked(
        _ storage: [UInt8],
        _ end: Int,
        _ descriptors: borrowing DescriptorList,
        _ deadline: UInt64,
        _ unsent: inout UnsentBytes,
        _ whenBlocked: () -> Void
    ) -> Outcome {
        if isShutDown { return .closed }
        do throws(SystemCallError) {
            var sent = 0
            // The common case: nothing is buffered, and the socket takes the whole frame.
            if unsent.isEmpty && !hasOutbox.load(ordering: .sequentiallyConsistent) {
                sent = try send(storage.span.extracting(0..<end), descriptors)
                if sent == end { return .written }
            }
            whenBlocked()
            let stall = MonotonicClock.deadline(after: stallTimeout)
            while sent < end {
                if !unsent.isEmpty || hasOutbox.load(ordering: .sequentiallyConsistent) {
                    if sent == 0 { _ = try flushLocked(&unsent) }
                }
                if sent > 0 || unsent.isEmpty {
                    let bytes = storage.span.extracting(sent..<end)
                    sent += sent == 0 ? try send(bytes, descriptors) : try send(bytes, DescriptorList())
                    if sent == end { break }
                }
                let now = MonotonicClock.now()
                if now >= stall {
                    shutDown()
                    return .closed
                }
                if deadline != 0 && now >= deadline {
                    if sent == 0 { return .deadlineExceeded }
                    // A frame that was begun must be finished: the drainer does that.
                    guard drainer != nil else {
                        shutDown()
                        return .closed
                    }
                    unsent.append(storage.span.extracting(sent..<end))
                    return .written
                }
                let until = deadline == 0 ? stall : min(stall, deadline)
                _ = try Poll.wait(socket, for: .writable, timeoutNanoseconds: until - now)
            }
            return .written
        } catch {
            shutDown()
            return .closed
        }
    }

    /// Buffers a frame and sends it if that needs no waiting.
    func enqueue(_ type: FrameType, stream: UInt32, flags: FrameFlags = [], payload: Span<UInt8>) {
        var header = [UInt8](repeating: 0, count: FrameHeader.byteCount)
        FrameHeader(type, stream: stream, flags: flags, payloadLength: payload.count).encode(into: &header)
        outbox.withLock { outbox in
            outbox.append(contentsOf: header)
            outbox.append(payload)
        }
        hasOutbox.store(true, ordering: .sequentiallyConsistent)
        sendOutbox()
    }

    /// Sends what is buffered without waiting. Another thread that is sending does it instead when it has finished.
    private func sendOutbox() {
        switch flush() {
        case .blocked, .progress: drainer?.add(self)
        case .empty, .busy, .closed: break
        }
    }

    /// Sends as much of the buffers as the socket takes without waiting.
    func flush() -> FlushOutcome {
        while true {
            let outcome = tryFlushing()
            // A thread that enqueued meanwhile and found `sending` held relies on this check.
            if outcome != .empty || !hasOutbox.load(ordering: .sequentiallyConsistent) { return outcome }
        }
    }

    private func tryFlushing() -> FlushOutcome {
        let outcome: FlushOutcome? = sending.withLockIfAvailable { unsent in
            if isShutDown { return .closed }
            defer { hasUnsent.store(!unsent.isEmpty, ordering: .sequentiallyConsistent) }
            do throws(SystemCallError) {
                let sent = try flushLocked(&unsent)
                if unsent.isEmpty {
                    if !closesWhenSent.load(ordering: .sequentiallyConsistent) { return .empty }
                    shutDown()
                    return .closed
                }
                return sent > 0 ? .progress : .blocked
            } catch {
                shutDown()
                return .closed
            }
        }
        return outcome ?? .busy
    }

    /// Sends as much of the buffers as the socket takes. Returns the number of bytes.
    private func flushLocked(_ unsent: inout UnsentBytes) throws(SystemCallError) -> Int {
        var total = 0
        while true {
            if unsent.isEmpty {
                unsent.bytes.removeAll(keepingCapacity: unsent.bytes.capacity <= 4096)
                unsent.start = 0
                if !hasOutbox.load(ordering: .sequentiallyConsistent) { return total }
                outbox.withLock { outbox in
                    swap(&outbox, &unsent.bytes)
                    hasUnsent.store(true, ordering: .sequentiallyConsistent)
                    hasOutbox.store(false, ordering: .sequentiallyConsistent)
                }
                if unsent.isEmpty { return total }
            }
            let count = try send(unsent.bytes.span.extracting(unsent.start..<unsent.bytes.count), DescriptorList())
            if count == 0 { return total }
            unsent.start += count
            total += count
        }
    }

    /// One send without waiting. Returns 0 when the socket is full.
    private func send(_ bytes: Span<UInt8>, _ descriptors: borrowing DescriptorList) throws(SystemCallError) -> Int {
        do throws(SystemCallError) {
            return try socket.send(bytes, descriptors: descriptors, waiting: false)
        } catch {
            if error.isTimeout { return 0 }
            throw error
        }
    }
}

extension [UInt8] {
    /// One memcpy, also in a debug build: a large frame does not hold `sending` for long.
    fileprivate mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
