import Synchronization

/// A running load: its result is delivered once, from the load handler or a cancellation.
final class PendingLoad<Loaded: Sendable>: Sendable {
    typealias Receiver = @Sendable (Result<Loaded, any Error>) -> Void

    let progress = LoadingProgress()
    private let receiver: Mutex<Receiver?>

    private init(_ receiver: @escaping Receiver) {
        self.receiver = Mutex(receiver)
    }

    /// Starts a load: `load`, then `convert`, then `handler`, on the queue of handlers.
    ///
    /// The result of `convert` need not be Sendable: it is made where it is delivered. `finally` runs after the
    /// handler.
    static func start<Value>(
        _ load: @escaping @Sendable (LoadingProgress, @escaping Receiver) -> Progress?,
        convert: @escaping @Sendable (Loaded) throws -> Value,
        handler: @escaping @Sendable (Result<Value, any Error>) -> Void,
        finally: @escaping @Sendable (borrowing Value) -> Void = { _ in }
    ) -> Progress {
        let pending = PendingLoad { _ in }
        let progress = pending.progress
        pending.receiver.withLock {
            $0 = { result in
                switch Result(catching: { try convert(result.get()) }) {
                case .success(let value):
                    progress.complete()
                    handler(.success(value))
                    finally(value)
                case .failure(let error):
                    progress.forget()
                    handler(.failure(error))
                }
            }
        }
        progress.onCancellation { pending.finish(.failure(CocoaError(.userCancelled))) }
        loadingQueue.async {
            guard !progress.isCancelled else { return }
            if let source = load(progress, { pending.finish($0) }) { progress.follow(source) }
        }
        return progress
    }

    /// Takes the result if it is the first.
    private func finish(_ result: Result<Loaded, any Error>) {
        let receiver = receiver.withLock { receiver in
            defer { receiver = nil }
            return receiver
        }
        guard let receiver else { return }
        // Does not block the load handler's thread, which may serve others.
        loadingQueue.async { receiver(result) }
    }
}
