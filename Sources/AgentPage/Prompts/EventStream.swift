internal import LinuxSystem
internal import Synchronization

/// The events of one open page, in the form of an event stream: `send` on any thread, `next` on its connection's.
package final class EventStream: Sendable {
    /// Events that wait for a page that does not read; it is cut off then, and asks again.
    static let maximumPending = 1_000
    /// Nanoseconds after which a page is told that nothing has happened.
    static let heartbeat: UInt64 = 10_000_000_000

    private struct State {
        /// What is left of an event that did not fit.
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

    private let socket: CInt
    private let whenEnded: @Sendable (EventStream) -> Void
    private let state: Mutex<State>
    private let changed: EventDescriptor

    /// `whenEnded` is called once, when the page has gone or the stream was ended.
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
            // One is as good as many.
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

    /// Waits for bytes to send, at most `capacity` of them. Nil at the end.
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
