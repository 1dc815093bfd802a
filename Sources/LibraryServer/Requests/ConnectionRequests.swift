internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem

// Calls about the connection itself.

extension PingCall: AnsweredCall {
    /// Bytes of the largest reply: what fits into a frame with the message around it.
    static let maximumReply = MessageInDescriptor.maximumFramedSize - 64

    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        guard max(replySize, payload.count) <= PingCall.maximumReply else {
            throw LibraryError(.limitExceeded, "a reply has at most \(PingCall.maximumReply) bytes")
        }
        return Answer(PingAnswer(payload, size: replySize))
    }
}

extension AuthorizationStatusCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        switch session.principal {
        case .person: Answer(AuthorizationResult(.authorized))
        case .app(let app):
            Answer(AuthorizationResult(try session.library.store.authorizationStatus(of: app, for: level)))
        }
    }
}
