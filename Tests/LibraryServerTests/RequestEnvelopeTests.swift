import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LinuxSystem
import Testing

/// What is around a call: descriptors, memory in place of a message, and what may stand beside it.
@Suite(.serialized, .timeLimit(.minutes(1))) struct RequestEnvelopeTests {
    private let served: Served
    init() throws {
        served = try Served(photos: 1)
        try served.decide(.authorized)
    }

    private let ping = PingCall(payload: [7], replySize: 0).encoded

    private func code(of request: [UInt8], _ descriptors: borrowing DescriptorList = DescriptorList()) throws
        -> LibraryError.Code?
    {
        var client = try RawClient(served.library)
        let reply = try client.frames(of: request, descriptors: descriptors)[0].reply()
        if case .failure(let error) = reply { return error.code }
        return nil
    }

    /// Descriptors of sealed memory with these bytes.
    private func memory(_ contents: [UInt8]...) throws -> DescriptorList {
        var list = DescriptorList()
        for bytes in contents { list.append(try SealedMemory.make(bytes.span)) }
        return list
    }

    @Test func `a request in memory stands alone in its frame`() throws {
        let standIn = MessageInDescriptor.payload
        #expect(try code(of: standIn, memory(ping)) == nil)
        // Another call, a timeout, a field that nobody knows, and the same once more.
        for beside in [ping, [8, 0], [0x48, 1], standIn] as [[UInt8]] {
            #expect(try code(of: standIn + beside, memory(ping)) == .protocolViolation)
            #expect(try code(of: beside + standIn, memory(ping)) == .protocolViolation)
        }
        #expect(try code(of: standIn) == .protocolViolation)
    }

    @Test func `a request in memory is not in other memory`() throws {
        let standIn = MessageInDescriptor.payload
        #expect(try code(of: standIn, memory(standIn)) == .protocolViolation)
        #expect(try code(of: standIn, memory(standIn, ping)) == .protocolViolation)
        #expect(try code(of: standIn, memory(standIn + ping)) == .protocolViolation)
    }

    @Test func `a timeout in the memory counts`() throws {
        #expect(try code(of: MessageInDescriptor.payload, memory([8, 0] + ping)) == .deadlineExceeded)
    }

    @Test func `descriptors that no call takes are refused`() throws {
        #expect(try code(of: ping, memory([1])) == .invalidRequest)
        #expect(try code(of: ObserveCall().encoded, memory([1])) == .invalidRequest)
        #expect(try code(of: MessageInDescriptor.payload, memory(ping, [1])) == .invalidRequest)
        let stage = StageCall(filename: "x.jpg").encoded
        #expect(try code(of: stage) == .invalidRequest)
        #expect(try code(of: stage, memory([1], [1])) == .invalidRequest)
        #expect(try code(of: MessageInDescriptor.payload, memory(stage)) == .invalidRequest)
    }
}
