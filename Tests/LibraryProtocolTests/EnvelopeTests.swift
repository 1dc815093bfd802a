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
