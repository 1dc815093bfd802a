package import LibraryModel
package import LinuxSystem

/// Bridges blocking calls into async code: runs `body` on a new thread, so that it never blocks Swift's cooperative
/// threads, however long it takes. Cancelling the task stops the `Cancellation`.
package func onOwnThread<Answer: Sendable>(
    named name: String,
    _ body: @escaping @Sendable (Cancellation) throws(LibraryError) -> Answer
) async throws(LibraryError) -> Answer {
    let cancellation = Cancellation()
    let outcome: Result<Answer, LibraryError> = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            do throws(SystemCallError) {
                _ = try SystemThread(name: name) {
                    do throws(LibraryError) {
                        continuation.resume(returning: .success(try body(cancellation)))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
            } catch {
                continuation.resume(returning: .failure(LibraryError(.internal, "no thread: \(error.reason)")))
            }
        }
    } onCancel: {
        cancellation.cancel()
    }
    return try outcome.get()
}
