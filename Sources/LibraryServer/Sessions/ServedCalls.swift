internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

// Each call conforms to one of these four protocols, in the file of `Requests` for its subject.

/// A call with one reply.
protocol AnsweredCall: Call {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply>
}

/// A call with a descriptor and one reply.
protocol DescriptorCall: Call {
    func answer(
        in session: Session,
        _ descriptor: consuming OwnedDescriptor,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<Reply>
}

/// A call with descriptors that opens a stream.
protocol StreamedDescriptorCall: StreamCall {
    /// The descriptors that come with it.
    static var descriptorCount: Int { get }

    /// Opens the stream, or throws the error to reply with.
    func open(
        in session: Session,
        _ request: borrowing IncomingRequest,
        _ descriptors: inout DescriptorList
    ) throws(LibraryError)
}

/// A call that opens a stream.
protocol StreamedCall: StreamCall {
    /// Opens the stream, or throws the error to reply with.
    func open(in session: Session, _ request: borrowing IncomingRequest) throws(LibraryError)
}

extension Session {
    /// Answers a call with one reply.
    func answer(
        _ call: any Call,
        _ descriptors: inout DescriptorList,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<any CallReply> {
        if let call = call as? any AnsweredCall { return try erased(call, cancellation) }
        guard let call = call as? any DescriptorCall else {
            throw LibraryError(.internal, "a call without a handler")
        }
        guard descriptors.count == 1, let descriptor = descriptors.takeFirst() else {
            throw LibraryError(.invalidRequest, "the call needs exactly one descriptor")
        }
        return try erased(call, descriptor, cancellation)
    }

    private func erased(
        _ call: some AnsweredCall,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<any CallReply> {
        Answer(erasing: try call.answer(in: self, cancellation))
    }

    private func erased(
        _ call: some DescriptorCall,
        _ descriptor: consuming OwnedDescriptor,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<any CallReply> {
        Answer(erasing: try call.answer(in: self, descriptor, cancellation))
    }

    /// Throws when the principal may not make a call at all, before it is unpacked. Which objects it may concern is
    /// decided where it is answered, in the same snapshot or transaction.
    func check(_ rules: CallRules, isLong: Bool, _ cancellation: Cancellation) throws(LibraryError) {
        switch (rules.audience, principal) {
        case (.everyone, _), (.apps, .app), (.owner, .person), (.agents, .person): break
        case (.apps, .person): throw .needsNoPermission
        case (.owner, .app), (.agents, .app):
            throw LibraryError(.unimplemented, "this call is for the management socket")
        }
        guard principal != .person else { return }
        switch rules.access {
        case .none: break
        case .open: if isLong { try view.requireAdding(cancellation: cancellation) }
        case .reading: try requireReading(cancellation)
        case .adding: try view.requireAdding(cancellation: cancellation)
        }
    }

    /// Reads the grant once per epoch. Expiry since then is noticed where the call is answered.
    private func requireReading(_ cancellation: Cancellation) throws(LibraryError) {
        let epoch = barrier.epoch
        if readableEpoch.load(ordering: .relaxed) == epoch { return }
        try view.requireReading(cancellation: cancellation)
        readableEpoch.store(epoch, ordering: .relaxed)
    }
}

extension LibraryError {
    static let needsNoPermission = LibraryError(.invalidRequest, "the owner's own tools need no permission")
}
