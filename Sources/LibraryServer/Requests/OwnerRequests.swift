internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem

// Calls of the owner's tools.

extension StatisticsCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        Answer(try session.library.statistics(cancellation))
    }
}

extension VerifyCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        try session.verify(after: position, cancellation)
    }
}

extension AppChangesCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let changes = try session.library.store.changes(
            of: app,
            since: since,
            transaction: transaction,
            before: before,
            cancellation: cancellation
        )
        return Answer(changes)
    }
}

extension UndoCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        Answer(try session.library.store.undo(request))
    }
}

extension EraseCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        try session.library.store.erase(assets)
        return Answer(EmptyResult())
    }
}

extension GrantsCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let library = session.library
        let readable = library.picks.readableCounts
        let grants = try library.store.apps().map { grant in
            var grant = grant
            grant.readablePickCount = readable[grant.app] ?? 0
            library.uses.complete(&grant)
            return grant
        }
        return Answer(GrantList(grants))
    }
}

extension SetGrantCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let library = session.library
        var decision = Decision(status, for: level, until: until)
        decision.confirmsChanges = confirmsChanges
        decision.hidesPlaces = hidesPlaces
        try library.decide(decision, about: app, requester: library.prompts.longestWaitingSession(of: app))
        if status == .denied, level == .readWrite { library.endAll(of: app) }
        return Answer(EmptyResult())
    }
}

extension RevokeCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        var decision = Decision(.denied)
        decision.addOnly = .denied
        try session.library.decide(decision, about: app)
        session.library.endAll(of: app)
        return Answer(EmptyResult())
    }
}

extension ForgetCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        try session.library.forget(app)
        return Answer(EmptyResult())
    }
}

extension SelectCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let library = session.library
        if deselects {
            try library.store.deselect(assets, for: app)
        } else {
            try library.store.select(assets, for: app)
        }
        library.accessChanged(of: app, narrows: deselects)
        return Answer(EmptyResult())
    }
}

extension SelectionCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let library = session.library
        let assets = isOfPicks ? library.picks.readable(of: app) : try library.store.selection(of: app)
        return Answer(SelectionResult(assets))
    }
}

extension SetPreferencesCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        var decision = Decision()
        decision.confirmsChanges = confirmsChanges
        decision.isSilenced = isSilenced
        decision.hidesPlaces = hidesPlaces
        try session.library.decide(decision, about: app)
        if isSilenced == true { session.library.prompts.dismiss(of: app) }
        return Answer(EmptyResult())
    }
}

extension RevokePicksCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        if let assets {
            session.library.endPicks(Set(assets), of: app)
        } else {
            session.library.endPicks(of: app)
        }
        return Answer(EmptyResult())
    }
}

extension DeveloperFoldersCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        Answer(DeveloperFolderList(try BuildFolders(session.library.store).all()))
    }
}

extension SetDeveloperFolderCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        try BuildFolders(session.library.store).set(path, until: until)
        session.library.log.event("builds", ["folder": path, "until": until.map { "\($0)" } ?? "ended"])
        return Answer(EmptyResult())
    }
}
