internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem

// Calls of the owner's tools.

extension StatisticsCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        Answer(.statistics(try session.library.statistics()))
    }
}

extension VerifyCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        try session.verify(after: position, cancellation)
    }
}

extension AppChangesCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        let changes = try session.library.store.changes(
            of: app,
            since: since,
            transaction: transaction,
            before: before,
            cancellation: cancellation
        )
        return Answer(.appChanges(changes))
    }
}

extension UndoCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        Answer(.undo(try session.library.store.undo(request)))
    }
}

extension GrantsCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        let library = session.library
        let readable = library.picks.readableCounts
        let grants = try library.store.apps().map { grant in
            var grant = grant
            grant.readablePickCount = readable[grant.app] ?? 0
            if let used = library.uses.lastUsed(grant.app) { grant.lastUsed = max(used, grant.lastUsed ?? used) }
            return grant
        }
        return Answer(.grants(grants))
    }
}

extension SetGrantCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        let library = session.library
        var decision = Decision(status, for: level, until: until)
        decision.confirmsChanges = confirmsChanges
        try library.decide(decision, about: app, requester: library.prompts.longestWaitingSession(of: app))
        if status == .denied, level == .readWrite { library.endAll(of: app) }
        return Answer(.done)
    }
}

extension RevokeCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        var decision = Decision(.denied)
        decision.addOnly = .denied
        try session.library.decide(decision, about: app)
        session.library.endAll(of: app)
        return Answer(.done)
    }
}

extension ForgetCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        try session.library.forget(app)
        return Answer(.done)
    }
}

extension SelectCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        let library = session.library
        if deselects {
            try library.store.deselect(assets, for: app)
        } else {
            try library.store.select(assets, for: app)
        }
        library.accessChanged(of: app, narrows: deselects)
        return Answer(.done)
    }
}

extension SelectionCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        Answer(.selection(try session.library.store.selection(of: app)))
    }
}

extension SetPreferencesCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        var decision = Decision()
        decision.confirmsChanges = confirmsChanges
        decision.isSilenced = isSilenced
        try session.library.decide(decision, about: app)
        if isSilenced == true { session.library.prompts.dismiss(of: app) }
        return Answer(.done)
    }
}

extension RevokePicksCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        session.library.endPicks(of: app)
        return Answer(.done)
    }
}
