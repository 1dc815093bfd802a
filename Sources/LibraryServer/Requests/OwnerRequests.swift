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
            return grant
        }
        return Answer(.grants(grants))
    }

    func setGrant(
        app: String,
        _ level: AccessLevel,
        _ status: AuthorizationStatus,
        until: Int64?
    ) throws(LibraryError) -> Answer {
        try decide(status, until: until, app: app, level)
        if status == .denied, level == .readWrite { library.endAll(of: app) }
        return Answer(.done)
    }

    /// Writes down what the person decided, and tells whoever asked.
    func decide(
        _ status: AuthorizationStatus,
        until: Int64?,
        app: String,
        _ level: AccessLevel
    ) throws(LibraryError) {
        // What an administrator forbids the person may still take back, for the day when it is not forbidden any more.
        if status.isPositive { try library.policy.value.check(app, level) }
        let asker = library.prompts.longestWaitingSession(of: app)
        try library.programs.decide(status, until: until, app, level, asker: asker)
        library.log.event("grant", ["app": app, "level": "\(level)", "status": "\(status)"])
        library.grantEnds.wake()
        try library.accessChanged(of: app, narrows: status != .authorized)
        guard status != .notDetermined, let prompt = library.prompts.accessPrompt(of: app, level) else { return }
        library.prompts.finish(prompt, .access(status))
    }

    func select(app: String, _ assets: [ObjectID], deselects: Bool) throws(LibraryError) -> Answer {
        if deselects {
            try library.store.deselect(assets, for: app)
        } else {
            try library.store.select(assets, for: app)
        }
        library.gates.decided(app, narrows: deselects)
        return Answer(.done)
    }

    func setPolicy(app: String, confirmsChanges: Bool?, isSilenced: Bool?) throws(LibraryError) -> Answer {
        try library.store.setPolicy(of: app, confirmsChanges: confirmsChanges, isSilenced: isSilenced)
        if isSilenced == true { library.prompts.dismiss(of: app) }
        return Answer(.done)
    }

    /// The person does not want to be asked by an app any more, once they have answered this prompt.
    func silence(_ app: String, exceptFor prompt: UInt64) throws(LibraryError) {
        try library.store.setPolicy(of: app, confirmsChanges: nil, isSilenced: true)
        library.prompts.dismiss(of: app) { $0.number != prompt }
    }

    func endPicks(app: String) -> Answer {
        library.endPicks(of: app)
        return Answer(.done)
    }
}
