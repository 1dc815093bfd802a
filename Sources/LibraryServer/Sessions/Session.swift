internal import Admission
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

/// One connection's requests: who asks is settled when it begins and never changes.
///
/// Requests may run on several threads at once; what they share is guarded here (`streams`) or in what they call.
final class Session: RequestHandler {
    let principal: Principal
    let view: LibraryView
    /// The same for those whom the app must not keep waiting: who answers its questions, and who tells it of changes.
    let viewForOthers: LibraryView
    let library: ServedLibrary
    /// For the log.
    let number: UInt64

    let process: Int32
    let user: UInt32
    /// The app's process as it was recognised; nil for the person's own tools.
    let sender: ExpectedSender?
    /// What the person is told about the app's program beside its name.
    let program: Prompt.Program
    /// What is sent to the app goes through it.
    let barrier: RevocationBarrier
    /// What the peer says of itself. Shown to the person as its claim.
    private let claims = Mutex(Claims())
    /// What streams hold on to, until they end or the connection does.
    private let streams = Mutex<[UInt32: StreamHold]>([:])
    /// What is let go of when the connection ends.
    private let holds = Mutex<[@Sendable () -> Void]>([])
    /// The first fetch of an app with limited access may bring up a question.
    let hasFetched = Atomic(false)

    /// The decision under which the app was found to be let read; none at first.
    let readsUnder = Atomic(UInt64.max)

    /// What an app says of itself first.
    struct Claims {
        var name = ""
        var usageDescription = ""
        /// The app does not want the question whether to change its selection to be asked by itself.
        var preventsAutomaticQuestion = false
    }

    private enum StreamHold {
        /// Nothing yet. The peer may end the stream before there is anything.
        case opening
        case held(release: @Sendable () -> Void)
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

    /// Logs what the peer has a hand in. What the person's own tools do is never left out.
    func log(_ name: String, _ fields: KeyValuePairs<String, String>) {
        switch principal {
        case .person: library.log.event(name, fields)
        case .app(let app): library.log.event(name, fields, of: .app(app, user: user))
        }
    }

    /// How often an answer is made while the person keeps deciding.
    private static let maximumAnswers = 16

    // MARK: RequestHandler

