import LibraryTransport
import LinuxSystem
import Synchronization

/// A handler whose requests say what to do with them in their first byte.
final class TestHandler: RequestHandler {
    enum Command: UInt8 {
        /// Answers with the payload.
        case echo = 1
        /// The same, as a long request.
        case longEcho
        /// A long request that waits for `release` or for its cancellation, and answers which.
        case wait
        /// Like `echo` and `wait`, of requests that may be short.
        case undecidedEcho
        case undecidedWait
        /// Answers with the content of the descriptors, one byte of each.
        case readDescriptors
        /// Answers with as many descriptors as the second byte says.
        case sendDescriptors
        /// Opens a stream of events.
        case stream
        /// Opens a stream and ends it at once.
        case shortStream
        /// Does not answer.
        case forget
        /// Answers with 2 MiB.
        case answerTooMuch
        /// Answers with as many KiB as the second byte says.
        case answerMuch
        /// A long request with a deadline of as many milliseconds as the second byte says, which waits for it.
        case waitForDeadline
        /// The same, but takes no notice of its deadline, nor of anything but `released`.
        case hang
        /// Opens a stream that its deadline, of as many milliseconds as the second byte says, ends.
        case streamUntilDeadline
        /// A short request with a deadline of as many milliseconds as the second byte says, whose handler returns after
        /// it.
        case shortAndLate
        /// Answers with the note of the request's estimate, which is its second byte; the other as a long request.
        case answerNote
        case longAnswerNote
    }

    let started = Count()
    /// Requests that were tried on the thread that reads, and left.
    let tries = Count()
    let released = Count()
    let ended = Count()
    let credits = Count()
    let streamEnds = Count()
    let streams = Mutex<[OutgoingStream]>([])
    let acceptsHello: Bool
    private let running = Atomic<Int>(0)

    init(acceptsHello: Bool = true) { self.acceptsHello = acceptsHello }

    func receivedHello(_ hello: Span<UInt8>) -> Bool { acceptsHello }

    func estimate(of payload: Span<UInt8>, _ descriptors: borrowing DescriptorList) -> RequestEstimate {
        guard !payload.isEmpty, let command = Command(rawValue: payload[0]) else { return RequestEstimate(.short) }
        return switch command {
        case .longEcho, .wait: RequestEstimate(.long)
        case .waitForDeadline, .hang, .streamUntilDeadline:
            RequestEstimate(.long, timeout: UInt64(payload[1]) * 1_000_000)
        case .shortAndLate: RequestEstimate(.short, timeout: UInt64(payload[1]) * 1_000_000)
        case .answerNote: RequestEstimate(.short, note: UInt64(payload[1]))
        case .longAnswerNote: RequestEstimate(.long, note: UInt64(payload[1]))
        case .undecidedEcho: RequestEstimate(.undecided(kind: 0))
        case .undecidedWait: RequestEstimate(.undecided(kind: 1))
        default: RequestEstimate(.short)
        }
    }

