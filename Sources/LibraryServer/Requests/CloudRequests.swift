internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem

// Calls about synchronisation.

extension CloudStatusCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        var status = session.library.cloud.status
        if let position = status.report?.position {
            status.report?.changesToSend += try session.library.store.localChangeCount(after: position)
        }
        if status.settings != nil {
            status.originals = try session.library.originalCount.storage(of: session.library.store)
        }
        return Answer(status)
    }
}

extension SetCloudCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        if let refusal = session.library.provider?.refusal, settings != nil { throw refusal }
        if settings == nil, !abandonsOriginals, try session.library.store.hasEvictedOriginals() {
            throw LibraryError(
                .changeNotSupported,
                "originals of this library are in the bucket alone; \"photos cloud optimize --off\" brings them back"
            )
        }
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
        // Beginning with those that are not done.
        let events = CloudService.Commands()
        let cloud = session.library.cloud
        session.openEvents(events, request) { _ in
            let subscriber = cloud.subscribe(events)
            return { cloud.unsubscribe(subscriber) }
        }
    }
}