    func receivedHello(_ hello: Span<UInt8>) -> Bool {
        do throws(LibraryError) {
            let hello = try Hello(decoding: hello)
            guard hello.protocolVersion == Hello.protocolVersion else {
                throw LibraryError(.protocolViolation, "the peer speaks another version of the protocol")
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

    /// As much of a claim as is shown. A character can have any number of bytes.
    private static func shortened(_ claim: String?, _ maximumCharacters: Int) -> String {
        let characters = (claim ?? "").prefix(maximumCharacters)
        guard characters.utf8.count > 4 * maximumCharacters else { return String(characters) }
        return String(decoding: characters.utf8.prefix(4 * maximumCharacters), as: UTF8.self)
    }

    /// Bytes of a request beyond which it is not worth trying on the thread that reads.
    private static let maximumQuickRequest = 16 << 10
    /// Bytes of a ping, and of its answer, beyond which it is no work for the thread that reads: there nothing answers
    /// it at its deadline.
    private static let maximumQuickPing = 128 << 10
    /// Bytes of a request beyond which it is refused to who could not do anything, even if it would be answered
    /// otherwise.
    private static let maximumUncheckedRequest = 64 << 10
    /// Bytes of an unpacked request beyond which it waits for its share of the memory for such.
    private static let maximumUnreservedCost = 1 << 20

    func estimate(of payload: Span<UInt8>, _ descriptors: borrowing DescriptorList) -> RequestEstimate {
        let look = RequestPrescan(payload)
        if look.isInDescriptor { return RequestEstimate(.long, timeout: timeout(inMemoryOf: descriptors)) }
        let length: RequestEstimate.Length =
            switch CallTable.rules(look.callNumber)?.length {
            case .short: PingCall.replySize(of: payload, look) > Session.maximumQuickPing ? .long : .short
            case .undecided:
                payload.count > Session.maximumQuickRequest
                    ? .long : .undecided(kind: UInt8(truncatingIfNeeded: look.callNumber))
            case .long, nil: .long
            }
        return RequestEstimate(length, timeout: look.timeout)
    }

    /// The timeout of a request that is in sealed memory. Anything else in the descriptor's place is refused later.
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
        // What the request became takes its share of memory until it is done.
        var room: AdmissionControl.Admission?
        defer { withExtendedLifetime(room) {} }
        do throws(LibraryError) {
            let decoded = try decode(payload, &descriptors, &room, request.cancellation)
            guard decoded.call is any DescriptorCall || descriptors.isEmpty else {
                throw LibraryError(.invalidRequest, "the call comes with no descriptor")
            }
            guard let call = decoded.call as? any StreamedCall else {
                return answerUnderWhatIsDecided(decoded.call, &descriptors, request)
            }
            try call.open(in: self, request)
            noteUse(type(of: call).rules.effect)
        } catch {
            reply(request, failure(error), DescriptorList())
        }
        return .answered
    }

    /// Answers a call by what the person has decided when the answer leaves: one that was made before they decided is
    /// interrupted, and made again. What changed the library stays as it was done: it was allowed in the transaction
    /// that did it.
    private func answerUnderWhatIsDecided(
        _ call: any Call,
        _ descriptors: inout DescriptorList,
        _ request: borrowing IncomingRequest
    ) -> RequestOutcome {
        let effect = type(of: call).rules.effect
        for _ in 0..<Session.maximumAnswers {
            let attempt = Cancellation(within: request.cancellation, deadline: request.inlineDeadline)
            let pin = barrier.pin(interrupting: effect.isAnsweredAnew ? attempt : nil)
            var answer: Answer
            do throws(LibraryError) { answer = try self.answer(call, &descriptors, attempt) } catch {
                if error.code == .deadlineExceeded, request.cancellation.cause == nil, request.inlineDeadline != nil {
                    barrier.unpin(pin)
                    return .needsThread
                }
                answer = Answer(failure(error))
            }
            if case .failure = answer.reply {} else { noteUse(effect) }
            guard let sending = barrier.beginSending(effect.isAnsweredAnew ? pin : nil, session: number) else {
                continue
            }
            send(request, answer.reply, answer.descriptors.takeFirst(answer.descriptors.count))
            barrier.endSending(sending)
            return .answered
        }
        let unsettled = LibraryError(.unavailable, "what the app may see keeps changing", isRetryable: true)
        reply(request, failure(unsettled), DescriptorList())
        return .answered
    }

    private func failure(_ error: LibraryError) -> LibraryReply {
        if error.code == .internal || error.code == .libraryReadOnly {
            log("request-failed", ["session": "\(number)", "reason": error.reason])
        }
        return .failure(error)
    }

    func encodeRefusal(_ refusal: TransportRefusal) -> [UInt8] {
        LibraryReply.failure(LibraryError(refusal)).encoded
    }

    func connectionEnded() {
        let open = streams.withLock { streams in
            defer { streams = [:] }
            return streams
        }
        for case .held(let release) in open.values { release() }
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
        _ descriptors: inout DescriptorList,
        _ room: inout AdmissionControl.Admission?,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> LibraryRequest {
        guard MessageInDescriptor.isAnnounced(by: payload) else { return try decode(payload, &room, cancellation) }
        // What stands beside it would be passed over, or be believed in place of what is in the memory.
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
        return try mapped.withBytes { bytes throws(LibraryError) in try decode(bytes, &room, cancellation) }
    }

    /// Unpacks a request, once there is room for what it becomes.
    private func decode(
        _ payload: Span<UInt8>,
        _ room: inout AdmissionControl.Admission?,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> LibraryRequest {
        if let rules = CallTable.rules(RequestPrescan(payload).callNumber) {
            try check(rules, isLong: payload.count > Session.maximumUncheckedRequest, cancellation)
        }
        let cost = try UnpackCost.measure(payload)
        if cost.bytes > Session.maximumUnreservedCost {
            do throws(AdmissionControl.Refusal) {
                room = try library.unpacking.enter(principal.share, cost: cost.bytes, cancellation)
            } catch {
                throw LibraryError(error)
            }
        }
        return try LibraryRequest(decoding: payload, cost)
    }

    /// Sends what tells nothing of the library.
    private func reply(
        _ request: borrowing IncomingRequest,
        _ reply: LibraryReply,
        _ descriptors: consuming DescriptorList
    ) {
        let sending = barrier.beginSending(nil, session: number)
        send(request, reply, descriptors)
        if let sending { barrier.endSending(sending) }
    }

    private func send(
        _ request: borrowing IncomingRequest,
        _ reply: LibraryReply,
        _ descriptors: consuming DescriptorList
    ) {
        var buffer = request.makeBuffer()
        buffer.end = reply.encode(into: &buffer.storage, at: MessageBuffer.headerSpace)
        guard buffer.payloadCount > TransportLimits.standard.maximumPayloadLength else {
            request.reply(buffer, descriptors: descriptors)
            return
        }
        // Too long for a frame. Replies with descriptors of their own are never so long.
        do throws(SystemCallError) {
            let payload = buffer.storage.span.extracting(MessageBuffer.headerSpace..<buffer.end)
            let memory = try SealedMemory.make(payload)
            request.reply(MessageBuffer(payload: MessageInDescriptor.payload), descriptors: DescriptorList(memory))
        } catch {
            let failure = LibraryReply.failure(LibraryError(error, "answering"))
            request.reply(MessageBuffer(payload: failure.encoded))
        }
    }

    // MARK: Streams

    /// Comes before the stream is opened, because it may have ended when `streamBegan` is called.
    func streamOpens(_ stream: UInt32) {
        streams.withLock { $0[stream] = .opening }
    }

    /// Remembers what a stream holds on to, until `streamEnded`; lets go at once when that has been.
    func streamBegan(_ stream: UInt32, _ release: @escaping @Sendable () -> Void) {
        let isOpen = streams.withLock { streams in
            guard case .opening? = streams[stream] else { return false }
            streams[stream] = .held(release: release)
            return true
        }
        if !isOpen { release() }
    }

    func streamEnded(_ stream: UInt32) {
        if case .held(let release)? = streams.withLock({ $0.removeValue(forKey: stream) }) { release() }
    }

    /// Calls `release` when the connection ends.
    func heldUntilEnd(_ release: @escaping @Sendable () -> Void) { holds.withLock { $0.append(release) } }

    var claim: Claims { claims.withLock { $0 } }
}

extension LibraryReply {
    /// The packed message by itself.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        let end = encode(into: &bytes, at: 0)
        return Array(bytes[..<end])
    }
}

extension LibraryError {
    init(_ refusal: AdmissionControl.Refusal) {
        switch refusal {
        case .full: self.init(.limitExceeded, "too many requests of the app wait", isRetryable: true)
        case .stopped(let cause): self = .stopped(cause)
        case .closed: self.init(.unavailable, "the server is stopping", isRetryable: true)
        }
    }

    init(_ refusal: TransportRefusal) {
        let (code, reason): (Code, String) =
            switch refusal {
            case .busy: (.limitExceeded, "the server is busy")
            case .goingAway: (.unavailable, "the server is stopping")
            case .tooManyStreams: (.limitExceeded, "too many requests are open on the connection")
            case .payloadTooLarge: (.limitExceeded, "the message is longer than a frame may be")
            case .cancelled: (.cancelled, "the request was cancelled")
            case .deadlineExceeded: (.deadlineExceeded, "the deadline passed")
            case .failed: (.internal, "the request was not answered")
            }
        self.init(code, reason, isRetryable: refusal.isRetryable)
    }
}

extension Principal {
    /// Who it is, for the log.
    fileprivate var logged: String {
        switch self {
        case .person: "owner"
        case .app(let identity): identity
        }
    }
}
