import LinuxSystem
import Synchronization

/// The sending side of a connection: whole frames, in order, from any thread.
///
/// Guarantees:
/// 1. Frames never mix: `sending` is held from the first byte of a frame to its last, or to where its rest is kept.
/// 2. `write` waits at most for the stall timeout; a frame that has not gone by then ends the connection.
/// 3. `enqueue` never waits. What the socket does not take at once is kept, and sent by the next writer, by the one
///    that holds `sending` at the moment, or by the drainer, whoever comes first. What is kept is bounded by the credit
///    of events and one short answer per open stream.
///
/// Locks: `sending`, then `outbox`; `outbox` is never held across a system call.
final class FrameWriter: Sendable {
    let socket: OwnedDescriptor
    private let stallTimeout: UInt64
    private let drainer: OutboxDrainer?
    private let sending = Mutex(UnsentBytes())
    private let outbox = Mutex<[UInt8]>([])
    /// Whether `outbox` holds anything; set before, and looked at after, the lock is tried or released.
    private let hasOutbox = Atomic<Bool>(false)
    private let isClosed = Atomic<Bool>(false)
    /// Whether the rest of something was kept when `sending` was last released, or was taken from `outbox` since.
    private let hasUnsent = Atomic<Bool>(false)
    private let closesWhenSent = Atomic<Bool>(false)

    /// What is left of frames that were begun or queued.
    private struct UnsentBytes {
        var bytes: [UInt8] = []
        var start = 0
        var isEmpty: Bool { start == bytes.count }

        mutating func append(_ more: Span<UInt8>) {
            bytes.reserveCapacity(bytes.count + more.count)
            for index in more.indices { bytes.append(more[index]) }
        }
    }

    /// What came of a write.
    enum Outcome: Hashable { case written, notPrepared, deadlineExceeded, closed }

    /// What is left after trying to send what was kept.
    enum FlushOutcome: Hashable { case empty, progress, blocked, busy, closed }

    init(socket: consuming OwnedDescriptor, limits: TransportLimits, drainer: OutboxDrainer?) {
        self.socket = socket
        self.drainer = drainer
        stallTimeout = limits.stallTimeout
    }

    /// Whether there is something that was queued, or begun, and is not with the kernel yet.
    var keepsBytes: Bool {
        // What was not sent when the connection was shut down never will be. The others in this order: what leaves the
        // outbox counts as unsent before it does not count as queued.
        !isShutDown
            && (hasOutbox.load(ordering: .sequentiallyConsistent) || hasUnsent.load(ordering: .sequentiallyConsistent))
    }

    var isShutDown: Bool { isClosed.load(ordering: .acquiring) }

    /// Ends the connection in both directions; whoever reads or writes it is woken.
    func shutDown() {
        if isClosed.exchange(true, ordering: .acquiringAndReleasing) { return }
        // The one error, that the peer has gone already, changes nothing.
        do throws(SystemCallError) { try socket.shutDown() } catch {}
    }

    /// Takes nothing more from the peer: whoever reads gets what it has sent by now, and then the end.
    func shutDownReading() {
        // The one error, that the peer has gone already, changes nothing.
        do throws(SystemCallError) { try socket.shutDownReading() } catch {}
    }

    /// Ends the connection as soon as everything that is kept has been sent.
    func shutDownWhenSent() {
        // Whoever is sending looks at both when they are done.
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

    /// The same for a frame that `prepare` completes when its turn has come, so that streams are opened in the order in
    /// which their requests are sent. It returns false to send nothing.
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
            // Not before the lock is free: a drainer that finds it taken counts on whoever holds it.
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
            // Nearly always: nothing is waiting, and the socket takes the frame as a whole.
            if unsent.isEmpty && !hasOutbox.load(ordering: .sequentiallyConsistent) {
                sent = try send(storage.span.extracting(0..<end), descriptors)
                if sent == end { return .written }
            }
            whenBlocked()
            let stall = MonotonicClock.deadline(after: stallTimeout)
            while sent < end {
                if !unsent.isEmpty || hasOutbox.load(ordering: .sequentiallyConsistent) {
                    if sent == 0 { _ = try sendKept(&unsent) }
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
                    // Begun, so it has to be finished, but not by waiting here.
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

    /// Queues a frame and sends it if that works without waiting.
    func enqueue(_ type: FrameType, stream: UInt32, flags: FrameFlags = [], payload: Span<UInt8>) {
        var header = [UInt8](repeating: 0, count: FrameHeader.byteCount)
        FrameHeader(type, stream: stream, flags: flags, payloadLength: payload.count).encode(into: &header)
        outbox.withLock { outbox in
            outbox.append(contentsOf: header)
            outbox.reserveCapacity(outbox.count + payload.count)
            for index in payload.indices { outbox.append(payload[index]) }
        }
        hasOutbox.store(true, ordering: .sequentiallyConsistent)
        sendOutbox()
    }

    /// Sends what is kept, without waiting, unless somebody else is sending: they look again when they are done.
    private func sendOutbox() {
        switch sendKeptNow() {
        case .blocked, .progress: drainer?.add(self)
        case .empty, .busy, .closed: break
        }
    }

    /// Sends everything that is kept and can be sent without waiting.
    func sendKeptNow() -> FlushOutcome {
        while true {
            let outcome = trySendingKept()
            // Whoever queued a frame meanwhile and found the lock taken counts on this look.
            if outcome != .empty || !hasOutbox.load(ordering: .sequentiallyConsistent) { return outcome }
        }
    }

    private func trySendingKept() -> FlushOutcome {
        let outcome: FlushOutcome? = sending.withLockIfAvailable { unsent in
            if isShutDown { return .closed }
            defer { hasUnsent.store(!unsent.isEmpty, ordering: .sequentiallyConsistent) }
            do throws(SystemCallError) {
                let sent = try sendKept(&unsent)
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

    /// Sends as much of what is kept as the socket takes; the number of bytes.
    private func sendKept(_ unsent: inout UnsentBytes) throws(SystemCallError) -> Int {
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

    /// One send without waiting: 0 when the socket takes nothing.
    private func send(_ bytes: Span<UInt8>, _ descriptors: borrowing DescriptorList) throws(SystemCallError) -> Int {
        do throws(SystemCallError) {
            return try socket.send(bytes, descriptors: descriptors, waiting: false)
        } catch {
            if error.isTimeout { return 0 }
            throw error
        }
    }
}
