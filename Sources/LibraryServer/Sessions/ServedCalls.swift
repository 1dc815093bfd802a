internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

// How calls are served: each says so in `Requests`, beside what it is about. A call is one of these three.

/// A call with one answer.
protocol AnsweredCall: Call {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer
}

/// A call with one answer that comes with a descriptor.
protocol DescriptorCall: Call {
    func answer(
        in session: Session,
        _ descriptor: consuming OwnedDescriptor,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer
}

/// A call that stays open.
protocol StreamedCall: Call {
    /// Opens the stream, or throws what the call is answered with instead.
    func open(in session: Session, _ request: borrowing IncomingRequest) throws(LibraryError)
}

extension Session {
    /// Answers a call that has one answer.
    func answer(
        _ call: any Call,
        _ descriptors: inout DescriptorList,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer {
        if let call = call as? any AnsweredCall { return try call.answer(in: self, cancellation) }
        guard let call = call as? any DescriptorCall else {
            throw LibraryError(.internal, "a call that nobody serves")
        }
        guard descriptors.count == 1, let descriptor = descriptors.takeFirst() else {
            throw LibraryError(.invalidRequest, "the call comes with exactly one descriptor")
        }
        return try call.answer(in: self, descriptor, cancellation)
    }

    /// Throws what is answered to who may not make a call. It is found out before the call is unpacked; what of the
    /// library it may be about is decided where it is answered, in the same snapshot or transaction.
    func check(_ rules: CallRules, isLong: Bool, _ cancellation: Cancellation) throws(LibraryError) {
        switch (rules.audience, principal) {
        case (.everyone, _), (.apps, .app), (.owner, .person), (.agents, .person): break
        case (.apps, .person): throw LibraryError(.invalidRequest, "the owner's own tools need no permission")
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

    /// Looks at the grant once a decision. One that ended since, by time, is seen where the call is answered.
    private func requireReading(_ cancellation: Cancellation) throws(LibraryError) {
        let epoch = barrier.epoch
        if readsUnder.load(ordering: .relaxed) == epoch { return }
        try view.requireReading(cancellation: cancellation)
        readsUnder.store(epoch, ordering: .relaxed)
    }
}
