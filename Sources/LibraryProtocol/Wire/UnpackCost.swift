internal import CLibraryProtocol
package import LibraryModel

/// The memory of an unpacked message, computed from its packed bytes, so that a request can be refused or queued before
/// anything is unpacked.
///
/// Scans the bytes once, by protobuf-c's rules, without allocating. A message that protobuf-c accepts never asks its
/// allocator for more than `messages`; one that it rejects may be scanned to its end. The scan enforces
/// `RepeatedFieldLimit`, and refuses what protobuf-c would silently change: a repeated singular message, of which it
/// takes the last, and texts that are not UTF-8. No message of the schema nests its own kind, so the depth is bounded.
package struct UnpackCost: Hashable, Sendable {
    /// Bytes that protobuf-c allocates at most.
    package private(set) var messages = 0
    /// Approximate bytes of the resulting Swift values.
    package private(set) var values = 0

    package var bytes: Int { messages + values }

    /// Bytes of the largest request: the largest sensible change block, 100,000 new assets with names and dates, takes
    /// about 90 MiB.
    package static let maximumOfRequest = 96 << 20
    /// Bytes of the largest reply, which comes from a trusted server: 64 MiB of short texts.
    static let maximumOfReply = 1 << 30
    /// Bytes of messages without lists: HELLO.
    static let maximumOfSmallMessage = 4 << 20

    /// Measures a packed `Request`. Throws `limitExceeded` when its size, entries or memory exceed a limit,
    /// `protocolViolation` when it is malformed.
    package static func measure(
        _ request: Span<UInt8>,
        _ first: RequestPrescan
    ) throws(LibraryError) -> UnpackCost {
        let longest = CallTable.rules(first.callNumber)?.maximumSize ?? MessageInDescriptor.maximumFramedSize
        guard request.count <= longest else {
            throw LibraryError(.limitExceeded, "a request of this kind has at most \(longest) bytes")
        }
        return try measure(request, MessageKind(photolibrary__request__init), atMost: maximumOfRequest)
    }

    /// Measures a message of a kind.
    static func measure<Fields>(
        _ payload: Span<UInt8>,
        _ kind: MessageKind<Fields>,
        atMost maximum: Int
    ) throws(LibraryError) -> UnpackCost {
        var cost = UnpackCost()
        try unsafe cost.add(payload, kind.descriptor, maximum)
        return cost
    }

    // MARK: Scanning

    /// Bytes that protobuf-c keeps per scanned field (`ScannedMember`).
    private static let scannedMemberSize = 32
    /// Fields that it keeps on its stack; it allocates twice as many when they are full, and so on.
    private static let firstScannedMembers = 16
    /// Bytes of its on-stack bitmap of required fields.
    private static let bitmapOnStack = 16
    /// Bytes of a Swift array or string beside its elements.
    private static let valueOverhead = 32
    /// Bytes of a string that Swift stores inline.
    private static let longestInlineText = 15

    private mutating func add(
        _ payload: Span<UInt8>,
        _ descriptor: UnsafePointer<ProtobufCMessageDescriptor>,
        _ maximum: Int
    ) throws(LibraryError) {
        messages += unsafe MessageArena.rounded(Int(descriptor.pointee.sizeof_message))
        let bitmap = unsafe (Int(descriptor.pointee.n_fields) + 7) / 8
        if bitmap > UnpackCost.bitmapOnStack { messages += MessageArena.rounded(bitmap) }
        var position = 0
        var memberCount = 0
        var memberRoom = UnpackCost.firstScannedMembers
        var slab = UnpackCost.firstScannedMembers
        var unknownCount = 0
        // The fields seen so far, by their index in the descriptor.
        var seen: UInt128 = 0
        var hasChoice = false
        var counts = InlineArray<6, Int>(repeating: 0)
        while position < payload.count {
            let field = try WireField(payload, &position)
            memberCount += 1
            if memberCount > memberRoom {
                slab *= 2
                memberRoom += slab
                messages += slab * UnpackCost.scannedMemberSize
            }
            guard let known = unsafe protobuf_c_message_descriptor_get_field(descriptor, field.number) else {
                unknownCount += 1
                messages += MessageArena.rounded(field.wholeLength)
                try check(maximum)
                continue
            }
            let place = unsafe UInt128(truncatingIfNeeded: known - descriptor.pointee.fields)
            let isFirst = seen & (1 &<< place) == 0
            seen |= 1 &<< place
            if unsafe known.pointee.flags & PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue != 0 {
                // protobuf-c would take the last. No message of the schema has two oneofs.
                guard !hasChoice else { throw .malformed("two members of a oneof") }
                hasChoice = true
            }
            if unsafe known.pointee.label == PROTOBUF_C_LABEL_REPEATED {
                // The array of the entries, and what it is rounded up by.
                let count = unsafe UnpackCost.entryCount(known, payload, field.content)
                messages += unsafe count * UnpackCost.entrySize(known) + (isFirst ? 16 : 0)
                values += isFirst ? UnpackCost.valueOverhead : 0
                let limit = unsafe RepeatedFieldLimit.of(known)
                values += unsafe count * (limit?.valueSize ?? UnpackCost.entrySize(known))
                if let limit {
                    counts[limit.slot] += count
                    guard counts[limit.slot] <= limit.maximum else { throw limit.error }
                }
            } else if unsafe !isFirst && known.pointee.type == PROTOBUF_C_TYPE_MESSAGE {
                // protobuf-c would merge the two, and copy the lists of the first for each that follows.
                throw .malformed("a singular message that occurs twice")
            }
            if let content = field.content { try unsafe addContent(payload.extracting(content), of: known, maximum) }
            try check(maximum)
        }
        if unknownCount > 0 {
            messages += unsafe MessageArena.rounded(
                unknownCount * MemoryLayout<ProtobufCMessageUnknownField>.stride
            )
        }
        try check(maximum)
    }

    /// The cost of a text, bytes or message field.
    private mutating func addContent(
        _ content: Span<UInt8>,
        of field: UnsafePointer<ProtobufCFieldDescriptor>,
        _ maximum: Int
    ) throws(LibraryError) {
        switch unsafe field.pointee.type {
        case PROTOBUF_C_TYPE_STRING:
            do { _ = try UTF8Span(validating: content) } catch { throw .malformed("a text that is not UTF-8") }
            messages += MessageArena.rounded(content.count + 1)
            if content.count > UnpackCost.longestInlineText { values += UnpackCost.valueOverhead + content.count }
        case PROTOBUF_C_TYPE_BYTES:
            messages += content.isEmpty ? 0 : MessageArena.rounded(content.count)
            // Identifiers of 17 bytes take 24.
            values += content.isEmpty ? 0 : UnpackCost.valueOverhead + content.count + content.count / 2
        case PROTOBUF_C_TYPE_MESSAGE:
            guard
                let kind = unsafe field.pointee.descriptor?.assumingMemoryBound(to: ProtobufCMessageDescriptor.self)
            else { return }
            try unsafe add(content, kind, maximum)
        default: break
        }
    }

    private func check(_ maximum: Int) throws(LibraryError) {
        guard bytes <= maximum else {
            throw LibraryError(.limitExceeded, "the message takes more than \(maximum >> 20) MiB of memory")
        }
    }

    /// The entries of one occurrence of a repeated field: packed numbers are many.
    private static func entryCount(
        _ field: UnsafePointer<ProtobufCFieldDescriptor>,
        _ payload: Span<UInt8>,
        _ content: Range<Int>?
    ) -> Int {
        guard let content else { return 1 }
        switch unsafe field.pointee.type {
        case PROTOBUF_C_TYPE_STRING, PROTOBUF_C_TYPE_BYTES, PROTOBUF_C_TYPE_MESSAGE: return 1
        case PROTOBUF_C_TYPE_FIXED32, PROTOBUF_C_TYPE_SFIXED32, PROTOBUF_C_TYPE_FLOAT: return content.count / 4
        case PROTOBUF_C_TYPE_FIXED64, PROTOBUF_C_TYPE_SFIXED64, PROTOBUF_C_TYPE_DOUBLE: return content.count / 8
        // Varints: each ends with a byte below 0x80.
        default:
            var count = 0
            for index in content where payload[index] < 0x80 { count += 1 }
            return count
        }
    }

    private static func entrySize(_ field: UnsafePointer<ProtobufCFieldDescriptor>) -> Int {
        switch unsafe field.pointee.type {
        case PROTOBUF_C_TYPE_BYTES: unsafe MemoryLayout<ProtobufCBinaryData>.stride
        case PROTOBUF_C_TYPE_SFIXED32, PROTOBUF_C_TYPE_FIXED32, PROTOBUF_C_TYPE_FLOAT, PROTOBUF_C_TYPE_INT32,
            PROTOBUF_C_TYPE_SINT32, PROTOBUF_C_TYPE_UINT32, PROTOBUF_C_TYPE_ENUM, PROTOBUF_C_TYPE_BOOL:
            4
        // Pointers to texts and messages, and long numbers.
        default: 8
        }
    }
}

