internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore

// What follows when the person has decided something about an app, or time or the administrator have. The decision is in
// the database already; when these return nothing leaves that it forbids.
extension ServedLibrary {
    /// What an app may see has changed.
    func accessChanged(of app: String, narrows: Bool) throws(LibraryError) {
        gates.decided(app, narrows: narrows)
        observers.decided()
        let extent = try store.view(for: .app(app)).extent()
        if case .none = extent { try staging.drop(of: .app(app)) }
        prompts.dismiss(of: app) { prompt in
            switch (prompt.question, extent) {
            case (.selection, .full), (.selection, .addOnly), (.selection, .none): true
            case (.changes, .addOnly), (.changes, .none): true
            default: false
            }
        }
    }

    /// A program connects under an app's name. When it is another one than the person gave something to under that name,
    /// access or what they picked, that is over: for all who are connected under the name.
    func recognize(_ app: String, _ executable: ExecutableFile) throws {
        let isAnother = try programs.lapsesGrants(app, executable)
        guard isAnother || picks.areOpen(of: app) && programs.isAnother(app, executable) else { return }
        log.event("program-replaced", ["app": app])
        endPicks(of: app)
        try accessChanged(of: app, narrows: true)
    }

    /// Takes back what the person gave an app in pickers, and closes those that are open.
    func endPicks(of app: String) {
        picks.revoke(app: app)
        gates.decided(app, narrows: true)
        prompts.dismiss(of: app) { prompt in
            if case .picker = prompt.question { true } else { false }
        }
    }

    /// The person wants to have nothing to do with an app.
    func endAll(of app: String) {
        endPicks(of: app)
        prompts.dismiss(of: app)
    }

    /// Access of these apps has ended by time.
    func grantsEnded(_ apps: [String]) throws(LibraryError) {
        var failure: LibraryError?
        for app in apps {
            log.event("grant-ended", ["app": app])
            // What fails for one keeps nobody else from what they lost.
            do throws(LibraryError) { try accessChanged(of: app, narrows: true) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// The administrator's policy is another one: it holds for every app at once.
    func policyChanged() throws(LibraryError) {
        for app in Set(gates.apps).union(prompts.apps) {
            let restriction = policy.value.restriction(of: app)
            if restriction.contains(.picker) { endPicks(of: app) }
            try accessChanged(of: app, narrows: true)
            for level in AccessLevel.allCases where restriction.contains(AppRestriction(level)) {
                if let prompt = prompts.accessPrompt(of: app, level) { prompts.finish(prompt, .access(.restricted)) }
            }
        }
    }
}
