internal import CLibraryProtocol
internal import LibraryModel

/// The outermost message of a frame, a `Request` or a `Response`: scalars, and one message of a large oneof.
///
/// Packed and unpacked by hand. protobuf-c would visit every possible field, some fifty, which takes longer than the
/// rest of a small call. Bytes in any other layout than this side packs are left to protobuf-c, so both accept the
/// same.
package enum Envelope {
    /// Packs `message` as field `number` after the first `offset` bytes of `buffer`. Returns the end.
    static func pack<Fields>(
        _ message: Message<Fields>,
        as field: UInt32,
        timeout: UInt64? = nil,
        into buffer: inout [UInt8],
        at offset: Int
    ) -> Int {
        let length = message.packedSize
        let start = packHead(field, length, timeout: timeout, into: &buffer, at: offset)
        message.pack(length, into: &buffer, at: start)
        return start + length
    }

    /// Packs all but the message, for which there is room then. Returns where it starts.
    static func packHead(
        _ field: UInt32,
        _ length: Int,
        timeout: UInt64?,
        into buffer: inout [UInt8],
        at offset: Int
    ) -> Int {
        buffer.reserveRoom(upTo: offset + 4 * RequestPrescan.longestVarint + length)
        var end = offset
        if let timeout {
            put(1 << 3, &buffer, &end)
            put(timeout, &buffer, &end)
        }
        put(UInt64(field) << 3 | 2, &buffer, &end)
        put(UInt64(length), &buffer, &end)
        return end
    }

    /// Bytes of a varint.
    static func varintLength(_ value: UInt64) -> Int { max(1, (70 - value.leadingZeroBitCount) / 7) }

    /// Writes a varint into room that suffices for it.
    static func put(_ value: UInt64, _ buffer: inout [UInt8], _ position: inout Int) {
        var rest = value
        while rest >= 0x80 {
            buffer[position] = UInt8(truncatingIfNeeded: rest) | 0x80
            position += 1
            rest >>= 7
        }
        buffer[position] = UInt8(rest)
        position += 1
    }

    /// The carried message and its field number.
    @safe
    package struct Carried {
        let number: UInt32
        fileprivate let message: UnsafeMutablePointer<ProtobufCMessage>
        fileprivate let arena: MessageArena

        /// The message; the caller passes the kind that the schema has for its number.
        func message<Fields>(of kind: MessageKind<Fields>) -> Message<Fields> {
            guard unsafe message.pointee.descriptor == kind.descriptor else {
                preconditionFailure("field \(number) carries a message of another kind than is read from it")
            }
            return unsafe Message(UnsafeMutableRawPointer(message).assumingMemoryBound(to: Fields.self), in: arena)
        }
    }

    /// The start of the carried message when it is the last field; nil in another layout.
    static func messageStart(_ payload: Span<UInt8>, _ first: RequestPrescan) -> Int? {
        var position = first.position
        guard !first.isInDescriptor, first.isDelimited, let length = RequestPrescan.varint(payload, &position),
            length == UInt64(payload.count - position)
        else { return nil }
        return position
    }

    /// Whether the bytes before the message are what `packHead` writes.
    static func isHeadAsPacked(_ payload: Span<UInt8>, _ first: RequestPrescan, messageStart start: Int) -> Bool {
        let timeout = first.timeout.map { 1 + varintLength($0) } ?? 0
        return first.position == timeout + varintLength(first.callNumber << 3 | 2)
            && start - first.position == varintLength(UInt64(payload.count - start))
    }

    /// Unpacks the carried message, which must be the last field. Returns nil for another layout, or when unpacking
    /// fails. `first`: of `payload`.
    static func unpack<Fields>(
        _ payload: Span<UInt8>,
        _ first: RequestPrescan,
        _ kind: MessageKind<Fields>,
        _ arena: MessageArena
    ) -> Carried? {
        guard let number = UInt32(exactly: first.callNumber), number > 0,
            let position = messageStart(payload, first),
            let field = unsafe protobuf_c_message_descriptor_get_field(kind.descriptor, number),
            unsafe field.pointee.type == PROTOBUF_C_TYPE_MESSAGE,
            let carried = unsafe field.pointee.descriptor?.assumingMemoryBound(to: ProtobufCMessageDescriptor.self),
            let message = unsafe arena.unpack(payload.extracting(position...), carried)
        else { return nil }
        return unsafe Carried(number: number, message: message, arena: arena)
    }
}

extension Message {
    /// The message of a oneof. All members share one pointer, read here through `field`.
    @safe
    func carried<Part>(_ field: Column<Part>, number: UInt32) -> Envelope.Carried? {
        guard let part = self[field] else { return nil }
        let message = unsafe UnsafeMutableRawPointer(part).assumingMemoryBound(to: ProtobufCMessage.self)
        return unsafe Envelope.Carried(number: number, message: message, arena: arena)
    }
}
