internal import Admission
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

/// Serves the requests of one connection, for a principal that never changes.
///
/// Requests may run on several threads at once; locks here (`streams`) or in the callees guard what they share.
final class Session: RequestHandler {
    let principal: Principal
    let view: LibraryView
    /// Like `view`, for threads that the app must not delay: agents that answer its questions, and the notifier.
    let viewForOthers: LibraryView
    let library: ServedLibrary
    /// For the log.
    let number: UInt64

    let process: Int32
    let user: UInt32
    /// The app's pinned process; nil for the owner's tools.
    let sender: ExpectedSender?
    /// What prompts show about the app's program beside its name.
    let program: Prompt.Program
    /// Everything that is sent to the app passes it.
    let barrier: RevocationBarrier
    /// What the peer claims about itself, as prompts show it.
    private let claims = Mutex(Claims())
    /// What to release when a stream ends.
    private let streams = Mutex<[UInt32: StreamHold]>([:])
    /// What to release when the connection ends.
    private let holds = Mutex<[@Sendable () -> Void]>([])
    /// The first fetch of an app with limited access may trigger the automatic question.
    let hasFetched = Atomic(false)

    /// The epoch in which the app was last found to have read access; `.max` before that.
    let readableEpoch = Atomic(UInt64.max)
    /// The same of access to read or to add.
    let addableEpoch = Atomic(UInt64.max)

    /// From HELLO.
    struct Claims {
        var name = ""
        var usageDescription = ""
        /// The app suppresses the automatic question about its selection.
        var preventsAutomaticQuestion = false
    }

    private enum StreamHold {
        /// Nothing to release yet. The peer may end the stream in this state.
        case opening
        /// One for each question that was asked on the stream.
        case held(releases: [@Sendable () -> Void])
    }

    init(
        _ library: ServedLibrary,
        _ principal: Principal,
        process: Int32,
        user: UInt32,
        sender: ExpectedSender?,
        program: Prompt.Program,
        barrier: RevocationBarrier,
        number: UInt64
    ) {
        self.library = library
        self.principal = principal
        self.process = process
        self.user = user
        self.sender = sender
        self.program = program
        self.barrier = barrier
        self.number = number
        view = library.store.view(for: principal)
        viewForOthers = library.store.viewForOthers(of: principal)
    }

    /// Logs an event that the peer may cause; rate-limited for apps, never dropped for the owner's tools.
    func log(_ name: String, _ fields: KeyValuePairs<String, String>) {
        switch principal {
        case .person: library.log.event(name, fields)
        case .app(let app): library.log.event(name, fields, of: .app(app, user: user))
        }
    }

    /// How often a reply is made again while decisions keep coming.
    private static let maximumAttempts = 16

    // MARK: RequestHandler

    func receivedHello(_ hello: Span<UInt8>) -> Bool {
        do throws(LibraryError) {
            let hello = try Hello(decoding: hello)
            guard hello.protocolVersion == Hello.protocolVersion else {
                throw LibraryError(.protocolViolation, "the peer has another protocol version")
            }
            claims.withLock { claims in
                claims.name = Session.shortened(hello.claimedName, 200)
                claims.usageDescription = Session.shortened(hello.usageDescription, 1_000)
                claims.preventsAutomaticQuestion = hello.capabilities.contains(Hello.preventsAutomaticQuestion)
            }
            log("connected", ["session": "\(number)", "principal": principal.logged, "pid": "\(process)"])
            return true
        } catch {
            log("refused", ["session": "\(number)", "reason": error.reason])
            return false
        }
    }

    /// Shortens a claim, in characters and bytes: a character can have any number of bytes.
    private static func shortened(_ claim: String?, _ maximumCharacters: Int) -> String {
        let characters = (claim ?? "").prefix(maximumCharacters)
        guard characters.utf8.count > 4 * maximumCharacters else { return String(characters) }
        return String(decoding: characters.utf8.prefix(4 * maximumCharacters), as: UTF8.self)
    }

    /// Bytes of a request that is tried on the reading thread.
    private static let maximumInlineRequest = 16 << 10
    /// Bytes of a ping and of its reply that the reading thread answers. A larger one goes to the pool, where it is
    /// refused at its deadline.
    private static let maximumInlinePing = 128 << 10
    /// Bytes of an `.open` call beyond which the app needs access to add.
    private static let maximumUncheckedRequest = 64 << 10
    /// Bytes of an unpacked request beyond which it needs admission to `ServedLibrary.unpacking`.
    private static let maximumUnreservedCost = 1 << 20

    func estimate(of payload: Span<UInt8>, _ descriptors: borrowing DescriptorList) -> RequestEstimate {
        let first = RequestPrescan(payload)
        if first.isInDescriptor {
            return RequestEstimate(.long, timeout: timeout(inMemoryOf: descriptors), note: first.note)
        }
        let length: RequestEstimate.Length =
            switch CallTable.rules(first.callNumber)?.length {
            case .short: PingCall.replySize(of: payload, first) > Session.maximumInlinePing ? .long : .short
            case .undecided:
                payload.count > Session.maximumInlineRequest
                    ? .long : .undecided(kind: UInt8(truncatingIfNeeded: first.callNumber))
            case .long, nil: .long
            }
        return RequestEstimate(length, timeout: first.timeout, note: first.note)
    }

