internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem

// Calls of the sync process.

extension SyncHistoryCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        // Assets whose last file arrived just before a server was killed.
        try session.library.showArrivals(session.requester(cancellation), cancellation)
        let page = try session.library.store.localChanges(after: position, cancellation: cancellation)
        // What was refused is tried again.
        if position == 0 { session.library.originalCount.changed() }
        return Answer(page)
    }
}

extension ApplySyncedCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let outcome = try session.library.store.apply(batch, cancellation: cancellation)
        // Some assets are complete at once: others have the same files.
        try session.library.showArrivals(session.requester(cancellation), cancellation)
        return Answer(outcome)
    }
}

extension OpenContentCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        guard let path = try session.library.store.path(ofContent: content),
            let digest = ContentDigest(originalAt: path)
        else { throw LibraryError(.missingResource, "no asset has this file") }
        return Answer(EmptyResult(), try session.library.originals.lend(digest, cancellation))
    }
}

extension OfferContentCall: DescriptorCall {
    /// Copies the file into the bundle like any import: it is hashed, and examined in the sandbox, before anything
    /// names it.
    func answer(
        in session: Session,
        _ file: consuming OwnedDescriptor,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<Reply> {
        let library = session.library
        try session.view.requireTakingFiles()
        guard try library.store.isMissing(content: content) else {
            library.cloud.downloads.arrived(content)
            return Answer(EmptyResult())
        }
        let copy = try translatingSystemErrors("taking a file") { () throws(SystemCallError) in try file.duplicate() }
        let staged: (id: ObjectID, file: StagedFile)
        do throws(LibraryError) {
            staged = try library.staging.ingest(file, filename: "", nil, session.principal, cancellation)
        } catch {
            guard error.code == .invalidResource, try OriginalStore.digest(of: copy, cancellation)?.bytes == content
            else { throw error }
            // It would be the same the next time.
            try library.store.refuse(content: content, because: error.reason)
            library.originalCount.changed()
            library.log.event("arrival-refused", ["reason": error.reason])
            library.cloud.downloads.take(DownloadReport(content, failure: error))
            return Answer(EmptyResult())
        }
        // From here on an asset keeps it, or nothing does.
        defer { library.staging.used([staged.id]) }
        guard staged.file.sha256 == content else {
            throw LibraryError(.invalidResource, "the file is not the one that was announced")
        }
        // Whoever waited for it opens it next: until then it is not evicted again.
        if let digest = ContentDigest(content) { library.originalUses.note(digest, at: library.store.now) }
        try library.store.tookIn(content: content, at: staged.file.relativePath, size: staged.file.size)
        library.originalCount.changed()
        library.cloud.downloads.arrived(content)
        try library.showArrivals(session.requester(cancellation), cancellation)
        return Answer(EmptyResult())
    }
}

extension MissingContentsCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let limit = MissingContentsCall.maximumCount
        return Answer(MissingContents(try session.library.store.missingContents(after: last, limit: limit)))
    }
}

extension ServedLibrary {
    /// Shows assets and edits of other devices whose files have all arrived. Skips and logs one that cannot be made
    /// from its files.
    fileprivate func showArrivals(
        _ requester: Requester,
        _ cancellation: Cancellation
    ) throws(LibraryError) {
        var last: ObjectID?
        while let arrival = try store.nextArrival(after: last) {
            if let cause = cancellation.cause { throw .stopped(cause) }
            last = arrival.record
            do throws(LibraryError) {
                var metadata: [[UInt8]: MediaMetadata] = [:]
                for content in arrival.contents {
                    guard let digest = ContentDigest(content) else { continue }
                    metadata[content] = try renditions.examine(digest, from: .owner, for: requester)
                }
                if let asset = try store.show(arrival.record, metadata: metadata) { renditionMaker?.add([asset]) }
            } catch {
                guard error.isOfTheFile else { throw error }
                log.event("arrival-refused", ["reason": error.reason])
                try store.refuse(arrival.record)
            }
        }
    }
}

extension LibraryError {
    /// Whether the files are at fault, so that a retry would fail again.
    fileprivate var isOfTheFile: Bool {
        switch code {
        case .invalidResource, .missingResource, .changeNotSupported, .notSupportedForAsset, .limitExceeded: true
        default: false
        }
    }
}
