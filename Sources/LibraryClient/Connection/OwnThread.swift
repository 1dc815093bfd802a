package import LibraryModel
package import LinuxSystem

/// The one way from code that must not block to calls that do: runs `body` on a thread of its own, so that none of
/// Swift's is held up, not for minutes either. A cancelled task stops the `Cancellation`.
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
