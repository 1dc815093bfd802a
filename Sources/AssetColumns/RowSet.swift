/// Some rows, as a bit for each row of the chunks that have any.
package struct RowSet: Hashable, Sendable {
    /// By the number of the chunk.
    private var chunks: [UInt32: [UInt64]] = [:]
    private static let noRows = [UInt64](repeating: 0, count: Int(AssetTable.chunkRows) / 64)

    package init() {}

    package mutating func insert(_ row: UInt32) {
        let (number, bit) = row.quotientAndRemainder(dividingBy: AssetTable.chunkRows)
        chunks[number, default: Self.noRows][Int(bit >> 6)] |= 1 << UInt64(bit & 63)
    }

    /// Inserts several, most quickly in ascending order.
    package mutating func insert(_ rows: [UInt32]) {
        var position = rows.startIndex
        while position < rows.endIndex {
            let number = rows[position] / AssetTable.chunkRows
            var words = chunks.removeValue(forKey: number) ?? Self.noRows
            while position < rows.endIndex, rows[position] / AssetTable.chunkRows == number {
                let bit = rows[position] % AssetTable.chunkRows
                words[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
                position += 1
            }
            chunks[number] = words
        }
    }

    package mutating func remove(_ row: UInt32) {
        let (number, bit) = row.quotientAndRemainder(dividingBy: AssetTable.chunkRows)
        chunks[number]?[Int(bit >> 6)] &= ~(1 << UInt64(bit & 63))
    }

    package mutating func formUnion(_ other: RowSet) {
        for (number, words) in other.chunks {
            guard let own = chunks[number] else {
                chunks[number] = words
                continue
            }
            chunks[number] = zip(own, words).map { $0 | $1 }
        }
    }

    package func contains(_ row: UInt32) -> Bool {
        let (number, bit) = row.quotientAndRemainder(dividingBy: AssetTable.chunkRows)
        guard let words = chunks[number] else { return false }
        return words[Int(bit >> 6)] >> UInt64(bit & 63) & 1 != 0
    }

    /// The slots that the rows have in a chunk. Rows that are not in the chunk have none.
    func slots(in columns: ChunkColumns) -> ChunkMask {
        guard let first = columns.rows.first, let last = columns.rows.last,
            let words = chunks[first / AssetTable.chunkRows]
        else { return ChunkMask(false, count: columns.count) }
        // Without gaps between the rows, slots are rows counted from another number.
        if Int(last - first) == columns.count - 1 {
            return ChunkMask(words, from: Int(first % AssetTable.chunkRows), count: columns.count)
        }
        var result = ChunkMask(false, count: columns.count)
        let firstOfChunk = first / AssetTable.chunkRows * AssetTable.chunkRows
        for (word, var bits) in words.enumerated() {
            while bits != 0 {
                let row = firstOfChunk + UInt32(word * 64 + bits.trailingZeroBitCount)
                let (slot, isFound) = columns.slot(of: row)
                if isFound { result.insert(slot) }
                bits &= bits - 1
            }
        }
        return result
    }
}
