import Synchronization

/// A value that another thread reads, and one thread waits for.
final class Prefetch<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isRead = DispatchSemaphore(value: 0)

    init(_ read: @escaping @Sendable () -> Value) {
        DispatchQueue.global(qos: .userInitiated).async {
            let value = read()
            self.value.withLock { $0 = value }
            self.isRead.signal()
        }
    }

    /// Waits for the value. May be called once.
    func wait() -> Value {
        isRead.wait()
        guard let value = value.withLock({ $0 }) else { preconditionFailure("what was read is not there") }
        return value
    }
}
