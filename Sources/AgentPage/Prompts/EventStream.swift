internal import Languages
internal import LinuxSystem
internal import Synchronization

/// The server-sent events of one open page. `send` is called on any thread, `next` on its connection's.
package final class EventStream: Sendable {
    /// Events queued for a page that does not read; with more the stream ends, and the page reconnects.
    static let maximumPending = 1_000
    /// Nanoseconds without an event before a comment is sent, to notice a lost connection.
    static let heartbeat: UInt64 = 10_000_000_000

    private struct State {
        /// The rest of an event of which a part was sent.
        var rest: ArraySlice<UInt8> = []
        var pending: [PageEvent] = []
        var isEnded = false

        mutating func take(_ capacity: Int) -> ArraySlice<UInt8> {
            if rest.isEmpty, !pending.isEmpty { rest = pending.removeFirst().bytes[...] }
            let bytes = rest.prefix(capacity)
            rest = rest.dropFirst(bytes.count)
            return bytes
        }
    }

    /// Of the page's browser.
    let language = Language.current
    private let socket: CInt
    private let whenEnded: @Sendable (EventStream) -> Void
    private let state: Mutex<State>
    private let changed: EventDescriptor

    /// Calls `whenEnded` once: when the page goes away, or by `end`.
    init(
        socket: CInt,
        whenEnded: @escaping @Sendable (EventStream) -> Void
    ) throws(SystemCallError) {
        self.socket = socket
        self.whenEnded = whenEnded
        state = Mutex(State(rest: Array("retry: 500\n\n".utf8)[...]))
        changed = try EventDescriptor()
    }

    func send(_ event: PageEvent) {
        let isFull = state.withLock { state in
            // A queued one says the same.
            if event.isRepeatable, state.pending.contains(where: { $0.name == event.name }) { return false }
            state.pending.append(event)
            return state.pending.count > EventStream.maximumPending
        }
        if isFull { end() } else { changed.signal() }
    }

    func end() {
        let wasOpen = state.withLock { state in
            defer { state.isEnded = true }
            return !state.isEnded
        }
        guard wasOpen else { return }
        changed.signal()
        whenEnded(self)
    }

    /// Blocks until there are bytes to send, and returns at most `capacity` of them; nil at the end.
    func next(_ capacity: Int) -> ArraySlice<UInt8>? {
        while true {
            changed.clear()
            let (bytes, isEnded) = state.withLock { state in (state.take(capacity), state.isEnded) }
            if isEnded { return nil }
            if !bytes.isEmpty { return bytes }
            var entries = [
                PollEntry(changed.descriptor.rawValue, .readable), PollEntry(socket, .peerFinished),
            ]
            do throws(SystemCallError) {
                if try Poll.wait(&entries, timeoutNanoseconds: EventStream.heartbeat) == 0 {
                    return Array(":\n\n".utf8)[...]
                }
            } catch {
                preconditionFailure("waiting for an event: \(error)")
            }
            if !entries[1].ready.isEmpty {
                end()
                return nil
            }
        }
    }
}