    /// The timeout of a request in sealed memory. Another kind of descriptor is refused later.
    private func timeout(inMemoryOf descriptors: borrowing DescriptorList) -> UInt64? {
        var head = [UInt8](repeating: 0, count: 32)
        let count = descriptors.readSealed(into: &head)
        return RequestPrescan(head.span.extracting(first: count)).timeout
    }

    func handle(
        _ request: borrowing IncomingRequest,
        payload: Span<UInt8>,
        descriptors: inout DescriptorList
    ) -> RequestOutcome {
        // Holds the unpacked request's memory admission until it has been answered.
        var room: AdmissionControl.Admission?
        defer { withExtendedLifetime(room) {} }
        do throws(LibraryError) {
            let call = try decode(payload, request, &descriptors, &room)
            return try call.serve(in: self, request, &descriptors)
        } catch {
            reply(request, failure(error))
            return .answered
        }
    }

    /// Answers a call under the decisions that hold when the reply is sent: a reply begun in an earlier epoch is
    /// interrupted and made again. Changes are not repeated: each was authorized in its own transaction. A reply that
    /// discloses nothing of the library is not held up by decisions.
    func answer<Reply: CallReply>(
        _ effect: CallRules.Effect,
        _ request: borrowing IncomingRequest,
        _ make: (Cancellation) throws(LibraryError) -> Answer<Reply>
    ) -> RequestOutcome {
        if effect == .none {
            do throws(LibraryError) {
                var answer = try make(request.cancellation)
                send(request, answer.reply, answer.descriptors.takeFirst(answer.descriptors.count))
            } catch {
                send(request, failure(error), DescriptorList())
            }
            return .answered
        }
        for _ in 0..<Session.maximumAttempts {
            let attempt = Cancellation(within: request.cancellation, deadline: request.inlineDeadline)
            let pin = effect.isAnsweredAnew ? barrier.pin(interrupting: attempt) : nil
            do throws(LibraryError) {
                var answer = try make(attempt)
                noteUse(effect)
                guard let sending = barrier.beginSending(pin, session: number) else { continue }
                send(request, answer.reply, answer.descriptors.takeFirst(answer.descriptors.count))
                barrier.endSending(sending)
            } catch {
                if error.code == .deadlineExceeded, request.cancellation.cause == nil, request.inlineDeadline != nil {
                    if let pin { barrier.unpin(pin) }
                    return .needsThread
                }
                guard let sending = barrier.beginSending(pin, session: number) else { continue }
                send(request, failure(error), DescriptorList())
                barrier.endSending(sending)
            }
            return .answered
        }
        let unsettled = LibraryError(.unavailable, "what the app may see keeps changing", isRetryable: true)
        reply(request, failure(unsettled))
        return .answered
    }

    private func failure(_ error: LibraryError) -> LibraryError {
        if error.code == .internal || error.code == .libraryReadOnly {
            let details = error.details.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            log(
                "request-failed",
                ["session": "\(number)", "reason": error.reason, "details": details.joined(separator: " ")]
            )
        }
        return error
    }

    func encodeRefusal(_ refusal: TransportRefusal) -> [UInt8] {
        LibraryError(refusal).encoded
    }

    func connectionEnded() {
        let open = streams.withLock { streams in
            defer { streams = [:] }
            return streams
        }
        for case .held(let releases) in open.values { for release in releases { release() } }
        let held = holds.withLock { holds in
            defer { holds = [] }
            return holds
        }
        for release in held { release() }
        log("disconnected", ["session": "\(number)"])
    }

    // MARK: Messages

    private func decode(
        _ payload: Span<UInt8>,
        _ request: borrowing IncomingRequest,
        _ descriptors: inout DescriptorList,
        _ room: inout AdmissionControl.Admission?
    ) throws(LibraryError) -> any ServedCall {
        let cancellation = request.cancellation
        let first = RequestPrescan(note: request.estimate.note, timeout: request.estimate.timeout)
        guard first.isInDescriptor else { return try decode(payload, first, &room, cancellation) }
        // Other fields in the frame would be ignored, or mistaken for the request's own.
        guard payload.count == MessageInDescriptor.payload.count else {
            throw LibraryError(.protocolViolation, "a message in a descriptor comes with nothing beside it")
        }
        guard let memory = descriptors.takeFirst() else {
            throw LibraryError(.protocolViolation, "a message in a descriptor came without one")
        }
        let mapped: MappedMemory
        do throws(SystemCallError) {
            mapped = try MappedMemory(sealed: memory, maximumCount: MessageInDescriptor.maximumSize)
        } catch {
            throw LibraryError(.invalidRequest, "the message's memory is not sealed, or too large")
        }
        return try mapped.withBytes { bytes throws(LibraryError) in
            try decode(bytes, RequestPrescan(bytes), &room, cancellation)
        }
    }

