internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem

// Staged files, change blocks, tokens and history.

extension Session {
    /// The most identifiers of one `mint`.
    static let maximumMinted = 10_000

    func mint(_ count: Int) throws(LibraryError) -> Answer {
        guard (1...Session.maximumMinted).contains(count) else {
            throw LibraryError(.invalidRequest, "1 to \(Session.maximumMinted) identifiers can be had at once")
        }
        return Answer(.minted(try view.mintIdentifiers(count)))
    }

    /// Takes a file in: copies it into the bundle, reads its metadata, and keeps it for a change block.
    func stage(
        _ file: borrowing OwnedDescriptor,
        filename: String,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer {
        try view.requireTakingFiles()
        let staged = try library.staging.takeIn(
            file,
            filename: filename,
            principal,
            isCancelled: { cancellation.cause != nil }
        )
        let duplicate = principal == .person ? try view.findAsset(digest: staged.file.sha256) : nil
        if duplicate != nil { library.staging.isDuplicate(staged.id, of: principal) }
        return Answer(
            .staged(
                StagedResource(
                    id: staged.id,
                    metadata: staged.file.metadata,
                    size: staged.file.size,
                    duplicateOf: duplicate
                )
            )
        )
    }

    func perform(_ block: ChangeBlock, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        let names = block.stagedFiles
        let files = library.staging.files(names, of: principal)
        let token = try view.perform(block, files: files, cancellation: cancellation)
        library.staging.used(names)
        return Answer(.token(token.serialized))
    }

    func currentToken() throws(LibraryError) -> Answer {
        Answer(.token(try view.currentToken().serialized))
    }

    func history(since token: [UInt8], _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        guard let token = ChangeToken(serialized: token) else {
            throw LibraryError(
                .tokenExpired,
                "the change token is damaged, or was never a token",
                details: ["cause": "damaged"]
            )
        }
        return Answer(
            .history(
                try view.history(
                    since: token,
                    maximumChanges: HistoryPage.maximumChanges,
                    cancellation: cancellation
                )
            )
        )
    }
}

extension ChangeBlock {
    /// The staged files that its operations name.
    fileprivate var stagedFiles: [ObjectID] {
        operations.flatMap { operation in
            switch operation {
            case .createAsset(let creation): creation.resources.map(\.staged)
            case .setAdjustment(_, let adjustment): [adjustment.rendered]
            default: [ObjectID]()
            }
        }
    }
}
