internal import LinuxSystem
internal import Synchronization

/// Calls of one kind, one after the other on a thread of their own, so that whoever asks for them goes on meanwhile.
final class CallThread<Request: Sendable>: Sendable {
    enum Order: Sendable {
        /// Every one is made, in order.
        case all
        /// Of those that wait only the one that was asked for last is made.
        case latest
    }

    private struct State {
        var waiting: [Request] = []
        var isStopped = false
    }

    private let order: Order
    private let state = Mutex(State())
    private let changed: EventDescriptor

    init(
        _ name: String,
        _ order: Order,
        _ call: @escaping @Sendable (Request) -> Void
    ) throws(SystemCallError) {
        self.order = order
        changed = try EventDescriptor()
        // The thread keeps this object until `stop`.
        _ = try SystemThread(name: name, stackSize: 4 * 1024 * 1024) { [self] in run(call) }
    }

    func ask(_ request: Request) {
        state.withLock { state in
            if order == .latest { state.waiting = [] }
            state.waiting.append(request)
        }
        changed.signal()
    }

    /// Begins no call any more.
    func stop() {
        state.withLock { $0.isStopped = true }
        changed.signal()
    }

    private func run(_ call: (Request) -> Void) {
        while true {
            changed.clear()
            let (request, isStopped) = state.withLock { state in
                (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isStopped)
            }
            if isStopped { return }
            if let request {
                call(request)
                // There may be more, for which the flag was up before.
                changed.signal()
                continue
            }
            do throws(SystemCallError) { _ = try Poll.wait(changed.descriptor, for: .readable) } catch {
                preconditionFailure("waiting for an event: \(error)")
            }
        }
    }
}
