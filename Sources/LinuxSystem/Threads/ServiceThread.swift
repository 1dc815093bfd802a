import Synchronization

/// A thread that works, sleeps until it is woken or a deadline passes, and ends when it is stopped.
///
/// A wake-up that comes while the thread works is kept for its next sleep. Everything but `wait` may be called from any
/// thread.
package final class ServiceThread: Sendable {
    private let thread = Mutex<SystemThread?>(nil)
    private let stopRequested = Atomic(false)
    private let parker = Parker()

    package init() {}

    /// Starts the thread, once. `body` returns soon after `wait` has returned false.
    package func start(
        _ name: String,
        stackSize: Int = SystemThread.stackSize,
        _ body: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        try thread.withLock { thread throws(SystemCallError) in
            precondition(thread == nil)
            thread = try SystemThread(name: name, stackSize: stackSize, body)
        }
    }

    package func wake() { parker.unpark() }

    /// Sleeps until `wake`, `stop`, or the monotonic `deadline` (nanoseconds). Returns false once the thread has to
    /// end. Only the thread itself may call it.
    package func wait(until deadline: UInt64? = nil) -> Bool {
        if !isStopping { parker.park(until: deadline) }
        return !isStopping
    }

    /// Whether the thread has to end.
    package var isStopping: Bool { stopRequested.load(ordering: .acquiring) }

    /// Asks the thread to end, without waiting for it.
    package func requestStop() {
        stopRequested.store(true, ordering: .releasing)
        parker.unpark()
    }

    /// Ends the thread and waits for that. Returns at once when it was never started. The thread itself must not call
    /// it.
    package func stop() {
        requestStop()
        thread.withLock { $0.take() }?.join()
    }
}
