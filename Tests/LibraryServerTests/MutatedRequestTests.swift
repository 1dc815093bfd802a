import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

/// Requests that were in order before something in them was changed: each is answered, by nothing that went wrong in
/// the server, and others are served all the while. `FUZZ=n` sets how many are sent.
@Suite(.serialized, .timeLimit(.minutes(10))) struct MutatedRequestTests {
    private static let count = EnvironmentVariables.value("FUZZ").flatMap { Int($0) } ?? 2_400
    /// Requests of one connection: streams that a request happens to open stay until it ends.
    private static let perConnection = 64

    @Test(arguments: [Requester.owner, .full, .limited, .neverAsked])
    func `a changed request is answered, and nobody else notices`(_ asker: Requester) throws {
        let scene = try CallTableTests.Scene(asker)
        let requests = Mutation.requests(about: [scene.seen, scene.unseen])
        var mutation = Mutation(requests, seed: 20_251_122)
        var other = try scene.client(asker == .full ? .owner : .full)
        var sent = 0
        while sent < MutatedRequestTests.count / 4 {
            var client = try scene.client(asker)
            for _ in 0..<MutatedRequestTests.perConnection {
                let (request, file) = mutation.next()
                var descriptors = DescriptorList()
                if let file { descriptors.append(try SealedMemory.make(file.span)) }
                let frames = try client.frames(of: request, descriptors: descriptors, cancels: true)
                if case .failure(let error)? = try frames.last?.reply() {
                    #expect(error.code != .internal, "\(asker) \(sent): \(request)")
                }
                sent += 1
            }
            guard case .success = try other.ask(PingCall(payload: [1], replySize: 1)) else {
                Issue.record("others are not served after \(sent) requests")
                return
            }
        }
        #expect(try scene.served.owner.verify { _, _ in }.problems.isEmpty)
    }

    /// What is around a request: a header whose every bit counts. The connection is closed, or waits for more.
    @Test func `a changed frame ends its own connection at most`() throws {
        let scene = try CallTableTests.Scene(.full)
        let requests = Mutation.requests(about: [scene.seen])
        var mutation = Mutation(requests, seed: 20_251_123)
        var other = try scene.client(.full)
        for number in 0..<MutatedRequestTests.count / 8 {
            let client = try scene.client(.full)
            var frame = [UInt8](repeating: 0, count: FrameHeader.byteCount)
            let request = mutation.next().request
            FrameHeader(.request, stream: 1, payloadLength: request.count).encode(into: &frame)
            mutation.change(&frame)
            do { try client.send(frame + request) } catch let error as SystemCallError {
                // It was closed before the end had been sent.
                #expect([SystemCallError.brokenPipe, SystemCallError.connectionReset].contains(error.errorNumber))
            }
            if number % 16 == 0 {
                guard case .success = try other.ask(PingCall(payload: [1], replySize: 1)) else {
                    Issue.record("others are not served after \(number) frames")
                    return
                }
            }
        }
    }
}

/// Real requests, with something in them changed.
private struct Mutation {
    typealias Request = (bytes: [UInt8], file: [UInt8]?)

    private let requests: [Request]
    private var random: SeededGenerator

    init(_ requests: [Request], seed: UInt64) {
        self.requests = requests
        random = SeededGenerator(seed: seed)
    }

    /// Every call of the protocol, packed.
    static func requests(about subjects: [CallSubject]) -> [Request] {
        subjects.flatMap { subject in
            CallRow.all.flatMap { row in
                let file: [UInt8]?
                do { file = try row.file?() } catch { preconditionFailure("no file to send: \(error)") }
                return row.calls(subject).map { ($0.encoded, file) }
            }
        }
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &random) }

    mutating func next() -> (request: [UInt8], file: [UInt8]?) {
        let (bytes, file) = requests[below(requests.count)]
        var request = bytes
        for _ in 0...below(3) { change(&request) }
        // Sometimes the file is missing, or comes with a call that takes none.
        if below(16) == 0 { return (request, file == nil ? [1, 2, 3] : nil) }
        return (request, file)
    }

    mutating func change(_ bytes: inout [UInt8]) {
        let place = below(bytes.count)
        switch below(8) {
        case 0, 1: if !bytes.isEmpty { bytes[place] ^= 1 << UInt8(below(8)) }
        case 2: if !bytes.isEmpty { bytes[place] = [0, 0x7F, 0x80, 0xFF][below(4)] }
        case 3: bytes.removeLast(below(bytes.count))
        case 4: bytes.insert(contentsOf: number(), at: place)
        case 5:
            let range = place..<min(place + 1 + below(24), bytes.count)
            bytes.insert(contentsOf: Array(bytes[range]), at: below(bytes.count))
        case 6:
            let other = requests[below(requests.count)].bytes
            bytes.replaceSubrange(place..., with: other.suffix(below(other.count)))
        default:
            let end = min(place + 10, bytes.count)
            bytes.replaceSubrange(place..<end, with: number())
        }
    }

    /// A packed number of those that are most often taken wrong.
    private mutating func number() -> [UInt8] {
        let value: UInt64 = [0, 1, 0x7F, 0x80, 1 << 31, 1 << 32, UInt64.max >> 1, .max, random.next()][below(9)]
        var (rest, bytes) = (value, [UInt8]())
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
