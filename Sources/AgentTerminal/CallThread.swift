internal import LinuxSystem
internal import Synchronization

/// Runs calls of one kind one after the other on a thread of its own, so that the dialog does not wait for them.
final class CallThread<Request: Sendable>: Sendable {
    enum Order: Sendable {
        /// Runs every call, in order.
        case all
        /// Drops waiting calls when another one is asked for.
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

    /// Starts no further call.
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
                // There may be more, whose signal was cleared before.
                changed.signal()
                continue
            }
            do throws(SystemCallError) { _ = try Poll.wait(changed.descriptor, for: .readable) } catch {
                preconditionFailure("waiting for an event: \(error)")
            }
        }
    }
}
