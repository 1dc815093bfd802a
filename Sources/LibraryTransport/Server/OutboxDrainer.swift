package import LinuxSystem
import Synchronization

/// Finishes what connections could not send at once, on a thread that only exists while there is any.
///
/// A connection that takes nothing for the stall timeout is given up. `pending` guards everything; the thread sleeps in
/// poll and is woken through `wake`. An entry keeps its writer, and so its socket, alive.
package final class OutboxDrainer: Sendable {
    private struct Entry {
        var writer: FrameWriter
        /// When the connection last took something.
        var lastProgress: UInt64
        /// Counts the additions, so that one that comes while the writer is looked at is not lost.
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

    /// Takes over what the writer keeps. A connection for which there is no thread is given up.
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
            // Poll fails for want of memory only; the entries are then looked at as they are.
        }
        wake.clear()
    }

    private func advance(_ entry: Entry, _ now: UInt64) {
        switch entry.writer.sendKeptNow() {
        case .progress: update(entry.writer) { $0.lastProgress = now }
        case .blocked:
            if now < entry.lastProgress + stallTimeout { return }
            entry.writer.shutDown()
            remove(entry)
        // Whoever is sending looks at what is kept when they are done, and adds the writer again if need be.
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
