internal import CLibraryProtocol
internal import LibraryModel

/// The outermost message of a frame, a `Request` or a `Response`: scalars, and one message of the many that it may
/// carry.
///
/// It is packed and unpacked by hand around the message that it carries. protobuf-c would go through every field that
/// could be there, some forty, which takes longer than the rest of a small call. What does not look as this side packs
/// it is left to protobuf-c, so the bytes that are understood are the same.
package enum Envelope {
    /// Packs `message` as the field with this number, behind the first `offset` bytes of `buffer`. Returns the end.
    static func pack<Fields>(
        _ message: Message<Fields>,
        as field: UInt32,
        timeout: UInt64? = nil,
        into buffer: inout [UInt8],
        at offset: Int
    ) -> Int {
        let length = message.packedSize
        buffer.reserveRoom(upTo: offset + 4 * RequestPrescan.longestVarint + length)
        var end = offset
        if let timeout {
            put(1 << 3, &buffer, &end)
            put(timeout, &buffer, &end)
        }
        put(UInt64(field) << 3 | 2, &buffer, &end)
        put(UInt64(length), &buffer, &end)
        message.pack(length, into: &buffer, at: end)
        return end + length
    }

    /// Puts a varint where there is room for it.
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

    /// A message that was carried, and the number of its field.
    @safe
    package struct Carried {
        let number: UInt32
        let timeout: UInt64?
        fileprivate let message: UnsafeMutablePointer<ProtobufCMessage>
        fileprivate let arena: MessageArena

        /// The message, which the schema has to make one of this kind.
        func message<Fields>(of kind: MessageKind<Fields>) -> Message<Fields> {
            guard unsafe message.pointee.descriptor == kind.descriptor else {
                preconditionFailure("field \(number) carries a message of another kind than is read from it")
            }
            return unsafe Message(UnsafeMutableRawPointer(message).assumingMemoryBound(to: Fields.self), in: arena)
        }
    }

    /// Unpacks the message that a `Request` or `Response` carries, as its last field. Nil for what is packed in another
    /// way, or not unpacked.
    static func unpack<Fields>(
        _ payload: Span<UInt8>,
        _ kind: MessageKind<Fields>,
        _ arena: MessageArena
    ) -> Carried? {
        let first = RequestPrescan(payload)
        var position = first.position
        guard !first.isInDescriptor, let number = UInt32(exactly: first.callNumber), number > 0,
            first.isDelimited, let length = RequestPrescan.varint(payload, &position),
            length == UInt64(payload.count - position),
            let field = unsafe protobuf_c_message_descriptor_get_field(kind.descriptor, number),
            unsafe field.pointee.type == PROTOBUF_C_TYPE_MESSAGE,
            let carried = unsafe field.pointee.descriptor?.assumingMemoryBound(to: ProtobufCMessageDescriptor.self),
            let message = unsafe arena.unpack(payload.extracting(position...), carried)
        else { return nil }
        return unsafe Carried(number: number, timeout: first.timeout, message: message, arena: arena)
    }
}

extension Message {
    /// What a oneof of messages holds; `field` is one of its fields, which all lie in one place.
    @safe
    func carried<Part>(_ field: Column<Part>, number: UInt32, timeout: UInt64? = nil) -> Envelope.Carried? {
        guard let part = self[field] else { return nil }
        let message = unsafe UnsafeMutableRawPointer(part).assumingMemoryBound(to: ProtobufCMessage.self)
        return unsafe Envelope.Carried(number: number, timeout: timeout, message: message, arena: arena)
    }
}
