/// A bit for each slot of a chunk.
struct ChunkMask: Equatable {
    private(set) var words: [UInt64]
    let count: Int

    init(_ value: Bool, count: Int) {
        words = [UInt64](repeating: value ? .max : 0, count: (count + 63) / 64)
        self.count = count
        clearTail()
    }

    /// The bits of the slots whose value passes a test.
    @inline(__always)
    init<Value>(of values: [Value], _ passes: (Value) -> Bool) {
        let count = values.count
        var words = [UInt64](repeating: 0, count: (count + 63) / 64)
        for word in words.indices {
            let start = word * 64
            var bits: UInt64 = 0
            for slot in start..<min(start + 64, count) {
                bits |= (passes(values[slot]) ? 1 : 0) << UInt64(slot - start)
            }
            words[word] = bits
        }
        self.words = words
        self.count = count
    }

    subscript(slot: Int) -> Bool { words[slot >> 6] >> UInt64(slot & 63) & 1 != 0 }

    var setCount: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    mutating func formIntersection(_ other: ChunkMask) {
        for word in words.indices { words[word] &= other.words[word] }
    }

    mutating func formUnion(_ other: ChunkMask) {
        for word in words.indices { words[word] |= other.words[word] }
    }

    mutating func invert() {
        for word in words.indices { words[word] = ~words[word] }
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
