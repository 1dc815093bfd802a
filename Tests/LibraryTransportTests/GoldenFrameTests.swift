import LibraryTransport
import Testing

/// The bytes of every kind of frame, as PROTOCOL.md has them.
@Suite struct GoldenFrameTests {
    /// Length, stream, type, flags, descriptors and the reserved bytes.
    private static let frames: [(header: FrameHeader, bytes: [UInt8])] = [
        (FrameHeader(.hello, payloadLength: 300), [0, 0, 1, 44, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
        (
            FrameHeader(.request, stream: 1, payloadLength: 1 << 20, descriptorCount: 16),
            [0, 16, 0, 0, 0, 0, 0, 1, 2, 0, 0, 16, 0, 0, 0, 0]
        ),
        (
            FrameHeader(.response, stream: 0x0102_0305, flags: .endStream, payloadLength: 2, descriptorCount: 1),
            [0, 0, 0, 2, 1, 2, 3, 5, 3, 1, 0, 1, 0, 0, 0, 0]
        ),
        (FrameHeader(.response, stream: 3, payloadLength: 2), [0, 0, 0, 2, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0]),
        (FrameHeader(.data, stream: 5, payloadLength: 255), [0, 0, 0, 255, 0, 0, 0, 5, 4, 0, 0, 0, 0, 0, 0, 0]),
        (FrameHeader(.cancel, stream: 7), [0, 0, 0, 0, 0, 0, 0, 7, 5, 0, 0, 0, 0, 0, 0, 0]),
        (FrameHeader(.credit, stream: 9, payloadLength: 4), [0, 0, 0, 4, 0, 0, 0, 9, 6, 0, 0, 0, 0, 0, 0, 0]),
        (FrameHeader(.ping, payloadLength: 8), [0, 0, 0, 8, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]),
        (FrameHeader(.pong, payloadLength: 64), [0, 0, 0, 64, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]),
        (FrameHeader(.goAway, payloadLength: 4), [0, 0, 0, 4, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0]),
    ]

    @Test func `every kind of frame has its bytes, both ways`() {
        for (header, bytes) in GoldenFrameTests.frames {
            var encoded = [UInt8](repeating: 0xFF, count: FrameHeader.byteCount)
            header.encode(into: &encoded)
            #expect(encoded == bytes)
            #expect(FrameHeader(decoding: bytes.span) == header)
        }
        #expect(Set(GoldenFrameTests.frames.map(\.header.type.rawValue)) == Set(1...9))
    }
}
