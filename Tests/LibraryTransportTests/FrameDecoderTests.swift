import LibraryTransport
import Testing

@Suite struct FrameDecoderTests {
    private func frame(
        _ type: FrameType = .request,
        stream: UInt32 = 1,
        payload: [UInt8] = [],
        declaring descriptorCount: Int = 0
    ) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: FrameHeader.byteCount)
        FrameHeader(type, stream: stream, payloadLength: payload.count, descriptorCount: descriptorCount)
            .encode(into: &bytes)
        return bytes + payload
    }

    /// What a decoder says to bytes that come in these pieces, each with so many descriptors.
    private func decode(
        _ pieces: [([UInt8], descriptors: Int)],
        limits: TransportLimits = .standard
    ) -> [Seen] {
        var decoder = FrameDecoder(limits: limits)
        var seen: [Seen] = []
        for (piece, descriptors) in pieces {
            var offset = 0
            while offset < piece.count {
                offset += decoder.receive { room, start in
                    let count = min(room.count - start, piece.count - offset)
                    for index in 0..<count { room[start + index] = piece[offset + index] }
                    return (count, offset == 0 ? descriptors : 0)
                }
                drain(&decoder, &seen)
                if case .violation = seen.last { return seen }
            }
        }
        return seen
    }

    private enum Seen: Hashable {
        case frame(FrameHeader, [UInt8])
        case oversize(FrameHeader)
        case violation(ProtocolViolation)
    }

    private func drain(_ decoder: inout FrameDecoder, _ seen: inout [Seen]) {
        while true {
            switch decoder.next() {
            case .needsBytes: return
            case .frame(let header, let range):
                let payload = decoder.detach(range)
                seen.append(.frame(header, Array(payload.storage[payload.range])))
            case .oversize(let header): seen.append(.oversize(header))
            case .violation(let violation):
                // It is not forgotten.
                #expect(decoder.next() == .violation(violation))
                return seen.append(.violation(violation))
            }
        }
    }

    @Test func `a large frame is told of while it arrives, and can be skipped wherever it has got to`() {
        let length = 200 << 10
        let bytes = frame(payload: [UInt8](repeating: 7, count: length)) + frame(.ping, stream: 0, payload: [9])
        for cut in [16, 17, 4_000, 60_000, 200_000] {
            var decoder = FrameDecoder()
            var offset = 0
            var skipped: FrameHeader?
            var seen: [Seen] = []
            while offset < bytes.count {
                offset += decoder.receive { room, start in
                    let count = min(room.count - start, (offset < cut ? cut : bytes.count) - offset)
                    for index in 0..<count { room[start + index] = bytes[offset + index] }
                    return (count, 0)
                }
                drain(&decoder, &seen)
                if offset >= cut, decoder.largeArrival == length {
                    skipped = decoder.skipArrival()
                    #expect(decoder.largeArrival == nil)
                }
            }
            #expect(skipped?.stream == 1)
            #expect(seen == [.frame(FrameHeader(.ping, stream: 0, payloadLength: 1), [9])])
        }
    }

    @Test func `the header has its documented bytes`() {
        var bytes = [UInt8](repeating: 0xEE, count: 16)
        FrameHeader(.data, stream: 0x0102_0305, flags: .endStream, payloadLength: 0x000A_0B0C, descriptorCount: 0x0D0E)
            .encode(into: &bytes)
        #expect(bytes == [0, 0x0A, 0x0B, 0x0C, 1, 2, 3, 5, 4, 1, 0x0D, 0x0E, 0, 0, 0, 0])
        let header = FrameHeader(decoding: bytes.span)
        #expect(header.payloadLength == 0x000A_0B0C)
        #expect(header.stream == 0x0102_0305)
        #expect(header.type == .data)
        #expect(header.flags == .endStream)
        #expect(header.descriptorCount == 0x0D0E)
    }

    @Test func `every prefix of a frame needs more bytes, and the rest completes it`() {
        let bytes = frame(payload: Array(1...40)) + frame(.ping, stream: 0, payload: [9])
        let whole = decode([(bytes, 0)])
        #expect(whole.count == 2)
        for cut in 1..<bytes.count {
            #expect(decode([(Array(bytes[..<cut]), 0), (Array(bytes[cut...]), 0)]) == whole)
            #expect(decode([(Array(bytes[..<cut]), 0)]).count == (cut >= 56 ? 1 : 0))
        }
        #expect(decode(bytes.map { ([$0], 0) }) == whole)
    }

    @Test(arguments: [0, 1, 65_536, 69_616, 69_617, (1 << 20) - 1, 1 << 20])
    func `a payload up to the limit comes as a whole`(_ length: Int) {
        let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        let next = frame(.ping, stream: 0, payload: [1])
        let seen = decode([(frame(payload: payload) + next, 0)])
        #expect(seen.count == 2)
        #expect(seen.first == .frame(FrameHeader(.request, stream: 1, payloadLength: length), payload))
        #expect(seen.last == .frame(FrameHeader(.ping, payloadLength: 1), [1]))
    }

    @Test(arguments: [(1 << 20) + 1, 3 << 20])
    func `a longer payload is skipped and the next frame found`(_ length: Int) {
        let payload = [UInt8](repeating: 7, count: length)
        let next = frame(.ping, stream: 0, payload: [1])
        let expected: [Seen] = [
            .oversize(FrameHeader(.request, stream: 1, payloadLength: length)),
            .frame(FrameHeader(.ping, payloadLength: 1), [1]),
        ]
        #expect(decode([(frame(payload: payload) + next, 0)]) == expected)
    }

    @Test(arguments: [(64 << 20) + 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF])
    func `an impossible length is a violation before any of it has come`(_ length: Int) {
        var header = frame()
        for index in 0..<4 { header[index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
        #expect(decode([(header, 0)]) == [.violation(.lengthOutOfRange)])
    }

    @Test(arguments: 12..<16)
    func `reserved bits must be zero`(_ index: Int) {
        var header = frame()
        header[index] = 1
        #expect(decode([(header, 0)]) == [.violation(.reservedBitsSet)])
    }

    @Test func `descriptors come with the first byte of their frame`() {
        let two = frame(payload: [1, 2, 3], declaring: 2)
        let plain = frame(stream: 3)
        #expect(decode([(two, 2)]).count == 1)
        // Behind another frame in the same receive, in pieces, and before one.
        #expect(decode([(plain + two, 2)]).count == 2)
        for cut in 1..<two.count {
            #expect(decode([(Array(two[..<cut]), 2), (Array(two[cut...]) + plain, 0)]).count == 2)
        }
        #expect(decode([(plain + Array(two[..<5]), 2), (Array(two[5...]), 0), (two, 2)]).count == 3)
    }

    @Test func `descriptors anywhere else are a violation`() {
        let two = frame(payload: [1, 2, 3], declaring: 2)
        let plain = frame(payload: [1, 2, 3])
        let mismatch: [Seen] = [.violation(.descriptorMismatch)]
        #expect(decode([(two, 0)]) == mismatch)
        #expect(decode([(two, 1)]) == mismatch)
        #expect(decode([(two, 3)]) == mismatch)
        #expect(decode([(plain, 1)]).last == mismatch[0])
        for cut in 1..<two.count {
            #expect(decode([(Array(two[..<cut]), 0), (Array(two[cut...]), 2)]).last == mismatch[0])
            #expect(decode([(Array(plain[..<cut]), 0), (Array(plain[cut...]), 2)]).last == mismatch[0])
        }
        // Descriptors of a frame that came later do not count for it.
        #expect(decode([(Array(plain[..<5]), 2), (Array(plain[5...]) + two, 0)]).last == mismatch[0])
        // Two batches for one header.
        #expect(decode([(Array(two[..<5]), 1), (Array(two[5...]), 1)]).last == mismatch[0])
        // In the middle of a payload that is skipped.
        let long = frame(payload: [UInt8](repeating: 0, count: (1 << 20) + 5))
        #expect(decode([(Array(long[..<100]), 0), (Array(long[100...]), 1)]).last == mismatch[0])
    }

    @Test func `smaller limits are kept`() {
        var limits = TransportLimits()
        limits.maximumPayloadLength = 3
        limits.maximumSkippedLength = 5
        #expect(decode([(frame(payload: [1, 2, 3]), 0)], limits: limits).count == 1)
        let header = FrameHeader(.request, stream: 1, payloadLength: 4)
        #expect(decode([(frame(payload: [1, 2, 3, 4]), 0)], limits: limits) == [.oversize(header)])
        let tooLong = decode([(frame(payload: [1, 2, 3, 4, 5, 6]), 0)], limits: limits)
        #expect(tooLong == [.violation(.lengthOutOfRange)])
    }
}
