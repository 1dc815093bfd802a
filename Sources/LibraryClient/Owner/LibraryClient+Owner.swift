package import LibraryModel
internal import LibraryProtocol

// The calls of the owner's tools. The server accepts them on its management socket only.
extension LibraryClient {
    /// A client of the management socket beside the apps' socket at `path`; nil for the environment's.
    package static func owner(socketPath path: String?) -> LibraryClient { LibraryClient(.management(path)) }

    package func statistics() throws(LibraryError) -> LibraryStatistics {
        try calls.ask(StatisticsCall())
    }

    /// The identifier of a smart album.
    package func identifier(of album: SmartAlbum) throws(LibraryError) -> ObjectID {
        let found = try fetch(FetchRequest(.smartAlbums(subtype: album.rawValue)))
        guard found.count == 1 else { throw LibraryError(.protocolViolation, "the server has no such album") }
        return found[0]
    }

    /// The token from which the history is complete.
    package func oldestToken() throws(LibraryError) -> ChangeToken {
        var token = try currentToken()
        token.sequence = try statistics().firstSequence
        return token
    }

    /// All apps that ever asked, ordered by identity.
    package func grants() throws(LibraryError) -> [AppGrant] {
        try calls.ask(GrantsCall()).grants
    }

    /// Sets an app's access; after `notDetermined` it asks again. `until`: microseconds since 1970. `confirmsChanges`:
    /// nil leaves it unchanged.
    package func setStatus(
        _ status: AuthorizationStatus,
        ofApp app: String,
        for level: AccessLevel,
        until: Int64? = nil,
        confirmsChanges: Bool? = nil,
        hidesPlaces: Bool? = nil
    ) throws(LibraryError) {
        let call = SetGrantCall(
            app: app,
            level,
            status,
            until: until,
            confirmsChanges: confirmsChanges,
            hidesPlaces: hidesPlaces
        )
        _ = try calls.ask(call)
    }

    /// Adds assets to an app's selection, or removes them.
    package func select(_ assets: [ObjectID], forApp app: String, deselects: Bool) throws(LibraryError) {
        _ = try calls.ask(SelectCall(app: app, assets, deselects: deselects))
    }

    /// The existing assets of an app's selection.
    package func selection(ofApp app: String) throws(LibraryError) -> [ObjectID] {
        try calls.ask(SelectionCall(ofApp: app)).assets
    }

    /// What was picked for an app and it can read now.
    package func picks(ofApp app: String) throws(LibraryError) -> [ObjectID] {
        try calls.ask(SelectionCall(ofApp: app, isOfPicks: true)).assets
    }

    /// The folders of builds, in the order of their paths.
    package func developerFolders() throws(LibraryError) -> [DeveloperFolder] {
        try calls.ask(DeveloperFoldersCall()).folders
    }

    /// Makes a folder one of builds until then, in microseconds since 1970; nil: no more. Throws `notFound` for one
    /// that is none, and `accessDenied` when others can write to it.
    package func setDeveloperFolder(_ path: String, until: Int64?) throws(LibraryError) {
        _ = try calls.ask(SetDeveloperFolderCall(path, until: until))
    }

    /// Decides whether an app may send photos to a server. Nil forgets the decision. `allowsLocal`: also when the
    /// server has an address of this machine or of the person's own networks.
    package func setUploadDestination(
        _ origin: UploadOrigin,
        ofApp app: String,
        isAllowed: Bool?,
        allowsLocal: Bool = false
    ) throws(LibraryError) {
        _ = try calls.ask(SetUploadDestinationCall(app: app, origin, isAllowed: isAllowed, allowsLocal: allowsLocal))
    }

    /// The result of a verification.
    package struct Verification: Hashable, Sendable {
        /// The number of files whose digests were checked.
        package var checked = 0
        /// One sentence each, with the identifier of the asset concerned.
        package var problems: [String] = []
        /// The number of files that no asset refers to: harmless leftovers of interrupted imports.
        package var unreferenced = 0
        /// Of the checked files, originals that are in the bucket alone.
        package var inCloud = 0
    }

    /// Checks the database, the files and their digests against each other. Calls `progress` now and then.
    package func verify(_ progress: (_ checked: Int, _ total: Int) -> Void) throws(LibraryError) -> Verification {
        var result = Verification()
        var position: UInt64?
        repeat {
            let page = try calls.ask(VerifyCall(position: position))
            result.checked += page.checked
            result.unreferenced += page.unreferenced
            result.inCloud += page.inCloud
            for problem in page.problems {
                let asset = problem.asset.map { "\(LocalIdentifier(.asset, $0).string): " } ?? ""
                result.problems.append(asset + problem.description)
            }
            progress(result.checked, page.total)
            position = page.next
        } while position != nil
        return result
    }
}
