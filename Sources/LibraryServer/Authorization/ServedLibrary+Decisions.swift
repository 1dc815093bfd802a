internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import Synchronization

// Decisions about apps: the person's, or those of time and the administrator. Each is one transaction of the store's,
// and is in the database before anything here follows from it. What follows is in memory only: it cannot fail, and a
// server that starts again has none of it. When these return nothing leaves that the decision forbids.
extension ServedLibrary {
    /// Writes down what the person decided, and lets everything follow from it. `asker`: the session of the app whose
    /// question this answers.
    @discardableResult
    func decide(
        _ decision: Decision,
        about app: String,
        asker: UInt64? = nil
    ) throws(LibraryError) -> LibraryStore.SelectionOutcome {
        // What an administrator forbids the person may still take back, for the day when it is not forbidden any more.
        for (level, status) in [(AccessLevel.readWrite, decision.readWrite), (.addOnly, decision.addOnly)]
        where status?.isPositive == true { try policy.value.check(app, level) }
        let outcome = try programs.decide(decision, about: app, asker: asker)
        for (level, status) in [(AccessLevel.readWrite, decision.readWrite), (.addOnly, decision.addOnly)] {
            guard let status else { continue }
            log.event("grant", ["app": app, "level": "\(level)", "status": "\(status)"])
        }
        grantEnds.wake()
        let takesAway = [decision.readWrite, decision.addOnly].contains { $0 != nil && $0 != .authorized }
        accessChanged(of: app, narrows: takesAway || !outcome.removed.isEmpty)
        for (level, status) in [(AccessLevel.readWrite, decision.readWrite), (.addOnly, decision.addOnly)] {
            guard let status, status != .notDetermined, let prompt = prompts.accessPrompt(of: app, level) else {
                continue
            }
            prompts.finish(prompt, .access(status))
        }
        return outcome
    }

    /// What an app may see has changed. The one place through which every decision goes.
    func accessChanged(of app: String, narrows: Bool) {
        barriers.advance(app, narrows: narrows)
        observers.decided(about: app)
        let visibility: Visibility
        do throws(LibraryError) { visibility = try store.viewForOthers(of: .app(app)).visibility() } catch {
            log.event("visibility-unknown", ["app": app, "error": error.reason])
            visibility = .none(isRestricted: false)
        }
        if case .none = visibility { staging.drop(of: .app(app)) }
        prompts.dismiss(of: app) { prompt in
            switch (prompt.question, visibility) {
            case (.selection, .full), (.selection, .addOnly), (.selection, .none): true
            case (.changes, .addOnly), (.changes, .none): true
            default: false
            }
        }
    }

    /// A program connects under an app's name. When it is another one than the person gave something to under that
    /// name, access or what they picked, that is over: for all who are connected under the name.
    func recognize(_ app: String, _ executable: ExecutableFile) throws {
        let isAnother = try programs.lapsesGrants(app, executable)
        guard isAnother || picks.areOpen(of: app) && programs.isAnother(app, executable) else { return }
        log.event("program-replaced", ["app": app])
        endPicks(of: app)
        accessChanged(of: app, narrows: true)
    }

    /// Takes back what the person gave an app in pickers, and closes those that are open.
    func endPicks(of app: String) {
        picks.revoke(app: app)
        barriers.advance(app, narrows: true)
        prompts.dismiss(of: app) { prompt in
            if case .picker = prompt.question { true } else { false }
        }
    }

    /// The person wants to have nothing to do with an app.
    func endAll(of app: String) {
        endPicks(of: app)
        prompts.dismiss(of: app)
    }

    /// Treats an app as if it had never come.
    func forget(_ app: String) throws(LibraryError) {
        try store.forget(app)
        log.event("forgotten", ["app": app])
        endAll(of: app)
        accessChanged(of: app, narrows: true)
        staging.drop(of: .app(app))
        automaticQuestions.forget(app)
        prompts.forget(app)
        recentChanges.withLock { $0.forget(app) }
        uses.forget(app)
    }

    /// Access of these apps has ended by time.
    func grantsEnded(_ apps: [String]) {
        for app in apps {
            log.event("grant-ended", ["app": app])
            accessChanged(of: app, narrows: true)
        }
    }

    /// The administrator's policy is another one: it holds for every app at once.
    func policyChanged() {
        for app in Set(barriers.apps).union(prompts.apps) {
            let restriction = policy.value.restriction(of: app)
            if restriction.contains(.picker) { endPicks(of: app) }
            accessChanged(of: app, narrows: true)
            for level in AccessLevel.allCases where restriction.contains(AppRestriction(level)) {
                if let prompt = prompts.accessPrompt(of: app, level) { prompts.finish(prompt, .access(.restricted)) }
            }
        }
    }
}
