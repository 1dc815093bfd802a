internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore

// The person's own tools.

extension Session {
    func grants() throws(LibraryError) -> Answer {
        let readable = library.picks.readableCounts
        let grants = try library.store.apps().map { grant in
            var grant = grant
            grant.readablePickCount = readable[grant.app] ?? 0
            if let used = library.uses.lastUsed(grant.app) { grant.lastUsed = max(used, grant.lastUsed ?? used) }
            return grant
        }
        return Answer(.grants(grants))
    }

    func setGrant(
        app: String,
        _ level: AccessLevel,
        _ status: AuthorizationStatus,
        until: Int64?,
        confirmsChanges: Bool?
    ) throws(LibraryError) -> Answer {
        var decision = Decision(status, for: level, until: until)
        decision.confirmsChanges = confirmsChanges
        try library.decide(decision, about: app, asker: library.prompts.longestWaitingSession(of: app))
        if status == .denied, level == .readWrite { library.endAll(of: app) }
        return Answer(.done)
    }

    func revoke(app: String) throws(LibraryError) -> Answer {
        var decision = Decision(.denied)
        decision.addOnly = .denied
        try library.decide(decision, about: app)
        library.endAll(of: app)
        return Answer(.done)
    }

    func forget(app: String) throws(LibraryError) -> Answer {
        try library.forget(app)
        return Answer(.done)
    }

    func select(app: String, _ assets: [ObjectID], deselects: Bool) throws(LibraryError) -> Answer {
        if deselects {
            try library.store.deselect(assets, for: app)
        } else {
            try library.store.select(assets, for: app)
        }
        library.accessChanged(of: app, narrows: deselects)
        return Answer(.done)
    }

    func setPolicy(app: String, confirmsChanges: Bool?, isSilenced: Bool?) throws(LibraryError) -> Answer {
        var decision = Decision()
        decision.confirmsChanges = confirmsChanges
        decision.isSilenced = isSilenced
        try library.decide(decision, about: app)
        if isSilenced == true { library.prompts.dismiss(of: app) }
        return Answer(.done)
    }

    func endPicks(app: String) -> Answer {
        library.endPicks(of: app)
        return Answer(.done)
    }
}
