internal import Glibc

/// A thread that runs one function; `join` waits for its end.
struct OwnThread: ~Copyable {
    private let thread: pthread_t

    /// Bytes. SQLite's parser and the functions called from it want little.
    private static let stackSize = 1 << 20

    /// Starts the thread.
    init(_ body: @escaping @Sendable () -> Void) throws(SQLiteError) {
        let box = unsafe Unmanaged.passRetained(BodyBox(body))
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        unsafe pthread_attr_setstacksize(&attributes, OwnThread.stackSize)
        var started = pthread_t()
        let result = unsafe pthread_create(
            &started,
            &attributes,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<BodyBox>.fromOpaque(context).takeRetainedValue().body()
                }
                return nil
            },
            box.toOpaque()
        )
        unsafe pthread_attr_destroy(&attributes)
        guard result == 0 else {
            unsafe box.release()
            throw SQLiteError(code: 1, message: "no thread for the database's writer (error \(result))")
        }
        thread = started
    }

    /// Waits until the thread has ended.
    consuming func join() {
        pthread_join(thread, nil)
    }
}

private final class BodyBox {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}
