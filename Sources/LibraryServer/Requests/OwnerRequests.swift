internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore

// The person's own tools.

extension Session {
    func grants() throws(LibraryError) -> Answer {
        Answer(.grants(try library.store.apps()))
    }

    func setGrant(
        app: String, _ level: AccessLevel, _ status: AuthorizationStatus
    ) throws(LibraryError) -> Answer {
        guard status != .limited || level == .readWrite else {
            throw LibraryError(.invalidRequest, "limited access is for reading and writing only")
        }
        try library.store.setStatus(status, ofApp: app, for: level)
        library.log.event("grant", ["app": app, "level": "\(level)", "status": "\(status)"])
        library.waiters.decided(status, app: app, level: level)
        return Answer(.done)
    }

    func select(app: String, _ assets: [ObjectID], deselects: Bool) throws(LibraryError) -> Answer {
        if deselects {
            try library.store.deselect(assets, forApp: app)
        } else {
            try library.store.select(assets, forApp: app)
        }
        return Answer(.done)
    }
}
