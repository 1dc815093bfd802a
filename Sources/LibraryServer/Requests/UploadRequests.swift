internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem

// Upload jobs.

extension UploadJobsCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        Answer(UploadJobList(try session.view.uploadJobs(for: action, cancellation: cancellation)))
    }
}

extension UploadSettingsCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        if change.isEnabled == true, case .app(let app) = session.principal {
            try UploadAppProgram.check(app, user: session.user)
        }
        return Answer(try session.view.uploadSettings(setting: change))
    }
}

extension SetUploadDestinationCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        var decision = Decision()
        decision.destination = .init(origin, isAllowed: isAllowed, allowsLocal: allowsLocal)
        try session.library.decide(decision, about: app)
        return Answer(EmptyResult())
    }
}
