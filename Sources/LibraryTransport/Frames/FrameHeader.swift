/// The type of a frame, as on the wire. Unknown values of later versions are kept.
package struct FrameType: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The first frame in either direction.
    package static let hello = FrameType(rawValue: 1)
    /// Opens a stream. Client only.
    package static let request = FrameType(rawValue: 2)
    /// Answers a request. With `endStream` it is the last frame of its stream; without, events follow. Server only.
    package static let response = FrameType(rawValue: 3)
    /// An event on an open stream. Server only.
    package static let data = FrameType(rawValue: 4)
    /// Asks the server to end a stream; a last response follows. Client only.
    package static let cancel = FrameType(rawValue: 5)
    /// Allows this many more bytes of events on a stream: four bytes, most significant first. Client only.
    package static let credit = FrameType(rawValue: 6)
    /// The peer replies with a PONG of the same payload.
    package static let ping = FrameType(rawValue: 7)
    package static let pong = FrameType(rawValue: 8)
    /// The server will serve no stream after this one (four bytes, most significant first). Server only.
    package static let goAway = FrameType(rawValue: 9)
}

package struct FrameFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// On RESPONSE and DATA: nothing follows on this stream.
    package static let endStream = FrameFlags(rawValue: 1)
}

/// The 16 bytes at the start of a frame, most significant bytes first:
/// payload length (4), stream (4), type (1), flags (1), descriptor count (2), reserved and zero (4).
package struct FrameHeader: Hashable, Sendable {
    package static let byteCount = 16

    package var payloadLength: UInt32
    /// Odd for streams that a client opened, zero for the connection itself.
    package var stream: UInt32
    package var type: FrameType
    package var flags: FrameFlags
    package var descriptorCount: UInt16
    package var reserved: UInt32

    package init(
        _ type: FrameType,
        stream: UInt32 = 0,
        flags: FrameFlags = [],
        payloadLength: Int = 0,
        descriptorCount: Int = 0
    ) {
        self.payloadLength = UInt32(payloadLength)
        self.stream = stream
        self.type = type
        self.flags = flags
        self.descriptorCount = UInt16(descriptorCount)
        reserved = 0
    }

    /// Decodes the 16 bytes at `offset`, which must exist, without checking them.
    package init(decoding bytes: Span<UInt8>, at offset: Int = 0) {
        payloadLength = loadBigEndian(bytes, at: offset)
        stream = loadBigEndian(bytes, at: offset + 4)
        type = FrameType(rawValue: bytes[offset + 8])
        flags = FrameFlags(rawValue: bytes[offset + 9])
        descriptorCount = UInt16(bytes[offset + 10]) << 8 | UInt16(bytes[offset + 11])
        reserved = loadBigEndian(bytes, at: offset + 12)
    }

    /// Overwrites the first 16 bytes, which must exist.
    package func encode(into bytes: inout [UInt8]) {
        var room = bytes.mutableSpan
        storeBigEndian(payloadLength, into: &room, at: 0)
        storeBigEndian(stream, into: &room, at: 4)
        room[8] = type.rawValue
        room[9] = flags.rawValue
        room[10] = UInt8(truncatingIfNeeded: descriptorCount >> 8)
        room[11] = UInt8(truncatingIfNeeded: descriptorCount)
        storeBigEndian(reserved, into: &room, at: 12)
    }
}

/// Four bytes, most significant first. They must be there.
@inline(__always)
func loadBigEndian(_ bytes: Span<UInt8>, at offset: Int) -> UInt32 {
    UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16 | UInt32(bytes[offset + 2]) << 8
        | UInt32(bytes[offset + 3])
}

/// Four bytes, most significant first.
func bigEndianBytes(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
}

/// Four bytes, most significant first. They must be there.
@inline(__always)
private func storeBigEndian(_ value: UInt32, into bytes: inout MutableSpan<UInt8>, at offset: Int) {
    bytes[offset] = UInt8(truncatingIfNeeded: value >> 24)
    bytes[offset + 1] = UInt8(truncatingIfNeeded: value >> 16)
    bytes[offset + 2] = UInt8(truncatingIfNeeded: value >> 8)
    bytes[offset + 3] = UInt8(truncatingIfNeeded: value)
}
