/// A payload with room for the frame header before it, so that one system call sends both without a copy.
///
/// The first `headerSpace` bytes of `storage` belong to the transport. A packer appends to `storage`, or writes from
/// `headerSpace` on, and sets `end`. Noncopyable, so that writing never copies `storage`.
package struct MessageBuffer: ~Copyable, Sendable {
    /// Where the payload starts.
    package static let headerSpace = FrameHeader.byteCount

    /// At least `end` bytes. What follows `end` is spare room.
    package var storage: [UInt8]
    /// Where the payload ends.
    package var end: Int

    /// An empty message.
    package init(capacity: Int = 256) {
        storage = [UInt8](repeating: 0, count: MessageBuffer.headerSpace + capacity)
        end = MessageBuffer.headerSpace
    }

    /// An empty message in the memory of an earlier one.
    package init(reusing storage: consuming [UInt8]) {
        precondition(storage.count >= MessageBuffer.headerSpace, "the memory is that of a message")
        self.storage = storage
        end = MessageBuffer.headerSpace
    }

    package init(payload: some Collection<UInt8>) {
        storage = [UInt8](repeating: 0, count: MessageBuffer.headerSpace)
        storage.append(contentsOf: payload)
        end = storage.count
    }

    /// The number of payload bytes.
    package var payloadCount: Int { end - MessageBuffer.headerSpace }

    /// Makes the message empty and keeps its memory.
    package mutating func removeAll() { end = MessageBuffer.headerSpace }

    /// Makes room for a payload of exactly `count` bytes, all of which the caller then writes at `headerSpace` of
    /// `storage`.
    package mutating func prepare(payloadCount count: Int) {
        end = MessageBuffer.headerSpace + count
        if storage.count >= end { return }
        // A new array, because the old content need not be copied.
        storage = [UInt8](repeating: 0, count: max(end, min(2 * storage.count, 64 << 10)))
    }

    /// Replaces the payload.
    package mutating func setPayload(_ payload: Span<UInt8>) {
        prepare(payloadCount: payload.count)
        var room = storage.mutableSpan
        for index in payload.indices { room[MessageBuffer.headerSpace + index] = payload[index] }
    }

    /// Writes the frame header before the payload.
    mutating func setHeader(_ type: FrameType, stream: UInt32, flags: FrameFlags, descriptorCount: Int) {
        FrameHeader(
            type,
            stream: stream,
            flags: flags,
            payloadLength: payloadCount,
            descriptorCount: descriptorCount
        ).encode(into: &storage)
    }
}
