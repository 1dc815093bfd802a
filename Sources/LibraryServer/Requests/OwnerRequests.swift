internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore

// The person's own tools.

extension Session {
    func grants() throws(LibraryError) -> Answer {
        Answer(.grants(try library.store.apps()))
    }

    func setGrant(
        app: String,
        _ level: AccessLevel,
        _ status: AuthorizationStatus
    ) throws(LibraryError) -> Answer {
        try library.programs.decide(status, app, level, asker: library.waiters.firstAsker(of: app))
        library.log.event("grant", ["app": app, "level": "\(level)", "status": "\(status)"])
        library.waiters.decided(status, app: app, level: level)
        return Answer(.done)
    }

    func select(app: String, _ assets: [ObjectID], deselects: Bool) throws(LibraryError) -> Answer {
        if deselects {
            try library.store.deselect(assets, for: app)
        } else {
            try library.store.select(assets, for: app)
        }
        return Answer(.done)
    }
}
