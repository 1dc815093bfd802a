internal import CLinux
import Glibc

/// A POSIX thread. It is detached when this value goes away; `join` waits for its end. `ServiceThread` is one that is
/// woken and stopped.
package struct SystemThread: ~Copyable, Sendable {
    /// Bytes, for threads that run neither SQLite nor image code.
    package static let stackSize = 512 * 1024

    private let identifier: pthread_t

    /// Starts a thread. Linux keeps the first 15 bytes of the name, and tools show it.
    package init(
        name: String,
        stackSize: Int = SystemThread.stackSize,
        _ body: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        var attributes = pthread_attr_t()
        var error = unsafe pthread_attr_init(&attributes)
        if error != 0 { throw SystemCallError(error, "pthread_attr_init") }
        defer { _ = unsafe pthread_attr_destroy(&attributes) }
        error = unsafe pthread_attr_setstacksize(&attributes, stackSize)
        if error != 0 { throw SystemCallError(error, "pthread_attr_setstacksize") }
        let start = unsafe Unmanaged.passRetained(ThreadStart(name, body))
        var thread = pthread_t()
        error = unsafe pthread_create(
            &thread,
            &attributes,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let start = unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
                _ = unsafe clinux_name_this_thread(start.name)
                start.body()
                return nil
            },
            unsafe start.toOpaque()
        )
        if error != 0 {
            unsafe start.release()
            throw SystemCallError(error, "pthread_create")
        }
        identifier = thread
    }

    deinit { _ = pthread_detach(identifier) }

    /// Waits until the thread has ended.
    package consuming func join() {
        let identifier = self.identifier
        discard self
        _ = pthread_join(identifier, nil)
    }
}

private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
        self.name = String(decoding: name.utf8.prefix(15), as: UTF8.self)
        self.body = body
    }
}
