package import LibraryModel
internal import LibraryProtocol
package import LinuxSystem

/// A client of the photo library's server: blocking calls, from any number of threads.
///
/// A lost connection is reopened by the next call. Reading calls are retried, and so are changes, under their
/// idempotency key. After `LibraryError.Code.unavailable`, and only then, the outcome of a change is unknown.
package final class LibraryClient: Sendable {
    /// This process's client, at `ServerAddress.ofEnvironment`.
    package static let shared = LibraryClient(.ofEnvironment)

    let calls: CallChannel
    private let observations: ObservationChannel

    package init(_ address: ServerAddress, _ claims: AppClaims = AppClaims()) {
        calls = CallChannel(address, claims)
        observations = ObservationChannel(calls)
    }

    /// Has the server reply with `replySize` bytes, to check that it runs and measure its latency. Returns the number
    /// of bytes received.
    package func ping(_ payload: [UInt8] = [], replySize: Int = 0) throws(LibraryError) -> Int {
        try calls.ask(PingCall(payload: payload, replySize: replySize)).size
    }

    // MARK: Authorization

    /// The person's decision. Never asks them.
    package func authorizationStatus(for level: AccessLevel) throws(LibraryError) -> AuthorizationStatus {
        try calls.ask(AuthorizationStatusCall(level)).status
    }

    /// Asks the person unless they have decided, and waits for the answer, however long that takes. Cancelling the task
    /// withdraws the question and returns `notDetermined`.
    package func requestAuthorization(for level: AccessLevel) async throws(LibraryError) -> AuthorizationStatus {
        let question = AccessQuestion(level: level, calls: calls)
        return try await onOwnThread(named: "asking") { cancellation throws(LibraryError) in
            try question.answer(cancellation)
        }
    }

    // MARK: Reading

    /// Runs a fetch. A large result stays in the sealed memory that the server sent. The properties of the first
    /// `firstPage` assets, at most `AssetPage.maximumRows`, come in the same call.
    package func fetch(_ request: FetchRequest, firstPage: Int = 0) throws(LibraryError) -> FetchedIdentifiers {
        var response = try calls.call(FetchCall(request, firstPage: firstPage))
        switch response.reply {
        case .found(let ids, let hints, let kinds, let state, let page):
            return FetchedIdentifiers(ids, hints: hints, kinds: kinds, state: state, firstPage: page)
        case .foundInMemory(let count, let hasHints, let kind, let state, let page):
            let memory = try response.takeMemory()
            guard
                let fetched = FetchedIdentifiers(
                    memory,
                    count: count,
                    hasHints: hasHints,
                    kind: kind,
                    state: state,
                    firstPage: page
                )
            else {
                throw LibraryError(.protocolViolation, "a fetch result of another length than announced")
            }
            return fetched
        case .count: throw .unexpectedReply
        }
    }

    /// The number of objects that a fetch finds.
    package func count(_ request: FetchRequest) throws(LibraryError) -> Int {
        guard case .count(let count) = try calls.ask(FetchCall(request, countsOnly: true)) else {
            throw .unexpectedReply
        }
        return count
    }

    /// Properties of a range of a fetch result, at most `AssetPage.maximumRows`. `includesDeleted`: also of assets in
    /// Recently Deleted, if this app may see them.
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

    /// Properties of a longer range, at most `AssetPage.maximumRowsInMemory`, in memory that the server hands over.
    package func assetColumns(
        _ fetched: FetchedIdentifiers,
        _ range: Range<Int>,
        includesDeleted: Bool = false
    ) throws(LibraryError) -> AssetColumnsMap {
        let (ids, hints) = fetched.entries(range)
        var response = try calls.call(LoadCall(.asset, ids, hints: hints, includesDeleted: includesDeleted))
        guard case .assetsInMemory(count: ids.count) = response.reply else { throw .unexpectedReply }
        return try AssetColumnsMap(try response.takeMemory(), of: fetched, range)
    }

    /// Properties of a range of any length up to `AssetPage.maximumRowsInMemory`: a few come in a message.
    package func manyAssets(
        _ fetched: FetchedIdentifiers,
        _ range: Range<Int>,
        includesDeleted: Bool = false
    ) throws(LibraryError) -> AssetPage {
        if range.count <= AssetPage.maximumRows {
            return try assets(fetched, range, includesDeleted: includesDeleted)
        }
        return try assetColumns(fetched, range, includesDeleted: includesDeleted).page(0..<range.count)
    }

    /// Properties of albums and folders, at most `AssetPage.maximumRows`.
    package func collections(_ fetched: FetchedIdentifiers, _ range: Range<Int>) throws(LibraryError) -> CollectionPage
    {
        let (ids, hints) = fetched.entries(range)
        guard case .collections(var page) = try calls.ask(LoadCall(.assetCollection, ids, hints: hints)),
            page.count == ids.count
        else { throw .unexpectedReply }
        page.ids = ids
        return page
    }

    /// Texts and file properties of at most `AssetDetails.maximumCount` assets, in the order of `assets`.
    package func details(of assets: [ObjectID]) throws(LibraryError) -> [AssetDetails] {
        let details = try calls.ask(DetailsCall(of: assets)).details
        guard details.count == assets.count else { throw .unexpectedReply }
        return details
    }

    /// The files of an asset: the original first.
    package func resources(of asset: ObjectID) throws(LibraryError) -> [ResourceInfo] {
        try calls.ask(ResourcesCall(of: asset)).resources
    }

    /// Opens a file of an asset for reading. With `network`, downloads one that is in the cloud; else throws
    /// `networkAccessRequired` for it.
    package func openResource(
        _ kind: ResourceKind,
        of asset: ObjectID,
        _ network: NetworkAccess? = nil
    ) throws(LibraryError) -> OwnedDescriptor {
        try NetworkAccess.using(network, download(kind, of: asset)) { () throws(LibraryError) in
            var response = try calls.call(OpenResourceCall(kind, of: asset))
            return try response.takeDescriptor()
        }
    }

    /// The adjustment data of an asset's edit; nil when it has none. `rendered` is empty.
    package func adjustment(of asset: ObjectID) throws(LibraryError) -> Adjustment? {
        try calls.ask(AdjustmentCall(of: asset)).adjustment
    }

    // MARK: Pictures

    /// A picture of an asset, never larger than its file: of the asset's file of `kind`, or of its current state when
    /// `kind` is nil. With `isStored` only from a stored rendition, which may be smaller; throws `missingResource` when
    /// there is none. Stopping `cancellation` stops the decoding. With `network`, downloads the file if it is needed
    /// and in the cloud.
    package func thumbnail(
        of asset: ObjectID,
        fitting size: PixelSize,
        _ kind: ResourceKind? = nil,
        isStored: Bool = false,
        cancellation: Cancellation? = nil,
        _ network: NetworkAccess? = nil
    ) throws(LibraryError) -> PixelImage {
        try NetworkAccess.using(network, download(kind, of: asset)) { () throws(LibraryError) in
            var response = try calls.call(ThumbnailCall(of: asset, size, kind, isStored: isStored), cancellation)
            return try response.takeImage()
        }
    }

    /// Has the media worker encode a picture as JPEG. `quality`: 1 to 100.
    package func encodeJPEG(_ image: PixelImage, quality: Int) throws(LibraryError) -> [UInt8] {
        var response = try calls.call(EncodeJPEGCall(image.size, quality: quality)) { () throws(SystemCallError) in
            try image.withPixels { pixels throws(SystemCallError) in DescriptorList(try SealedMemory.make(pixels)) }
        }
        return try response.takeMemory().bytes
    }

    /// Decodes a picture's file, upright and scaled down to fit. Throws `invalidResource` for a movie and for a file
    /// that cannot be decoded.
    package func decodePicture(
        _ file: [UInt8],
        fitting box: PixelSize,
        _ cancellation: Cancellation? = nil
    ) throws(LibraryError) -> PixelImage {
        var response = try calls.call(DecodePictureCall(fitting: box), cancellation) { () throws(SystemCallError) in
            DescriptorList(try SealedMemory.make(file.span))
        }
        return try response.takeImage()
    }

    /// The metadata of a picture's file. Throws `invalidResource` for a movie and for a file that cannot be read.
    package func examinePicture(_ file: [UInt8]) throws(LibraryError) -> MediaMetadata {
        let response = try calls.call(ExaminePictureCall()) { () throws(SystemCallError) in
            DescriptorList(try SealedMemory.make(file.span))
        }
        return response.reply.metadata
    }

    // MARK: Changing

    /// Reserves `count` identifiers for objects that this app is about to create.
    package func mintIdentifiers(_ count: Int) throws(LibraryError) -> [ObjectID] {
        let ids = try calls.ask(MintCall(count)).ids
        guard ids.count == count else { throw .unexpectedReply }
        return ids
    }

    /// Stages a file for a later change block. The server drops it after an hour if no block uses it.
    package func stage(
        _ file: borrowing OwnedDescriptor,
        filename: String,
        sideCar: SideCar? = nil
    ) throws(LibraryError) -> StagedResource {
        let response = try calls.call(StageCall(filename: filename, sideCar: sideCar)) { () throws(SystemCallError) in
            DescriptorList(try file.duplicate())
        }
        return response.reply
    }

    /// Performs a change block atomically. Returns the token after it, once it is durable.
    ///
    /// Blocks until the person has confirmed a block that needs it. Throws `declined` when they refuse, `nobodyToAsk`
    /// without an agent.
    package func perform(_ block: ChangeBlock) throws(LibraryError) -> ChangeToken {
        if let token = try performUnlessConfirmed(block) { return token }
        return try performAfterConfirmation(block)
    }

    /// Performs a change block. Returns nil, and changes nothing, when the person has to confirm it.
    package func performUnlessConfirmed(_ block: ChangeBlock) throws(LibraryError) -> ChangeToken? {
        do throws(LibraryError) { return try calls.ask(PerformCall(block)).changeToken() } catch {
            guard error.code == .confirmationRequired else { throw error }
            return nil
        }
    }

    /// Performs a change block of the person's, which needs no confirmation. Returns nil when it changed nothing.
    package func performUnlessUnchanged(_ block: ChangeBlock) throws(LibraryError) -> ChangeToken? {
        let reply = try calls.ask(PerformCall(block))
        return reply.isUnchanged ? nil : try reply.changeToken()
    }

    // MARK: History

    /// The token of the current state.
    package func currentToken() throws(LibraryError) -> ChangeToken {
        try calls.ask(CurrentTokenCall()).changeToken()
    }

    /// A page of the history after `token`, oldest first, restricted by a filter. Continue at the page's `next` while
    /// `hasMore` (`HistoryReader`).
    package func history(
        since token: ChangeToken,
        matching filter: HistoryFilter = HistoryFilter()
    ) throws(LibraryError) -> HistoryPage {
        try calls.ask(HistoryCall(since: token.serialized, matching: filter))
    }

    /// Rings whenever the history may have grown: once the server observes, after each commit that this app may see,
    /// and after each reconnection. A reader that continues the history at each ring misses nothing. Waits for a server
    /// that is away.
    ///
    /// `bell` is called on a client thread or this one, and must not wait. `whenLost` is called once each time the
    /// server becomes unreachable. Fails only when no thread can be started.
    package func observeChanges(
        whenLost: (@Sendable (LibraryError) -> Void)? = nil,
        _ bell: @escaping @Sendable () -> Void
    ) throws(SystemCallError) -> ChangeObservation {
        try observations.add(whenLost: whenLost, bell)
    }
}

extension TokenResult {
    func changeToken() throws(LibraryError) -> ChangeToken {
        guard let token = ChangeToken(serialized: token) else { throw .unexpectedReply }
        return token
    }
}