    func handle(
        _ request: borrowing IncomingRequest,
        payload: Span<UInt8>,
        descriptors: inout DescriptorList
    ) -> RequestOutcome {
        guard !payload.isEmpty, let command = Command(rawValue: payload[0]) else {
            request.reply(MessageBuffer(payload: [0xFF]))
            return .answered
        }
        switch command {
        case .echo, .longEcho, .undecidedEcho:
            var buffer = request.makeBuffer()
            buffer.setPayload(payload)
            request.reply(buffer)
        case .wait, .undecidedWait:
            if let inlineDeadline = request.inlineDeadline {
                tries.add()
                while MonotonicClock.now() < inlineDeadline {}
                return .needsThread
            }
            started.add()
            while !request.cancellation.isStopped && !released.waitBriefly(for: 1) {}
            request.reply(MessageBuffer(payload: [request.cancellation.isStopped ? 1 : 0]))
        case .waitForDeadline:
            started.add()
            while !request.cancellation.isStopped { _ = released.waitBriefly(for: 1) }
            request.reply(MessageBuffer(payload: [7]))
        case .hang:
            started.add()
            _ = released.wait(for: 1)
            request.reply(MessageBuffer(payload: [7]))
        case .shortAndLate:
            let end = MonotonicClock.deadline(after: UInt64(payload[1]) * 1_000_000)
            while MonotonicClock.now() < end {}
            request.reply(MessageBuffer(payload: [7]))
        case .answerNote, .longAnswerNote:
            request.reply(MessageBuffer(payload: [UInt8(truncatingIfNeeded: request.estimate.note)]))
        case .readDescriptors:
            var bytes: [UInt8] = []
            while let descriptor = descriptors.takeFirst() {
                var byte: [UInt8] = [0]
                do { _ = try descriptor.read(into: &byte, at: 0) } catch { byte = [0xEE] }
                bytes += byte
            }
            request.reply(MessageBuffer(payload: bytes))
        case .sendDescriptors:
            var list = DescriptorList()
            do {
                for index in 0..<payload[1] { list.append(try SealedMemory.make([index].span)) }
            } catch {
                request.reply(MessageBuffer(payload: [0xEE]))
                return .answered
            }
            request.reply(MessageBuffer(payload: [payload[1]]), descriptors: list)
        case .stream, .streamUntilDeadline:
            let credits = credits
            let streamEnds = streamEnds
            let stream = request.openStream(
                MessageBuffer(payload: [1]),
                keepsDeadline: command == .streamUntilDeadline,
                onCreditReturned: { _ in credits.add() },
                onEnd: { streamEnds.add() }
            )
            if let stream { streams.withLock { $0.append(stream) } }
            started.add()
        case .shortStream:
            let stream = request.openStream(
                MessageBuffer(payload: [1]),
                keepsDeadline: false,
                onCreditReturned: { _ in },
                onEnd: {}
            )
            let last: [UInt8] = [3]
            stream?.finish(last.span)
        case .forget: break
        case .answerTooMuch: request.reply(MessageBuffer(payload: [UInt8](repeating: 1, count: 2 << 20)))
        case .answerMuch:
            request.reply(MessageBuffer(payload: [UInt8](repeating: 7, count: Int(payload[1]) << 10)))
        }
        return .answered
    }

    func encodeRefusal(_ refusal: TransportRefusal) -> [UInt8] { TestHandler.encode(refusal) }

    func connectionEnded() { ended.add() }

    static func encode(_ refusal: TransportRefusal) -> [UInt8] { [0xAA] + Array("\(refusal)".utf8) }
}

/// A number that grows, and that others wait for.
final class Count: Sendable {
    private let state = Mutex<(count: Int, waiting: [Parker])>((0, []))

    var value: Int { state.withLock { $0.count } }

    func add(_ number: Int = 1) {
        let waiting = state.withLock { state in
            state.count += number
            defer { state.waiting = [] }
            return state.waiting
        }
        for parker in waiting { parker.unpark() }
    }

    /// Waits for the number, for a minute at most.
    func wait(for number: Int) -> Bool { wait(for: number, nanoseconds: 60_000_000_000) }

    /// Whether the number is reached within a millisecond.
    func waitBriefly(for number: Int) -> Bool { wait(for: number, nanoseconds: 1_000_000) }

    private func wait(for number: Int, nanoseconds: UInt64) -> Bool {
        let deadline = MonotonicClock.deadline(after: nanoseconds)
        let parker = Parker()
        while true {
            let isReached = state.withLock { state in
                if state.count >= number { return true }
                state.waiting.append(parker)
                return false
            }
            if isReached { return true }
            if !parker.park(until: deadline) {
                return state.withLock { state in
                    state.waiting.removeAll { $0 === parker }
                    return state.count >= number
                }
            }
        }
    }
}
