package import LibraryModel
internal import LibraryProtocol
package import LinuxSystem

/// One app's way to its photo library: calls that block their thread until the server has answered.
///
/// Every call may be made from any thread, several at once. A lost connection is made again by the next call; calls
/// that only read are asked again by themselves, and changes too, under their idempotency key. Only
/// `LibraryError.Code.unavailable` says that the outcome of a change is unknown.
package final class LibraryClient: Sendable {
    /// The client of this process, at the socket that `PHOTOLIBRARY_SOCKET` or the environment's defaults name.
    package static let shared = LibraryClient(.ofEnvironment)

    let calls: CallChannel
    private let observations: ObservationChannel

    package init(_ address: ServerAddress, _ claims: AppClaims = AppClaims()) {
        calls = CallChannel(address, claims)
        observations = ObservationChannel(calls)
    }

    /// Has the server answer with as many bytes as asked: whether it is there, and how quickly. Returns how many came.
    package func ping(_ payload: [UInt8] = [], replySize: Int = 0) throws(LibraryError) -> Int {
        guard case .ping(let answer) = try calls.ask(PingCall(payload: payload, replySize: replySize)) else {
            throw .unexpectedReply
        }
        return answer.size
    }

    // MARK: Authorization

    /// What the person decided. Never waits for them.
    package func authorizationStatus(for level: AccessLevel) throws(LibraryError) -> AuthorizationStatus {
        guard case .authorization(let status) = try calls.ask(AuthorizationStatusCall(level)) else {
            throw .unexpectedReply
        }
        return status
    }

    /// Asks the person where they have not decided yet, and waits for the answer, however long it takes.
    /// Cancelling the task takes the question back and answers `notDetermined`.
    package func requestAuthorization(for level: AccessLevel) async throws(LibraryError) -> AuthorizationStatus {
        let question = AccessQuestion(level: level, calls: calls)
        return try await onOwnThread(named: "asking") { cancellation throws(LibraryError) in
            try question.answer(cancellation)
        }
    }

    // MARK: Reading

    /// Runs a fetch. The identifiers of a large result are memory that the server handed over, not a copy.
    package func fetch(_ request: FetchRequest) throws(LibraryError) -> FetchedIdentifiers {
        var response = try calls.call(FetchCall(request))
        switch response.reply {
        case .fetched(let ids, let hints, let kinds, let state):
            return FetchedIdentifiers(ids, hints: hints, kinds: kinds, state: state)
        case .fetchedInMemory(let count, let hasHints, let kind, let state):
            let memory = try response.takeMemory()
            guard
                let fetched = FetchedIdentifiers(memory, count: count, hasHints: hasHints, kind: kind, state: state)
            else {
                throw LibraryError(.protocolViolation, "a fetch result of another length than announced")
            }
            return fetched
        default: throw .unexpectedReply
        }
    }

    /// How many objects a fetch would find, without naming them.
    package func count(_ request: FetchRequest) throws(LibraryError) -> Int {
        guard case .count(let count) = try calls.ask(FetchCall(request, countsOnly: true)) else {
            throw .unexpectedReply
        }
        return count
    }

    /// Properties of a stretch of a fetch result, at most `AssetPage.maximumRows` of them. With `includesDeleted` also
    /// of assets in recently deleted, if this app may see them.
    package func assets(
        _ fetched: FetchedIdentifiers,
        _ range: Range<Int>,
        includesDeleted: Bool = false
    ) throws(LibraryError) -> AssetPage {
        let (ids, hints) = fetched.entries(range)
        guard
            case .assets(var page) = try calls.ask(
                LoadCall(.asset, ids, hints: hints, includesDeleted: includesDeleted)
            ), page.count == ids.count
        else { throw .unexpectedReply }
        page.ids = ids
        return page
    }

    /// Properties of albums and folders, at most `AssetPage.maximumRows` of them.
    package func collections(_ fetched: FetchedIdentifiers, _ range: Range<Int>) throws(LibraryError) -> CollectionPage
    {
        let (ids, hints) = fetched.entries(range)
        guard case .collections(var page) = try calls.ask(LoadCall(.assetCollection, ids, hints: hints)),
            page.count == ids.count
        else { throw .unexpectedReply }
        page.ids = ids
        return page
    }

    /// Texts and files' figures of at most `AssetDetails.maximumCount` assets, in the order of `assets`.
    package func details(of assets: [ObjectID]) throws(LibraryError) -> [AssetDetails] {
        guard case .details(let details) = try calls.ask(DetailsCall(of: assets)), details.count == assets.count else {
            throw .unexpectedReply
        }
        return details
    }

    /// The files of an asset: the original first.
    package func resources(of asset: ObjectID) throws(LibraryError) -> [ResourceInfo] {
        guard case .resources(let resources) = try calls.ask(ResourcesCall(of: asset)) else { throw .unexpectedReply }
        return resources
    }

    /// A file of an asset, freshly opened, read only.
    package func openResource(_ kind: ResourceKind, of asset: ObjectID) throws(LibraryError) -> OwnedDescriptor {
        var response = try calls.call(OpenResourceCall(kind, of: asset))
        return try response.takeDescriptor()
    }

    /// The recipe of an asset's edit, nil when it has none. `rendered` is empty.
    package func adjustment(of asset: ObjectID) throws(LibraryError) -> Adjustment? {
        guard case .adjustment(let adjustment) = try calls.ask(AdjustmentCall(of: asset)) else {
            throw .unexpectedReply
        }
        return adjustment
    }

    // MARK: Pictures

    /// The stored thumbnail of an asset, at least as large as asked where the library holds one so large.
    /// With a kind it is the picture of that file of the asset's, else of the asset as it is now.
    package func thumbnail(
        of asset: ObjectID,
        fitting size: PixelSize,
        _ kind: ResourceKind? = nil
    ) throws(LibraryError) -> PixelImage {
        var response = try calls.call(ThumbnailCall(of: asset, size, kind))
        return try response.takeImage()
    }

    /// JPEG bytes of a picture, made by the library's media worker. Quality is 1 to 100.
    package func encodeJPEG(_ image: PixelImage, quality: Int) throws(LibraryError) -> [UInt8] {
        var response = try calls.call(EncodeJPEGCall(image.size, quality: quality)) { () throws(SystemCallError) in
            DescriptorList(try SealedMemory.make(image.rgba.span))
        }
        return try response.takeMemory().bytes
    }

    // MARK: Changing

    /// `count` identifiers for objects that this app is about to create.
    package func mintIdentifiers(_ count: Int) throws(LibraryError) -> [ObjectID] {
        guard case .minted(let ids) = try calls.ask(MintCall(count)), ids.count == count else { throw .unexpectedReply }
        return ids
    }

    /// Hands a file over; it belongs to no asset until a change block uses it. What no block used is dropped after an
    /// hour.
    package func stage(_ file: borrowing OwnedDescriptor, filename: String) throws(LibraryError) -> StagedResource {
        let response = try calls.call(StageCall(filename: filename)) { () throws(SystemCallError) in
            DescriptorList(try file.duplicate())
        }
        guard case .staged(let staged) = response.reply else { throw .unexpectedReply }
        return staged
    }

    /// Makes the changes, all or none, and returns when they are durable: the token of the state after them.
    ///
    /// A block that the person has to confirm waits for them, on this thread: `declined` when they say no,
    /// `nobodyToAsk` when no agent is there to show them the question.
    package func perform(_ block: ChangeBlock) throws(LibraryError) -> ChangeToken {
        if let token = try performUnlessConfirmed(block) { return token }
        return try performAfterConfirmation(block)
    }

    /// Makes the changes, unless the person has to confirm them: nil, and nothing is changed, when they have to.
    package func performUnlessConfirmed(_ block: ChangeBlock) throws(LibraryError) -> ChangeToken? {
        do throws(LibraryError) { return try token(of: calls.ask(PerformCall(block))) } catch {
            guard error.code == .confirmationRequired else { throw error }
            return nil
        }
    }

    // MARK: History

    /// The token of this moment.
    package func currentToken() throws(LibraryError) -> ChangeToken {
        try token(of: calls.ask(CurrentTokenCall()))
    }

    /// What happened after `token`, the oldest first, a page of it. Go on at the page's `next` while
    /// `hasMore`. With a filter, only what it lets through.
    package func history(
        since token: ChangeToken,
        matching filter: HistoryFilter = HistoryFilter()
    ) throws(LibraryError) -> HistoryPage {
        guard case .history(let page) = try calls.ask(HistoryCall(since: token.serialized, matching: filter)) else {
            throw .unexpectedReply
        }
        return page
    }

    /// Rings whenever there may be more in history than before: once everything that is committed is rung for, after
    /// each commit that this app may see, and after each loss of the connection. So whoever reads history from where
    /// they are at each ring, misses nothing. A library that is away is waited for.
    ///
    /// `bell` is called on a thread of the client's, or on this one, and must not wait. `whenLost` is called when the
    /// library cannot be reached, at first or after the connection was lost, once each time. Fails only when there is
    /// no thread.
    package func observeChanges(
        whenLost: (@Sendable (LibraryError) -> Void)? = nil,
        _ bell: @escaping @Sendable () -> Void
    ) throws(SystemCallError) -> ChangeObservation {
        try observations.add(whenLost: whenLost, bell)
    }

    func token(of reply: LibraryReply) throws(LibraryError) -> ChangeToken {
        guard case .token(let bytes) = reply, let token = ChangeToken(serialized: bytes) else {
            throw .unexpectedReply
        }
        return token
    }
}

extension LibraryError {
    static let unexpectedReply = LibraryError(.protocolViolation, "the server answered something else than was asked")
}
