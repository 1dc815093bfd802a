package import LinuxSystem
import Synchronization

/// Sends what connections could not send at once, on a thread that exists only while there is any.
///
/// Shuts down a connection that takes nothing for the stall timeout. `pending` guards everything; the thread sleeps in
/// poll, and `wake` wakes it. An entry keeps its writer, and so its socket, alive.
package final class OutboxDrainer: Sendable {
    private struct Entry {
        var writer: FrameWriter
        /// When the socket last took bytes.
        var lastProgress: UInt64
        /// Counts additions, so that one during `advance` is not lost.
        var generation = 0
    }

    private struct Pending {
        var entries: [Entry] = []
        var isRunning = false
    }

    private let pending = Mutex(Pending())
    private let wake: EventDescriptor
    private let stallTimeout: UInt64

    package init(limits: TransportLimits = .standard) throws(SystemCallError) {
        wake = try EventDescriptor()
        stallTimeout = limits.stallTimeout
    }

    /// Takes over a writer with unsent bytes. Shuts it down when no thread can be started.
    func add(_ writer: FrameWriter) {
        let now = MonotonicClock.now()
        let needsThread = pending.withLock { pending in
            if let index = pending.entries.firstIndex(where: { $0.writer === writer }) {
                pending.entries[index].generation += 1
            } else {
                pending.entries.append(Entry(writer: writer, lastProgress: now))
            }
            defer { pending.isRunning = true }
            return !pending.isRunning
        }
        if !needsThread { return wake.signal() }
        do throws(SystemCallError) {
            _ = try SystemThread(name: "outbox") { self.run() }
        } catch {
            let entries = pending.withLock { pending in
                pending.isRunning = false
                let entries = pending.entries
                pending.entries = []
                return entries
            }
            for entry in entries { entry.writer.shutDown() }
        }
    }

    private func run() {
        while true {
            let entries: [Entry]? = pending.withLock { pending in
                if pending.entries.isEmpty {
                    pending.isRunning = false
                    return nil
                }
                return pending.entries
            }
            guard let entries else { return }
            waitForRoom(entries)
            let now = MonotonicClock.now()
            for entry in entries { advance(entry, now) }
        }
    }

    private func waitForRoom(_ entries: [Entry]) {
        let now = MonotonicClock.now()
        let oldest = entries.map(\.lastProgress).min() ?? now
        let remaining = oldest + stallTimeout > now ? oldest + stallTimeout - now : 0
        var polled = entries.map { PollEntry($0.writer.socket.rawValue, .writable) }
        polled.append(PollEntry(wake.descriptor.rawValue, .readable))
        do throws(SystemCallError) {
            _ = try Poll.wait(&polled, timeoutNanoseconds: remaining)
        } catch {
            // Out of memory, the only error: tries all entries without waiting.
        }
        wake.clear()
    }

    private func advance(_ entry: Entry, _ now: UInt64) {
        switch entry.writer.flush() {
        case .progress: update(entry.writer) { $0.lastProgress = now }
        case .blocked:
            if now < entry.lastProgress + stallTimeout { return }
            entry.writer.shutDown()
            remove(entry)
        // `busy`: the thread that is sending flushes when it has finished, and adds the writer again if needed.
        case .empty, .busy, .closed: remove(entry)
        }
    }

    private func update(_ writer: FrameWriter, _ body: (inout Entry) -> Void) {
        pending.withLock { pending in
            guard let index = pending.entries.firstIndex(where: { $0.writer === writer }) else { return }
            body(&pending.entries[index])
        }
    }

    private func remove(_ entry: Entry) {
        pending.withLock { pending in
            pending.entries.removeAll { $0.writer === entry.writer && $0.generation == entry.generation }
        }
    }
}
