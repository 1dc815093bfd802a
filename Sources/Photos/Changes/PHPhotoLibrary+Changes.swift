extension PHPhotoLibrary {
    /// Makes the changes that a block asks for: all of them, or none.
    ///
    /// The block runs on an arbitrary serial queue, the handler on another, after the changes are durable and fetches
    /// show them. Files are opened after the block ends: what is wrong with them is told to the handler. Several
    /// changes belong in one block. A block inside a block is misuse and stops the program.
    public func performChanges(
        _ changeBlock: @escaping () -> Void,
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        guard ChangeTransaction.current == nil else { raise("a change block may not start another") }
        // Apple's signature lets the block hold anything. It runs once, on the queue; what it holds it shares with
        // nobody but the app.
        nonisolated(unsafe) let block = changeBlock
        changeQueue.async { [self] in
            let transaction = ChangeTransaction.recording(unsafe block, client: client)
            var failure: PHPhotosError?
            do throws(PHPhotosError) { try transaction.commit() } catch { failure = error }
            guard let completionHandler else { return }
            completionQueue.async { [failure] in completionHandler(failure == nil, failure) }
        }
    }

    /// Makes the changes that a block asks for: all of them, or none. Returns when they are durable.
    ///
    /// The block runs where the caller runs (on Apple's systems: on an arbitrary queue).
    public func performChanges(_ changeBlock: @escaping () -> Void) async throws {
        let transaction = ChangeTransaction.recording(changeBlock, client: client)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            changeQueue.async {
                do throws(PHPhotosError) {
                    try transaction.commit()
                    continuation.resume()
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    /// Makes the changes that a block asks for: all of them, or none. Blocks the thread until they are durable.
    ///
    /// The block runs on the calling thread.
    public func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        let transaction = ChangeTransaction.recording(changeBlock, client: client)
        try changeQueue.sync { () throws in try transaction.commit() }
    }
}
