package import LibraryModel
internal import LibraryProtocol

// The calls of the person's own tools. The server takes them on its management socket only.
extension LibraryClient {
    /// A client of the management socket that belongs to the apps' socket at `path`; nil for the environment's.
    package static func owner(socketPath path: String?) -> LibraryClient { LibraryClient(.management(path)) }

    package func statistics() throws(LibraryError) -> LibraryStatistics {
        guard case .statistics(let statistics) = try calls.ask(.statistics) else { throw .unexpectedReply }
        return statistics
    }

    /// Every app that ever asked, in the order of their identities.
    package func grants() throws(LibraryError) -> [AppGrant] {
        guard case .grants(let grants) = try calls.ask(.grants) else { throw .unexpectedReply }
        return grants
    }

    /// Decides; `notDetermined` makes the app ask again.
    package func setStatus(
        _ status: AuthorizationStatus,
        ofApp app: String,
        for level: AccessLevel
    ) throws(LibraryError) {
        guard case .done = try calls.ask(.setGrant(app: app, level, status)) else { throw .unexpectedReply }
    }

    /// Puts assets into an app's selection, or takes them out.
    package func select(_ assets: [ObjectID], forApp app: String, deselects: Bool) throws(LibraryError) {
        guard case .done = try calls.ask(.select(app: app, assets, deselects: deselects)) else {
            throw .unexpectedReply
        }
    }

    /// Checks database, files and hashes against each other. `body` is called for progress and for each problem found;
    /// returns the number of problems.
    package func verify(_ body: (_ checked: Int, _ total: Int, _ problem: String?) -> Void) throws(LibraryError) -> Int
    {
        var problems = 0
        var checked = 0
        var position: UInt64?
        repeat {
            guard case .verification(let page) = try calls.ask(.verify(position: position)) else {
                throw .unexpectedReply
            }
            checked += page.checked
            problems += page.problems.count
            body(checked, page.total, nil)
            for problem in page.problems {
                let asset = problem.asset.map { "\(LocalIdentifier(.asset, $0).string): " } ?? ""
                body(checked, page.total, asset + problem.description)
            }
            position = page.next
        } while position != nil
        return problems
    }
}
