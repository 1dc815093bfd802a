internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import LinuxSystem

// Calls about synchronisation.

extension CloudStatusCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        Answer(session.library.cloud.status)
    }
}

extension SetCloudCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        if let refusal = session.library.provider?.refusal, settings != nil { throw refusal }
        try session.library.cloud.set(settings, key: key)
        return Answer(EmptyResult())
    }
}

extension CloudKeyCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        Answer(CloudKeyResult(try session.library.cloud.key()))
    }
}

extension CommandCloudCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        Answer(try session.library.cloud.command(command))
    }
}

extension ReportCloudCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        try session.library.cloud.take(report)
        return Answer(EmptyResult())
    }
}

extension CloudCommandsCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) {
        session.openCloudCommands(request)
    }
}

extension Session {
    /// Opens a stream of commands, beginning with those that are not done.
    fileprivate func openCloudCommands(_ request: borrowing IncomingRequest) {
        let number = request.stream
        streamOpens(number)
        let events = CloudService.Commands()
        let cloud = library.cloud
        let subscriber = cloud.subscribe(events)
        let stream = request.openStream(
            MessageBuffer(payload: EmptyResult().encoded),
            keepsDeadline: false,
            onCreditReturned: { _ in events.sendWaiting() },
            onEnd: { [weak self] in self?.streamEnded(number) }
        )
        guard let stream else {
            cloud.unsubscribe(subscriber)
            streamEnded(number)
            return
        }
        _ = events.begin(on: stream)
        streamBegan(number) {
            cloud.unsubscribe(subscriber)
            events.end()
        }
    }
}
