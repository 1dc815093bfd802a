package import LibraryModel
package import LinuxSystem
internal import SQLiteDatabase

/// Changes of the library.
extension LibraryView {
    /// Identifiers of one call: a few milliseconds of work.
    package static let maximumMinted = 10_000
    /// Identifiers between checks for cancellation.
    private static let mintedAtOnce = 256

    /// Throws `accessDenied` or `accessRestricted` for an app that may not read.
    package func requireReading(cancellation: Cancellation? = nil) throws(LibraryError) {
        try read(cancellation) { try $0.visibility.requireReading() }
    }

    /// Throws `accessDenied` or `accessRestricted` for an app that may neither read nor add.
    package func requireAdding(cancellation: Cancellation? = nil) throws(LibraryError) {
        try read(cancellation) { try $0.visibility.requireAdding() }
    }

    /// Like `requireAdding`, and throws when the library refuses changes.
    package func requireTakingFiles() throws(LibraryError) {
        try requireAdding()
        if let refusal = store.configuration.changeRefusal { throw refusal }
    }

    /// Reserves identifiers for objects that this principal is about to create. No other principal can use them.
    package func mintIdentifiers(
        _ count: Int,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> [ObjectID] {
        guard (0...LibraryView.maximumMinted).contains(count) else {
            throw LibraryError(.limitExceeded, "at most \(LibraryView.maximumMinted) identifiers can be had at once")
        }
        try requireAdding(cancellation: cancellation)
        let minted = MintedIdentifier(configuration: store.configuration, key: store.identity.mintKey)
        var identifiers: [ObjectID] = []
        identifiers.reserveCapacity(count)
        while identifiers.count < count {
            if let cause = cancellation?.cause { throw .stopped(cause) }
            for _ in 0..<min(LibraryView.mintedAtOnce, count - identifiers.count) {
                identifiers.append(minted.mint(for: principal))
            }
        }
        return identifiers
    }

    /// Performs all operations of a block or none, and returns once they are on disk. `files`: the staged files named
    /// by the block.
    ///
    /// A block with a known idempotency key is not performed again and returns the same token; a different block with
    /// that key throws. So does a block of an app that has used up its write allowance. Cancelling withdraws a block
    /// that has not begun. A decision of the person rolls a running block back, which then runs again after it.
    package func perform(
        _ block: ChangeBlock,
        files: [ObjectID: StagedFile] = [:],
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> ChangeToken {
        try performTelling(block, files: files, cancellation: cancellation).token
    }

    /// Like `perform`. Also returns whether the block changed nothing: the token is then that of the current state.
    package func performTelling(
        _ block: ChangeBlock,
        files: [ObjectID: StagedFile] = [:],
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> (token: ChangeToken, isUnchanged: Bool) {
        if let refusal = store.configuration.changeRefusal {
            return (try refuse(block, refusal, cancellation), false)
        }
        try store.requireAllowance(of: principal)
        return try store.write(cancellation, as: .change(principal.share, isLong: block.isLong)) { context in
            let (token, change) = try show(context.connection) { try apply(block, files, $0) }
            if case .written(let sequence) = change { context.notes.append(.history(sequence)) }
            return (token, change == .none)
        }
    }

    /// What a block did to the library.
    private enum Change: Hashable {
        case none
        /// It had been performed before.
        case known
        case written(sequence: UInt64)
    }

    /// Performs a block in the writer's transaction.
    private func apply(
        _ block: ChangeBlock,
        _ files: [ObjectID: StagedFile],
        _ snapshot: Snapshot
    ) throws -> (ChangeToken, Change) {
        let connection = snapshot.connection
        // Also required for the recorded reply of an earlier call.
        try snapshot.visibility.requireAdding()
        let idempotency = Idempotency(snapshot)
        if let answered = try idempotency.answer(to: block) { return (answered, .known) }
        let time = store.configuration.clock()
        let writtenBefore = connection.totalChangedRowCount
        var application = try BlockApplication(
            snapshot: snapshot,
            principal: principal,
            files: files,
            configuration: store.configuration,
            time: time
        )
        try application.apply(block.operations)
        let sequence = try application.finish()
        let token = try snapshot.token()
        if connection.totalChangedRowCount != writtenBefore {
            try idempotency.record(block, token, time, store.configuration)
            store.noteWritten(by: principal, rows: connection.totalChangedRowCount - writtenBefore)
        }
        return (token, sequence.map { .written(sequence: $0) } ?? .none)
    }

    /// Replies to a block of a read-only library: with the recorded token if the block was performed before, or by
    /// throwing the refusal. Throws `accessDenied` first for an app that may not add.
    private func refuse(
        _ block: ChangeBlock,
        _ refusal: LibraryError,
        _ cancellation: Cancellation?
    ) throws(LibraryError) -> ChangeToken {
        try read(cancellation) { snapshot in
            try snapshot.visibility.requireAdding()
            guard let answered = try Idempotency(snapshot).answer(to: block) else { throw refusal }
            return answered
        }
    }
}

extension ChangeBlock {
    /// Objects whose changes take about 10 ms.
    private static let shortCount = 1_000

    /// Whether other writers would notice the delay.
    fileprivate var isLong: Bool {
        var count = 0
        for operation in operations {
            count += operation.objectCount
            if count > ChangeBlock.shortCount { return true }
        }
        return false
    }
}

extension ChangeOperation {
    fileprivate var objectCount: Int {
        switch self {
        case .createAsset, .completeAsset, .updateAsset, .setAdjustment, .revertAdjustment, .createCollection,
            .renameCollection, .createUploadJob, .retryUploadJob:
            1
        case .deleteAssets(let ids), .recoverAssets(let ids), .deleteCollections(_, let ids),
            .acknowledgeUploadJobs(let ids), .cancelUploadJobs(let ids):
            ids.count
        case .insertMembers(_, let members, _), .removeMembers(_, let members), .moveMembers(_, let members, _):
            members.count
        }
    }
}
