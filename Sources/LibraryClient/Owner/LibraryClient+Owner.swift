package import LibraryModel
internal import LibraryProtocol

// The calls of the person's own tools. The server takes them on its management socket only.
extension LibraryClient {
    /// A client of the management socket that belongs to the apps' socket at `path`; nil for the environment's.
    package static func owner(socketPath path: String?) -> LibraryClient { LibraryClient(.management(path)) }

    package func statistics() throws(LibraryError) -> LibraryStatistics {
        guard case .statistics(let statistics) = try calls.ask(StatisticsCall()) else { throw .unexpectedReply }
        return statistics
    }

    /// The token from which on history is complete.
    package func oldestToken() throws(LibraryError) -> ChangeToken {
        var token = try currentToken()
        token.sequence = try statistics().firstSequence
        return token
    }

    /// Every app that ever asked, in the order of their identities.
    package func grants() throws(LibraryError) -> [AppGrant] {
        guard case .grants(let grants) = try calls.ask(GrantsCall()) else { throw .unexpectedReply }
        return grants
    }

    /// Decides; `notDetermined` makes the app ask again. `until`: microseconds since 1970. Nil for `confirmsChanges`
    /// leaves that as it is.
    package func setStatus(
        _ status: AuthorizationStatus,
        ofApp app: String,
        for level: AccessLevel,
        until: Int64? = nil,
        confirmsChanges: Bool? = nil
    ) throws(LibraryError) {
        let call = SetGrantCall(app: app, level, status, until: until, confirmsChanges: confirmsChanges)
        guard case .done = try calls.ask(call) else { throw .unexpectedReply }
    }

    /// Puts assets into an app's selection, or takes them out.
    package func select(_ assets: [ObjectID], forApp app: String, deselects: Bool) throws(LibraryError) {
        guard case .done = try calls.ask(SelectCall(app: app, assets, deselects: deselects)) else {
            throw .unexpectedReply
        }
    }

    /// What the person selected for an app, as far as it is there.
    package func selection(ofApp app: String) throws(LibraryError) -> [ObjectID] {
        guard case .selection(let assets) = try calls.ask(SelectionCall(ofApp: app)) else { throw .unexpectedReply }
        return assets
    }

    /// What a verification found.
    package struct Verification: Hashable, Sendable {
        /// Files that were read and compared with their digests.
        package var checked = 0
        /// One sentence each, with the asset's identifier where one is concerned.
        package var problems: [String] = []
        /// Files that no asset names. An interrupted import left them, and they do no harm.
        package var unreferenced = 0
    }

    /// Checks database, files and hashes against each other. `progress` is called now and then.
    package func verify(_ progress: (_ checked: Int, _ total: Int) -> Void) throws(LibraryError) -> Verification {
        var result = Verification()
        var position: UInt64?
        repeat {
            guard case .verification(let page) = try calls.ask(VerifyCall(position: position)) else {
                throw .unexpectedReply
            }
            result.checked += page.checked
            result.unreferenced += page.unreferenced
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
