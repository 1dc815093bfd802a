/// A bit for each slot of a chunk.
struct ChunkMask: Equatable {
    private(set) var words: [UInt64]
    let count: Int

    init(_ value: Bool, count: Int) {
        words = [UInt64](repeating: value ? .max : 0, count: (count + 63) / 64)
        self.count = count
        clearTail()
    }

    /// So many bits of `bits`, from one on.
    init(_ bits: [UInt64], from first: Int, count: Int) {
        let (word, shift) = (first >> 6, UInt64(first & 63))
        words = (0..<(count + 63) / 64).map { place in
            let next = word + place + 1
            // A shift by 64 gives 0.
            return bits[word + place] >> shift | (next < bits.count ? bits[next] << (64 - shift) : 0)
        }
        self.count = count
        clearTail()
    }

    /// The bits of the slots whose value passes a test.
    ///
    /// The compiler turns the first loop into vector instructions: it has neither branches nor checks of bounds, and
    /// writes a byte a slot. The second packs eight of these into bits by one multiplication.
    @inline(__always)
    init<Value>(of values: [Value], _ passes: (Value) -> Bool) {
        count = values.count
        let (count, wordCount) = (values.count, (values.count + 63) / 64)
        unsafe words = [UInt64](unsafeUninitializedCapacity: wordCount) { words, initialized in
            unsafe withUnsafeTemporaryAllocation(byteCount: wordCount * 64, alignment: 64) { room in
                let bytes = unsafe room.bindMemory(to: UInt8.self)
                unsafe values.withUnsafeBufferPointer { values in
                    for slot in 0..<count { unsafe bytes[slot] = passes(values[slot]) ? 1 : 0 }
                }
                for slot in count..<wordCount * 64 { unsafe bytes[slot] = 0 }
                for word in 0..<wordCount {
                    var bits: UInt64 = 0
                    for part in 0..<8 {
                        let eight = unsafe room.load(fromByteOffset: word * 64 + part * 8, as: UInt64.self)
                        bits |= ((eight.littleEndian &* ChunkMask.packing) >> 56) << UInt64(part * 8)
                    }
                    unsafe words[word] = bits
                }
            }
            initialized = wordCount
        }
    }

    /// Multiplied by eight bytes of 0 or 1, it leaves these as bits of the highest byte, the first as the lowest.
    private static let packing: UInt64 = 0x0102_0408_1020_4080

    subscript(slot: Int) -> Bool { words[slot >> 6] >> UInt64(slot & 63) & 1 != 0 }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    var setCount: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    mutating func insert(_ slot: Int) { words[slot >> 6] |= 1 << UInt64(slot & 63) }

    mutating func formIntersection(_ other: ChunkMask) {
        var span = words.mutableSpan
        for word in span.indices { span[word] &= other.words[word] }
    }

    mutating func formUnion(_ other: ChunkMask) {
        var span = words.mutableSpan
        for word in span.indices { span[word] |= other.words[word] }
    }

    mutating func invert() {
        var span = words.mutableSpan
        for word in span.indices { span[word] = ~span[word] }
        clearTail()
    }

    /// Calls `body` for each set slot, from the lowest on.
    func forEach(_ body: (Int) -> Void) {
        for (word, var bits) in words.enumerated() {
            while bits != 0 {
                body(word * 64 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
        }
    }

    private mutating func clearTail() {
        let used = UInt64(count & 63)
        if used != 0 { words[words.count - 1] &= 1 << used - 1 }
    }
}
