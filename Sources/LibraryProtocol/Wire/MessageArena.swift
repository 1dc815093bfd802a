internal import CLibraryProtocol
internal import Glibc
internal import LibraryModel

/// A bump allocator for one message and everything below it, freed as a whole.
///
/// protobuf-c's allocations while unpacking come from here, up to a budget: the message's `UnpackCost`. An arena
/// belongs to one call and one thread.
@safe
package final class MessageArena {
    /// Bytes of the first block: enough for small calls, and small enough for malloc's thread cache.
    private static let firstBlockSize = 1008
    /// Bytes of the second block. Each further one is twice as large, up to `largestBlockSize`.
    private static let secondBlockSize = 8192
    private static let largestBlockSize = 1 << 20

    private let firstBlock: UnsafeMutableRawPointer
    private var blocks: [UnsafeMutableRawPointer] = unsafe []
    private var cursor: UnsafeMutableRawPointer
    private var left: Int
    /// Bytes that may still be allocated; nil for messages to pack.
    private(set) var budget: Int?

    init(budget: Int? = nil) {
        let block = UnsafeMutableRawPointer.allocate(byteCount: MessageArena.firstBlockSize, alignment: 16)
        unsafe firstBlock = block
        unsafe cursor = block
        left = MessageArena.firstBlockSize
        self.budget = budget
    }

    deinit {
        unsafe firstBlock.deallocate()
        unsafe blocks.forEach { unsafe $0.deallocate() }
    }

    /// Uninitialised memory, aligned to 16 bytes. Returns nil beyond the budget.
    func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        let size = MessageArena.rounded(byteCount)
        if let budget {
            guard size <= budget else { return nil }
            self.budget = budget - size
        }
        if size > left {
            // Large allocations get blocks of their own, so that little of the others is wasted.
            if size > MessageArena.largestBlockSize / 4 {
                let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
                unsafe blocks.append(block)
                return unsafe block
            }
            let growing = unsafe MessageArena.secondBlockSize << min(blocks.count, 7)
            let blockSize = max(size, min(growing, MessageArena.largestBlockSize))
            let block = UnsafeMutableRawPointer.allocate(byteCount: blockSize, alignment: 16)
            unsafe blocks.append(block)
            unsafe cursor = block
            left = blockSize
        }
        defer {
            unsafe cursor += size
            left -= size
        }
        return unsafe cursor
    }

    /// Runs `body` with a protobuf-c allocator over this arena.
    func withAllocator<Result>(_ body: (UnsafeMutablePointer<ProtobufCAllocator>) -> Result) -> Result {
        var allocator = unsafe ProtobufCAllocator(
            alloc: { context, size in
                guard let context = unsafe context, size <= Int.max / 2 else { return nil }
                return unsafe Unmanaged<MessageArena>.fromOpaque(context).takeUnretainedValue().allocate(Int(size))
            },
            free: { _, _ in },
            allocator_data: Unmanaged.passUnretained(self).toOpaque()
        )
        return withExtendedLifetime(self) { unsafe body(&allocator) }
    }

    // MARK: Building messages

    /// Messages to pack have no budget: failing here is a bug.
    private func reserve(_ byteCount: Int) -> UnsafeMutableRawPointer {
        guard let memory = unsafe allocate(byteCount) else {
            preconditionFailure("a message is built in an arena that has a budget")
        }
        return unsafe memory
    }

    /// An empty message.
    func make<Fields>(_ kind: MessageKind<Fields>) -> UnsafeMutablePointer<Fields> {
        let memory = unsafe reserve(MemoryLayout<Fields>.size).bindMemory(to: Fields.self, capacity: 1)
        unsafe kind.initialize(memory)
        return unsafe memory
    }

    /// A NUL-terminated copy. A NUL inside ends the text, as it does in every C string.
    func string(_ text: String) -> UnsafeMutablePointer<CChar> {
        let utf8 = text.utf8
        let memory = unsafe reserve(utf8.count + 1)
        var position = 0
        for unit in utf8 {
            unsafe memory.storeBytes(of: unit, toByteOffset: position, as: UInt8.self)
            position += 1
        }
        unsafe memory.storeBytes(of: 0, toByteOffset: position, as: UInt8.self)
        return unsafe memory.assumingMemoryBound(to: CChar.self)
    }

    func bytes(_ source: [UInt8]) -> ProtobufCBinaryData {
        let copy = unsafe column(source)
        return unsafe ProtobufCBinaryData(len: copy.count, data: copy.start)
    }

    func bytes(_ ids: some Collection<ObjectID>) -> ProtobufCBinaryData {
        let memory = unsafe reserve(ids.count * ObjectID.byteCount)
        for (position, id) in ids.enumerated() {
            let offset = position * ObjectID.byteCount
            unsafe memory.storeBytes(of: id.high.bigEndian, toByteOffset: offset, as: UInt64.self)
            unsafe memory.storeBytes(of: id.low.bigEndian, toByteOffset: offset + 8, as: UInt64.self)
        }
        return unsafe ProtobufCBinaryData(
            len: ids.count * ObjectID.byteCount,
            data: memory.assumingMemoryBound(to: UInt8.self)
        )
    }

    /// A copy of a column.
    func column<Element: BitwiseCopyable>(
        _ source: [Element]
    ) -> (count: Int, start: UnsafeMutablePointer<Element>?) {
        guard !source.isEmpty else { return (0, nil) }
        let byteCount = source.count * MemoryLayout<Element>.stride
        let memory = unsafe reserve(byteCount)
        let copy = unsafe UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
        unsafe source.withUnsafeBytes { unsafe copy.copyMemory(from: $0) }
        return unsafe (source.count, memory.assumingMemoryBound(to: Element.self))
    }

    /// A repeated field of messages.
    func list<Message>(
        _ messages: [UnsafeMutablePointer<Message>]
    ) -> (count: Int, start: UnsafeMutablePointer<UnsafeMutablePointer<Message>?>?) {
        guard unsafe !messages.isEmpty else { return (0, nil) }
        let memory = unsafe reserve(messages.count * MemoryLayout<UnsafeMutablePointer<Message>?>.stride)
            .bindMemory(to: UnsafeMutablePointer<Message>?.self, capacity: messages.count)
        for position in unsafe messages.indices {
            unsafe (memory + position).initialize(to: messages[position])
        }
        return unsafe (messages.count, memory)
    }

    /// A repeated field of texts.
    func strings(_ texts: [String]) -> (count: Int, start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) {
        unsafe list(texts.map { unsafe string($0) })
    }
}

extension MessageArena {
    /// Unpacks a message into this arena, which it must not outlive. Returns nil when the bytes are malformed or exceed
    /// the budget.
    func unpack(
        _ payload: Span<UInt8>,
        _ descriptor: UnsafePointer<ProtobufCMessageDescriptor>
    ) -> UnsafeMutablePointer<ProtobufCMessage>? {
        unsafe payload.withUnsafeBufferPointer { bytes in
            unsafe withAllocator { allocator in
                unsafe protobuf_c_message_unpack(descriptor, allocator, bytes.count, bytes.baseAddress)
            }
        }
    }

    /// Unpacks a message of a kind. Returns nil like the other.
    func unpack<Fields>(_ payload: Span<UInt8>, _ kind: MessageKind<Fields>) -> Message<Fields>? {
        guard let message = unsafe unpack(payload, kind.descriptor) else { return nil }
        return unsafe Message(UnsafeMutableRawPointer(message).assumingMemoryBound(to: Fields.self), in: self)
    }
}
