internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

/// A call that the server answers. Each conforms to one of the four protocols below, in the file of `Requests` for its
/// subject.
protocol ServedCall: Call {
    /// Replies, opens a stream, or throws the error to reply with. Has one implementation for each of the four; a
    /// requirement so that the compiler specialises it for each call.
    func serve(
        in session: Session,
        _ request: borrowing IncomingRequest,
        _ descriptors: inout DescriptorList
    ) throws(LibraryError) -> RequestOutcome
}

/// The calls of `CallTable`, as the server answers them.
enum ServedCalls {
    /// Indexed by the field number.
    private static let byNumber: [(any ServedCall.Type)?] = {
        let numbers = CallTable.all.map { Int($0.rules.number) }
        var table = [(any ServedCall.Type)?](repeating: nil, count: (numbers.max() ?? 0) + 1)
        for call in CallTable.all {
            guard let served = call as? any ServedCall.Type else {
                preconditionFailure("call \(call.rules.number) has no handler")
            }
            table[Int(call.rules.number)] = served
        }
        return table
    }()

    /// Returns nil for an unknown number.
    static func type(_ number: UInt64) -> (any ServedCall.Type)? {
        guard number < UInt64(byNumber.count) else { return nil }
        return byNumber[Int(number)]
    }
}

/// A call with one reply.
protocol AnsweredCall: ServedCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply>
}

/// A call with a descriptor and one reply.
protocol DescriptorCall: ServedCall {
    func answer(
        in session: Session,
        _ descriptor: consuming OwnedDescriptor,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<Reply>
}

/// A call with descriptors that opens a stream.
protocol StreamedDescriptorCall: StreamCall, ServedCall {
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
protocol StreamedCall: StreamCall, ServedCall {
    /// Opens the stream, or throws the error to reply with.
    func open(in session: Session, _ request: borrowing IncomingRequest) throws(LibraryError)
}

extension AnsweredCall {
    func serve(
        in session: Session,
        _ request: borrowing IncomingRequest,
        _ descriptors: inout DescriptorList
    ) throws(LibraryError) -> RequestOutcome {
        guard descriptors.isEmpty else { throw .unexpectedDescriptor }
        return session.answer(Self.rules.effect, request) { attempt throws(LibraryError) in
            try answer(in: session, attempt)
        }
    }
}

extension DescriptorCall {
    func serve(
        in session: Session,
        _ request: borrowing IncomingRequest,
        _ descriptors: inout DescriptorList
    ) throws(LibraryError) -> RequestOutcome {
        session.answer(Self.rules.effect, request) { attempt throws(LibraryError) in
            guard descriptors.count == 1, let descriptor = descriptors.takeFirst() else {
                throw LibraryError(.invalidRequest, "the call needs exactly one descriptor")
            }
            return try answer(in: session, descriptor, attempt)
        }
    }
}

extension StreamedDescriptorCall {
    func serve(
        in session: Session,
        _ request: borrowing IncomingRequest,
        _ descriptors: inout DescriptorList
    ) throws(LibraryError) -> RequestOutcome {
        guard descriptors.count == Self.descriptorCount else {
            throw LibraryError(.invalidRequest, "the call needs another number of descriptors")
        }
        try open(in: session, request, &descriptors)
        return .answered
    }
}

extension StreamedCall {
    func serve(
        in session: Session,
        _ request: borrowing IncomingRequest,
        _ descriptors: inout DescriptorList
    ) throws(LibraryError) -> RequestOutcome {
        guard descriptors.isEmpty else { throw .unexpectedDescriptor }
        try open(in: session, request)
        session.noteUse(Self.rules.effect)
        return .answered
    }
}

extension Session {
    /// Throws when the principal may not make a call at all, before it is unpacked. Which objects it may concern is
    /// decided where it is answered, in the same snapshot or transaction.
    func check(_ rules: CallRules, isLong: Bool, _ cancellation: Cancellation) throws(LibraryError) {
        switch (rules.audience, principal) {
        case (.everyone, _), (.apps, .app), (.owner, .person), (.agents, .person): break
        case (.apps, .person): throw .needsNoPermission
        case (.owner, .app), (.agents, .app):
            throw LibraryError(.unimplemented, "this call is for the management socket")
        }
        guard case .app = principal else { return }
        switch rules.access {
        case .none: break
        case .open: if isLong { try requireAdding(cancellation) }
        case .reading:
            try oncePerEpoch(readableEpoch) { () throws(LibraryError) in
                try view.requireReading(cancellation: cancellation)
            }
        case .adding: try requireAdding(cancellation)
        }
    }

    private func requireAdding(_ cancellation: Cancellation) throws(LibraryError) {
        try oncePerEpoch(addableEpoch) { () throws(LibraryError) in
            try view.requireAdding(cancellation: cancellation)
        }
    }

    /// Reads the grant once per epoch. Expiry since then is noticed where the call is answered.
    private func oncePerEpoch(
        _ known: borrowing Atomic<UInt64>,
        _ check: () throws(LibraryError) -> Void
    ) throws(LibraryError) {
        let epoch = barrier.epoch
        if known.load(ordering: .relaxed) == epoch { return }
        try check()
        known.store(epoch, ordering: .relaxed)
    }
}

extension LibraryError {
    fileprivate static let unexpectedDescriptor = LibraryError(.invalidRequest, "the call comes with no descriptor")
    static let needsNoPermission = LibraryError(.invalidRequest, "the owner's own tools need no permission")
}
