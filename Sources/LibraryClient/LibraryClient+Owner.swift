package import LibraryModel

// The calls of the person's own tools. The server takes them on its management socket only.
extension LibraryClient {
    /// A client of the management socket that belongs to the apps' socket at `path`; nil for the default place.
    package static func owner(socketPath path: String?) -> LibraryClient { LibraryClient() }

    package func statistics() throws(LibraryError) -> LibraryStatistics {
        throw LibraryError(.unimplemented, "not written yet")
    }

    /// Every app that ever asked, in the order of their identities.
    package func grants() throws(LibraryError) -> [AppGrant] {
        throw LibraryError(.unimplemented, "not written yet")
    }

    /// Decides; `notDetermined` makes the app ask again.
    package func setStatus(
        _ status: AuthorizationStatus, ofApp app: String, for level: AccessLevel
    ) throws(LibraryError) {
        throw LibraryError(.unimplemented, "not written yet")
    }

    /// Puts assets into an app's selection, or takes them out.
    package func select(_ assets: [ObjectID], forApp app: String, deselects: Bool) throws(LibraryError) {
        throw LibraryError(.unimplemented, "not written yet")
    }

    /// Checks database, files and hashes against each other. `body` is called for progress and for each problem found;
    /// returns the number of problems.
    package func verify(_ body: (_ checked: Int, _ total: Int, _ problem: String?) -> Void) throws(LibraryError) -> Int {
        throw LibraryError(.unimplemented, "not written yet")
    }
}