/// One field of a packed message.
private struct WireField {
    var number: UInt32
    /// The range of its content, when it is length-delimited.
    var content: Range<Int>?
    /// Bytes after its key.
    var wholeLength: Int

    /// Reads a field and advances past it. Throws `protocolViolation` where protobuf-c refuses to scan.
    init(_ payload: Span<UInt8>, _ position: inout Int) throws(LibraryError) {
        guard let key = WireField.short(payload, &position), let key = UInt32(exactly: key), key >> 3 > 0 else {
            throw .malformed("field key")
        }
        number = key >> 3
        let start = position
        switch key & 7 {
        case 0:
            guard RequestPrescan.varint(payload, &position) != nil else { throw .malformed("number") }
        case 1: position += 8
        case 2:
            guard let length = WireField.short(payload, &position), length <= UInt64(payload.count - position) else {
                throw .malformed("length")
            }
            content = position..<position + Int(length)
            position += Int(length)
        case 5: position += 4
        default: throw .malformed("wire type")
        }
        guard position <= payload.count else { throw .malformed("field") }
        wholeLength = position - start
    }

    /// A varint of at most five bytes, which is the longest that protobuf-c takes for a key or a length.
    private static func short(_ payload: Span<UInt8>, _ position: inout Int) -> UInt64? {
        let start = position
        guard let value = RequestPrescan.varint(payload, &position), position - start <= 5 else { return nil }
        return value
    }
}

extension MessageArena {
    /// The arena bytes of an allocation.
    static func rounded(_ byteCount: Int) -> Int { max(byteCount + 15 & ~15, 16) }
}
