internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import Synchronization

// Decisions about apps: the person's, the administrator's, and expiry. Each is one transaction, committed before
// anything here follows from it. What follows changes memory only: it cannot fail, and a restarted server needs none of
// it. Once these return, nothing leaves the server that the decision forbids.
extension ServedLibrary {
    /// Commits what the person decided, and applies it. `requester`: the session of the app whose question this
    /// answers.
    @discardableResult
    func decide(
        _ decision: Decision,
        about app: String,
        requester: UInt64? = nil
    ) throws(LibraryError) -> LibraryStore.SelectionOutcome {
        // The person may still revoke what the administrator forbids, for when the policy changes.
        for (level, status) in [(AccessLevel.readWrite, decision.readWrite), (.addOnly, decision.addOnly)]
        where status?.isPositive == true { try policy.value.check(app, level) }
        let outcome = try programs.decide(decision, about: app, requester: requester)
        for (level, status) in [(AccessLevel.readWrite, decision.readWrite), (.addOnly, decision.addOnly)] {
            guard let status else { continue }
            log.event("grant", ["app": app, "level": "\(level)", "status": "\(status)"])
        }
        grantExpiry.wake()
        let takesAway = [decision.readWrite, decision.addOnly].contains { $0 != nil && $0 != .authorized }
        let narrows = takesAway || decision.hidesPlaces == true || !outcome.removed.isEmpty
        accessChanged(of: app, narrows: narrows)
        if decision.destination != nil { uploads?.accessChanged(of: app) }
        for (level, status) in [(AccessLevel.readWrite, decision.readWrite), (.addOnly, decision.addOnly)] {
            guard let status, status != .notDetermined, let prompt = prompts.accessPrompt(of: app, level) else {
                continue
            }
            prompts.finish(prompt, .access(status))
        }
        return outcome
    }

    /// Applies a change of what an app may see. Every decision comes here.
    func accessChanged(of app: String, narrows: Bool) {
        barriers.advance(app, narrows: narrows)
        observers.decided(about: app)
        if narrows { uploads?.accessChanged(of: app) }
        let visibility: Visibility
        do throws(LibraryError) { visibility = try store.viewForOthers(of: .app(app)).visibility() } catch {
            log.event("visibility-unknown", ["app": app, "error": error.reason])
            visibility = .none(isRestricted: false)
        }
        if case .none = visibility { staging.drop(of: .app(app)) }
        prompts.dismiss(of: app) { prompt in
            switch (prompt.question, visibility) {
            case (.selection, .full), (.selection, .addOnly), (.selection, .none): true
            case (.changes, .addOnly), (.changes, .none), (.upload, .addOnly), (.upload, .none): true
            default: false
            }
        }
    }

    /// A program connects under an app's identity. If the person granted access or picks to a different executable of
    /// that identity, ends them for every session of the identity.
    func recognize(_ app: String, _ executable: ExecutableFile) throws {
        let recognition = try programs.recognize(app, executable)
        if recognition == .rebuilt { log.event("program-rebuilt", ["app": app]) }
        guard recognition == .replaced || picks.areOpen(of: app) && programs.isAnother(app, executable) else { return }
        log.event("program-replaced", ["app": app])
        endPicks(of: app)
        accessChanged(of: app, narrows: true)
    }

    /// Revokes what the person picked for an app, and closes its open pickers.
    func endPicks(of app: String) {
        picks.revoke(app: app)
        barriers.advance(app, narrows: true)
        prompts.dismiss(of: app) { prompt in
            if case .picker = prompt.question { true } else { false }
        }
    }

    /// Revokes some of what the person picked for an app.
    func endPicks(_ assets: Set<ObjectID>, of app: String) {
        picks.revoke(assets, app: app)
        barriers.advance(app, narrows: true)
    }

    /// Ends an app's picks and dismisses all its prompts.
    func endAll(of app: String) {
        endPicks(of: app)
        prompts.dismiss(of: app)
    }

    /// Removes everything the server keeps about an app.
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

    /// The grants of these apps have expired.
    func grantsEnded(_ apps: [String]) {
        for app in apps {
            log.event("grant-ended", ["app": app])
            accessChanged(of: app, narrows: true)
        }
    }

    /// Applies a new administrator's policy to every app.
    func policyChanged() {
        for app in Set(barriers.apps).union(prompts.apps).union(uploads?.apps ?? []) {
            let restriction = policy.value.restriction(of: app)
            if restriction.contains(.picker) { endPicks(of: app) }
            accessChanged(of: app, narrows: true)
            for level in AccessLevel.allCases where restriction.contains(AppRestriction(level)) {
                if let prompt = prompts.accessPrompt(of: app, level) { prompts.finish(prompt, .access(.restricted)) }
            }
        }
    }
}