    /// Checks a request's access, and unpacks it once there is memory for it. `first`: of `payload`.
    private func decode(
        _ payload: Span<UInt8>,
        _ first: RequestPrescan,
        _ room: inout AdmissionControl.Admission?,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> any ServedCall {
        let type = ServedCalls.type(first.callNumber)
        if let type {
            try check(type.rules, isLong: payload.count > Session.maximumUncheckedRequest, cancellation)
            if let call = type.init(packedByHand: payload, first) { return call }
        }
        let cost = try UnpackCost.measure(payload, first)
        if cost.bytes > Session.maximumUnreservedCost {
            do throws(AdmissionControl.Refusal) {
                room = try library.unpacking.enter(principal.share, cost: cost.bytes, cancellation)
            } catch {
                throw LibraryError(error)
            }
        }
        let message = try LibraryRequest.message(in: payload, first, cost)
        guard let type else { throw .unknownCall }
        return try type.init(carriedBy: message)
    }

    /// Sends a reply that discloses nothing, so it needs no pin.
    private func reply(_ request: borrowing IncomingRequest, _ reply: LibraryError) {
        let sending = barrier.beginSending(nil, session: number)
        send(request, reply, DescriptorList())
        if let sending { barrier.endSending(sending) }
    }

    private func send(
        _ request: borrowing IncomingRequest,
        _ reply: some CallReply,
        _ descriptors: consuming DescriptorList
    ) {
        var buffer = request.makeBuffer()
        buffer.end = reply.encode(into: &buffer.storage, at: MessageBuffer.headerSpace)
        guard buffer.payloadCount > TransportLimits.standard.maximumPayloadLength else {
            request.reply(buffer, descriptors: descriptors)
            return
        }
        // Too long for a frame. Replies with descriptors never are.
        do throws(SystemCallError) {
            let payload = buffer.storage.span.extracting(MessageBuffer.headerSpace..<buffer.end)
            let memory = try SealedMemory.make(payload)
            request.reply(MessageBuffer(payload: MessageInDescriptor.payload), descriptors: DescriptorList(memory))
        } catch {
            let failure = LibraryError(error, "answering")
            request.reply(MessageBuffer(payload: failure.encoded))
        }
    }

    // MARK: Streams

    /// Call before opening a stream, because it may end before `streamBegan`.
    func streamOpens(_ stream: UInt32) {
        streams.withLock { $0[stream] = .opening }
    }

    /// Opens a stream with its first reply (`IncomingRequest.openStream`), after `streamOpens`. Returns nil when the
    /// peer has gone; the stream has ended then.
    func openStream(
        _ request: borrowing IncomingRequest,
        first: [UInt8],
        keepsDeadline: Bool = false,
        onCreditReturned: @escaping @Sendable (OutgoingStream) -> Void = { _ in }
    ) -> OutgoingStream? {
        let number = request.stream
        let stream = request.openStream(
            MessageBuffer(payload: first),
            keepsDeadline: keepsDeadline,
            onCreditReturned: onCreditReturned,
            onEnd: { [weak self] in self?.streamEnded(number) }
        )
        if stream == nil { streamEnded(number) }
        return stream
    }

    /// Calls `release` at `streamEnded`; at once when the stream has ended already.
    func streamBegan(_ stream: UInt32, _ release: @escaping @Sendable () -> Void) {
        let isOpen = streams.withLock { streams in
            switch streams[stream] {
            case .opening?: streams[stream] = .held(releases: [release])
            case .held(let earlier)?: streams[stream] = .held(releases: earlier + [release])
            case nil: return false
            }
            return true
        }
        if !isOpen { release() }
    }

    func streamEnded(_ stream: UInt32) {
        guard case .held(let releases)? = streams.withLock({ $0.removeValue(forKey: stream) }) else { return }
        for release in releases { release() }
    }

    /// Calls `release` when the connection ends.
    func heldUntilEnd(_ release: @escaping @Sendable () -> Void) { holds.withLock { $0.append(release) } }

    var claim: Claims { claims.withLock { $0 } }
}

extension LibraryError {
    init(_ refusal: AdmissionControl.Refusal) {
        switch refusal {
        case .full: self = .tooManyWaitingRequests
        case .stopped(let cause): self = .stopped(cause)
        case .closed: self = .serverStopping
        }
    }

    init(_ refusal: TransportRefusal) {
        let (code, reason): (Code, String) =
            switch refusal {
            case .busy: (.limitExceeded, "the server is busy")
            case .goingAway: (.unavailable, LibraryError.serverStopping.reason)
            case .tooManyStreams: (.limitExceeded, "too many requests are open on the connection")
            case .payloadTooLarge: (.limitExceeded, "the message is longer than a frame may be")
            case .cancelled: (.cancelled, LibraryError.requestCancelled.reason)
            case .deadlineExceeded: (.deadlineExceeded, LibraryError.deadlinePassed.reason)
            case .failed: (.internal, "the request was not answered")
            }
        self.init(code, reason, isRetryable: refusal.isRetryable)
    }
}

extension Principal {
    /// For the log.
    fileprivate var logged: String {
        switch self {
        case .person: "owner"
        case .app(let identity): identity
        }
    }
}
