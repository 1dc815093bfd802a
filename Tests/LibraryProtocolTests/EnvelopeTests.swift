import LibraryModel
import Testing

@testable import LibraryProtocol

/// The outermost message is packed and unpacked by hand; whoever uses protobuf for all of it understands the same.
@Suite struct EnvelopeTests {
    /// A field of a later version: number 9, a varint.
    private static let unknown: [UInt8] = [9 << 3, 1]

    private func packed(_ call: any Call, timeout: UInt64? = nil) -> [UInt8] {
        var buffer: [UInt8] = []
        let end = LibraryRequest(call, timeout: timeout).encode(into: &buffer, at: 0)
        return Array(buffer[0..<end])
    }

    private func packed(_ reply: any CallReply) -> [UInt8] {
        var buffer: [UInt8] = []
        let end = reply.encode(into: &buffer, at: 0)
        return Array(buffer[0..<end])
    }

    @Test(arguments: CodecTests.calls.indices) func `protobuf reads a call that was packed by hand`(index: Int) throws {
        let call = CodecTests.calls[index]
        // With a field behind the call, the whole is unpacked by protobuf-c.
        let bytes = packed(call, timeout: 7_000_000_000) + EnvelopeTests.unknown
        let decoded = try LibraryRequest(decoding: bytes.span)
        #expect(decoded.timeout == 7_000_000_000)
        #expect("\(decoded.call)" == "\(call)")
    }

    @Test(arguments: ReplyCodecTests.replies.indices)
    func `protobuf reads a reply that was packed by hand`(index: Int) throws {
        let reply = ReplyCodecTests.replies[index]
        let bytes = packed(reply) + EnvelopeTests.unknown
        let decoded = try ReplyCodecTests.decode(bytes, like: reply)
        #expect("\(decoded)" == "\(reply)")
    }

    @Test(arguments: CodecTests.calls.indices) func `what was read of a request's first fields can be kept in a word`(
        index: Int
    ) {
        for timeout in [nil, 0, 7_000_000_000, UInt64.max] {
            let bytes = packed(CodecTests.calls[index], timeout: timeout)
            let first = RequestPrescan(bytes.span)
            let kept = RequestPrescan(note: first.note, timeout: first.timeout)
            #expect("\(kept)" == "\(first)")
        }
        let announcement = MessageInDescriptor.payload
        let announced = RequestPrescan(announcement.span)
        #expect(RequestPrescan(note: announced.note, timeout: nil).isInDescriptor)
        // A number that no call has stays one that no call has.
        let tooLarge: [UInt8] = [0xFA] + [UInt8](repeating: 0xFF, count: 8) + [0x7F, 0]
        let beyond = RequestPrescan(tooLarge.span)
        #expect(CallTable.rules(RequestPrescan(note: beyond.note, timeout: nil).callNumber) == nil)
    }

    @Test func `a ping is read by hand only as it is packed, and as protobuf reads it otherwise`() throws {
        let usual = packed(PingCall(payload: [7, 8], replySize: 300), timeout: 5)
        let head: [UInt8] = [0x08, 5]
        let message: [UInt8] = [0x0A, 2, 7, 8, 0x10, 0xAC, 0x02]
        #expect(usual == head + [0x52, 7] + message)
        #expect(PingCall(packedByHand: usual.span, RequestPrescan(usual.span))?.payload == [7, 8])
        let others: [(bytes: [UInt8], isRead: Bool)] = [
            // The fields in the other order, which is read by hand, too.
            (head + [0x52, 7, 0x10, 0xAC, 0x02, 0x0A, 2, 7, 8], true),
            // Scalars before the call, a field behind it, an unknown one in it, numbers that are longer than need be.
            ([0x08, 9] + usual, true), ([0x10, 0] + usual, true), (usual + EnvelopeTests.unknown, true),
            (head + [0x52, 9] + message + [0x18, 1], true),
            (head + [0x52, 8] + Array(message.dropLast()) + [0x82, 0], true),
            (head + [0x52, 0x87, 0] + message, true),
            // What protobuf-c refuses.
            ([0x00, 1] + usual, false), (head + [0x52, 0x87, 0x80, 0x80, 0x80, 0x80, 0] + message, false),
            (head + [0x52, 12, 0x0A, 0x82, 0x80, 0x80, 0x80, 0x80, 0, 7, 8, 0x10, 0xAC, 0x02], false),
            (head + [0x52, 6] + message, false), (head + [0x52, 8] + message, false),
        ]
        for (bytes, isRead) in others {
            let byHand = PingCall(packedByHand: bytes.span, RequestPrescan(bytes.span))
            #expect(byHand == nil || bytes == others[0].bytes, "\(bytes)")
            do throws(LibraryError) {
                let call = try LibraryRequest(decoding: bytes.span).call as? PingCall
                #expect(isRead && call?.payload == [7, 8] && call?.replySize == 300, "\(bytes)")
            } catch {
                #expect(!isRead && error.code == .protocolViolation, "\(bytes)")
            }
        }
    }

    @Test func `fields before the call may come in any order, and the last of one kind counts`() throws {
        let mint = packed(MintCall(3))
        let timeout = { (nanoseconds: UInt8) in [1 << 3, nanoseconds] as [UInt8] }
        for bytes in [
            timeout(5) + mint, timeout(9) + timeout(5) + mint, EnvelopeTests.unknown + timeout(5) + mint,
            timeout(5) + EnvelopeTests.unknown + mint,
        ] {
            let decoded = try LibraryRequest(decoding: bytes.span)
            #expect(decoded.timeout == 5, "\(bytes)")
            #expect("\(decoded.call)" == "\(MintCall(3))", "\(bytes)")
        }
    }

    @Test func `a field that is no call, or is none of the protocol's, is refused`() {
        func code(_ bytes: [UInt8]) -> LibraryError.Code? {
            do throws(LibraryError) {
                _ = try LibraryRequest(decoding: bytes.span)
                return nil
            } catch {
                return error.code
            }
        }
        // Field 2047, well formed.
        #expect(code([0xFA, 0x7F, 0]) == .unimplemented)
        // The number of `mint` (20) in the lower bits of one that no field can have.
        #expect(code([0xA2, 0x81, 0x80, 0x80, 0x80, 0x01, 2, 8, 3]) == .protocolViolation)
        // `mint` as a varint, and longer than the frame.
        #expect(code([0xA0, 0x01, 3]) == .protocolViolation)
        #expect(code([0xA2, 0x01, 3, 8, 3]) == .protocolViolation)
    }
}
