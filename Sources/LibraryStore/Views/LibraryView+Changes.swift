package import LibraryModel
package import LinuxSystem
internal import SQLiteDatabase

/// Changing the library.
extension LibraryView {
    /// The most identifiers that one call mints: some milliseconds' work.
    package static let maximumMinted = 10_000
    /// Identifiers after which it is looked whether anybody still waits for them.
    private static let mintedAtOnce = 256

    /// Throws what an app gets that may not read: `accessDenied` or `accessRestricted`.
    package func requireReading(cancellation: Cancellation? = nil) throws(LibraryError) {
        try read(cancellation) { try $0.visibility.requireReading() }
    }

    /// Throws what an app gets that may not even add: `accessDenied` or `accessRestricted`.
    package func requireAdding(cancellation: Cancellation? = nil) throws(LibraryError) {
        try read(cancellation) { try $0.visibility.requireAdding() }
    }

    /// The same, and throws what a change would be refused with that adds something.
    package func requireTakingFiles() throws(LibraryError) {
        try requireAdding()
        if let refusal = store.configuration.changeRefusal { throw refusal }
    }

    /// Identifiers for objects that this principal is about to create. No other can use them.
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

    /// Makes the changes of a block, all or none, and comes back when they are on disk.
    ///
    /// `files` holds what the block names as staged. A block whose key was answered before is not done again: the
    /// answer is the same; another block under that key is refused, and so is an app that has used up what it may write
    /// for now. Cancelling takes a block back that has not begun. One that has begun when the person decides something
    /// begins anew behind the decision, and under it.
    package func perform(
        _ block: ChangeBlock,
        files: [ObjectID: StagedFile] = [:],
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> ChangeToken {
        if let refusal = store.configuration.changeRefusal {
            return try refuse(block, refusal, cancellation)
        }
        try store.requireAllowance(of: principal)
        return try store.write(cancellation, as: .change(principal.share, isLong: block.isLong)) { context in
            let (token, sequence) = try show(context.connection) { try apply(block, files, $0) }
            if let sequence { context.notes.append(sequence) }
            return token
        }
    }

    /// Makes the changes of a block in the writer's transaction. Returns its sequence, nil when it changed nothing.
    private func apply(
        _ block: ChangeBlock,
        _ files: [ObjectID: StagedFile],
        _ snapshot: Snapshot
    ) throws -> (ChangeToken, UInt64?) {
        let connection = snapshot.connection
        // No answer, not even an old one, without leave to change something.
        try snapshot.visibility.requireAdding()
        let idempotency = Idempotency(snapshot)
        if let answered = try idempotency.answer(to: block) { return (answered, nil) }
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
        return (token, sequence)
    }

    /// The answer to a block in a library that takes no changes: the one that it had when it did, or the refusal, and
    /// neither without leave to change something.
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
    /// Objects that are changed in some 10 ms.
    private static let shortCount = 1_000

    /// Whether others would notice that they wait for it.
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
        case .createAsset, .updateAsset, .setAdjustment, .revertAdjustment, .createCollection, .renameCollection: 1
        case .deleteAssets(let ids), .recoverAssets(let ids), .deleteCollections(_, let ids): ids.count
        case .insertMembers(_, let members, _), .removeMembers(_, let members), .moveMembers(_, let members, _):
            members.count
        }
    }
}
