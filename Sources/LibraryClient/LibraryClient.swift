package import LibraryModel
package import LinuxSystem

/// One app's way to its photo library: calls that block their thread until the server has answered.
///
/// Every call may be made from any thread, several at once. A lost connection is made again by the next call; calls
/// that only read are asked again by themselves, and changes too, under their idempotency key. Only
/// `LibraryError.Code.unavailable` says that the outcome of a change is unknown.
package final class LibraryClient: Sendable {
    /// The client of this process, at the socket that `PHOTOLIBRARY_SOCKET` or the environment's defaults name.
    package static let shared = LibraryClient()

    package init() {}

    // MARK: Authorization

    /// What the person decided. Never waits for them.
    package func authorizationStatus(for level: AccessLevel) throws(LibraryError) -> AuthorizationStatus {
        throw .unwritten
    }

    /// Asks the person where they have not decided yet, and waits for the answer, however long it takes.
    /// Cancelling the task takes the question back and answers `notDetermined`.
    package func requestAuthorization(for level: AccessLevel) async throws(LibraryError) -> AuthorizationStatus {
        throw .unwritten
    }

    // MARK: Reading

    /// Runs a fetch. The identifiers of a large result are memory that the server handed over, not a copy.
    package func fetch(_ request: FetchRequest) throws(LibraryError) -> FetchedIdentifiers {
        throw .unwritten
    }

    /// How many objects a fetch would find, without naming them.
    package func count(_ request: FetchRequest) throws(LibraryError) -> Int {
        throw .unwritten
    }

    /// Properties of a stretch of a fetch result, at most `AssetPage.maximumRows` of them.
    package func assets(_ fetched: FetchedIdentifiers, _ range: Range<Int>) throws(LibraryError) -> AssetPage {
        throw .unwritten
    }

    /// Properties of albums and folders, at most `AssetPage.maximumRows` of them.
    package func collections(_ fetched: FetchedIdentifiers, _ range: Range<Int>) throws(LibraryError) -> CollectionPage
    {
        throw .unwritten
    }

    /// The files of an asset: the original first.
    package func resources(of asset: ObjectID) throws(LibraryError) -> [ResourceInfo] {
        throw .unwritten
    }

    /// A file of an asset, freshly opened, read only.
    package func openResource(_ kind: ResourceKind, of asset: ObjectID) throws(LibraryError) -> OwnedDescriptor {
        throw .unwritten
    }

    /// The recipe of an asset's edit, nil when it has none. `rendered` is empty.
    package func adjustment(of asset: ObjectID) throws(LibraryError) -> Adjustment? {
        throw .unwritten
    }

    // MARK: Pictures

    /// The stored thumbnail of an asset, at least as large as asked where the library holds one so large.
    package func thumbnail(of asset: ObjectID, fitting size: PixelSize) throws(LibraryError) -> PixelImage {
        throw .unwritten
    }

    /// JPEG bytes of a picture, made by the library's media worker. Quality is 1 to 100.
    package func encodeJPEG(_ image: PixelImage, quality: Int) throws(LibraryError) -> [UInt8] {
        throw .unwritten
    }

    // MARK: Changing

    /// `count` identifiers for objects that this app is about to create.
    package func mintIdentifiers(_ count: Int) throws(LibraryError) -> [ObjectID] {
        throw .unwritten
    }

    /// Hands a file over; it belongs to no asset until a change block uses it. What no block used is dropped when the
    /// connection ends.
    package func stage(_ file: borrowing OwnedDescriptor, filename: String) throws(LibraryError) -> StagedResource {
        throw .unwritten
    }

    /// Makes the changes, all or none, and returns when they are durable: the token of the state after them.
    package func perform(_ block: ChangeBlock) throws(LibraryError) -> ChangeToken {
        throw .unwritten
    }

    // MARK: History

    /// The token of this moment.
    package func currentToken() throws(LibraryError) -> ChangeToken {
        throw .unwritten
    }

    /// What happened after `token`, the oldest first, a page of it. Go on with `sequence` set to the page's `upTo`
    /// while `hasMore`.
    package func history(since token: ChangeToken) throws(LibraryError) -> HistoryPage {
        throw .unwritten
    }

    /// Calls `body` on a thread of the client's, in order, after each commit that this app may see, from now on: what is
    /// committed after this call returned is not missed. When the connection was lost in between, an event that is a
    /// resynchronisation follows the new connection.
    package func observeChanges(
        _ body: @escaping @Sendable (ChangeEvent) -> Void
    ) throws(LibraryError) -> ChangeObservation {
        throw .unwritten
    }
}

/// A running observation. It ends with `cancel()` or with its last reference.
package final class ChangeObservation: Sendable {
    package init() {}

    /// No call of the body starts after this returned, except when called from within the body.
    package func cancel() {}
}

extension LibraryError {
    fileprivate static let unwritten = LibraryError(.unimplemented, "not written yet")
}
