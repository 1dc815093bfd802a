internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

// Staged files, change blocks, tokens and history.

extension MintCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        guard count > 0 else { throw LibraryError(.invalidRequest, "the call asks for no identifiers") }
        return Answer(MintResult(try session.view.mintIdentifiers(count, cancellation: cancellation)))
    }
}

extension StageCall: DescriptorCall {
    /// Copies the file into the bundle, reads its metadata, and keeps it for a change block.
    func answer(
        in session: Session,
        _ file: consuming OwnedDescriptor,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<Reply> {
        let (view, staging, principal) = (session.view, session.library.staging, session.principal)
        try view.requireTakingFiles()
        let staged = try staging.ingest(file, filename: filename, sideCar, principal, cancellation)
        // A decision during the copy has dropped only what was staged by then.
        do throws(LibraryError) { try view.requireTakingFiles() } catch {
            staging.drop(of: principal)
            throw error
        }
        let duplicate = try view.findAsset(digest: staged.file.sha256)
        if duplicate != nil { staging.isDuplicate(staged.id, of: principal) }
        var resource = StagedResource(
            id: staged.id,
            metadata: staged.file.metadata,
            size: staged.file.size,
            duplicateOf: duplicate
        )
        if duplicate == nil { resource.otherHalf = try view.findOtherHalf(of: staged.file.metadata) }
        if let known = duplicate ?? resource.otherHalf { resource.lacking = try view.lacking(known) }
        return Answer(resource)
    }
}

extension PerformCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        switch try session.judge(block) {
        case .needsConfirmation: throw LibraryError(.confirmationRequired, "the person has to confirm these changes")
        case .allowed(let counted): return Answer(try session.performCounted(block, counted, cancellation))
        }
    }
}

extension CurrentTokenCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        Answer(TokenResult(try session.view.currentToken(cancellation: cancellation).serialized))
    }
}

extension HistoryCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        guard let token = ChangeToken(serialized: token) else {
            throw LibraryError(
                .tokenExpired,
                "the change token is damaged, or was never a token",
                details: ["cause": "damaged"]
            )
        }
        let page = try session.view.history(
            since: token,
            matching: filter,
            maximumChanges: HistoryPage.maximumChanges,
            cancellation: cancellation
        )
        return Answer(page)
    }
}

extension Session {
    /// Whether the person has to confirm a block.
    enum Judgement {
        /// The objects counted for the block; undone when it is not performed.
        case allowed(counted: Set<LocalIdentifier>)
        case needsConfirmation(Prompt.Question)
    }

    /// A block needs confirmation if it sends photos to a server that the person has not decided about; and for what it
    /// changes, unless they have turned that off for the app, or have confirmed it. Counts what is done without.
    func judge(_ block: ChangeBlock, changesAreConfirmed: Bool = false) throws(LibraryError) -> Judgement {
        if let question = try viewForOthers.uploadQuestion(in: block) { return .needsConfirmation(.upload(question)) }
        guard !changesAreConfirmed, case .app(let app) = principal, let changes = try view.changesToConfirm(in: block)
        else { return .allowed(counted: []) }
        let now = MonotonicClock.now()
        return library.recentChanges.withLock { recent in
            if !changes.isAlwaysAsked, let counted = recent.note(changes.countable, of: app, now: now) {
                return .allowed(counted: counted)
            }
            var proposed = changes.proposed
            proposed.recentChanges = recent.count(of: app, now: now)
            return .needsConfirmation(.changes(proposed))
        }
    }

    /// Performs a block whose objects were counted.
    func performCounted(
        _ block: ChangeBlock,
        _ counted: Set<LocalIdentifier>,
        _ cancellation: Cancellation? = nil
    ) throws(LibraryError) -> TokenResult {
        do throws(LibraryError) { return try performNow(block, cancellation) } catch {
            if case .app(let app) = principal, !counted.isEmpty {
                library.recentChanges.withLock { $0.takeBack(counted, of: app) }
            }
            throw error
        }
    }

    /// Performs the changes. Returns the token after them.
    func performNow(_ block: ChangeBlock, _ cancellation: Cancellation? = nil) throws(LibraryError) -> TokenResult {
        let names = block.stagedFiles
        library.staging.hold(names, of: principal)
        defer { library.staging.release(names, of: principal) }
        let files = library.staging.files(names, of: principal)
        let (token, isUnchanged) = try view.performTelling(block, files: files, cancellation: cancellation)
        library.staging.used(names)
        library.renditionMaker?.add(block.assetsWithNewFiles)
        if block.operations.contains(where: \.isUpload) { library.uploads?.wake() }
        if case .app(let app) = principal { library.uses.note(app, block, at: library.store.now) }
        // Apps are not told: what they do not see may have been so already.
        return TokenResult(token.serialized, isUnchanged: isUnchanged && principal == .person)
    }
}

extension ChangeBlock {
    /// The assets that it gives files to.
    var assetsWithNewFiles: [ObjectID] {
        operations.compactMap { operation in
            switch operation {
            case .createAsset(let creation): creation.id
            case .setAdjustment(let asset, _): asset
            default: nil
            }
        }
    }

    /// The staged files of its operations.
    var stagedFiles: [ObjectID] {
        operations.flatMap { operation in
            switch operation {
            case .createAsset(let creation): creation.resources.map(\.staged)
            case .completeAsset(_, let resources): resources.map(\.staged)
            case .setAdjustment(_, let adjustment): [adjustment.rendered] + [adjustment.renderedMovie].compactMap { $0 }
            default: [ObjectID]()
            }
        }
    }
}
