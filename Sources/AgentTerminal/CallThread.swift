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

    private let order: Order
    private let waiting = Mutex<[Request]>([])
    private let thread = ServiceThread()

    init(
        _ name: String,
        _ order: Order,
        _ call: @escaping @Sendable (Request) -> Void
    ) throws(SystemCallError) {
        self.order = order
        // The thread keeps this object until `stop`.
        try thread.start(name, stackSize: 4 * 1024 * 1024) { [self] in
            while thread.wait() {
                while !thread.isStopping, let request = next() { call(request) }
            }
        }
    }

    func ask(_ request: Request) {
        waiting.withLock { waiting in
            if order == .latest { waiting = [] }
            waiting.append(request)
        }
        thread.wake()
    }

    /// Starts no further call. Does not wait for a running one.
    func stop() { thread.requestStop() }

    private func next() -> Request? {
        waiting.withLock { waiting in waiting.isEmpty ? nil : waiting.removeFirst() }
    }
}
