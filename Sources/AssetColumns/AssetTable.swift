package import LibraryModel
internal import Synchronization

/// The properties of all assets in one state of the library, as columns: one generation.
///
/// Guarantees:
/// 1. A generation never changes. `applying` makes the next one, which shares every chunk, bucket and leaf that the
///    edits do not touch.
/// 2. Assets are found by row and by identifier, in the order of rows, and in that of any column: an order is made when
///    it is asked for first, and kept up to date in later generations.
/// 3. Thread-safe.
///
/// Chunk k holds the assets whose row divided by `chunkRows` is k.
package final class AssetTable: Sendable {
    /// The number of assets, recently deleted ones included.
    package let count: Int
    let chunks: [AssetChunk]
    private let index: IdentifierIndex
    private let orders: Mutex<[AssetTerm: RowOrder]>

    /// A change of one asset copies the arrays of this many rows, for each of its changed properties.
    static let chunkRows: UInt32 = 4_096
    /// Orders kept besides those by creation date. Each is 4 bytes an asset, and work for every change.
    private static let maximumOrders = 4

    private init(_ chunks: [AssetChunk], count: Int, _ index: IdentifierIndex, _ orders: [AssetTerm: RowOrder]) {
        self.chunks = chunks
        self.count = count
        self.index = index
        self.orders = Mutex(orders)
    }

    /// Collects the assets of the first generation, which come by ascending row.
    package struct Builder {
        private var chunks: [AssetChunk] = []
        private var open = ChunkColumns()
        private var openNumber = 0
        private var count = 0

        package init() {}

        /// The row must be greater than those before it.
        package mutating func append(_ record: AssetRecord) {
            let number = Int(record.row / AssetTable.chunkRows)
            if number != openNumber { close(before: number) }
            // A small library needs no room for a whole chunk.
            if open.count == 0, count > 0 { open.reserve(Int(AssetTable.chunkRows)) }
            open.append(record)
            count += 1
        }

        private mutating func close(before next: Int) {
            // The room of a full chunk was reserved.
            if open.count < AssetTable.chunkRows { open.reserve(open.count) }
            chunks.append(open.count == 0 ? .empty : AssetChunk(open))
            while chunks.count < next { chunks.append(.empty) }
            open = ChunkColumns()
            openNumber = next
        }

        package mutating func table() -> AssetTable {
            close(before: openNumber + 1)
            let index = IdentifierIndex(chunks.lazy.flatMap { chunk in zip(chunk.columns.ids, chunk.columns.rows) })
            let table = AssetTable(chunks, count: count, index, [:])
            _ = table.order(by: AssetTerm(.creationDate))
            return table
        }
    }

    // MARK: Reading

    /// The properties of a row.
    package func record(of row: UInt32) -> AssetRecord? {
        guard let (chunk, slot) = place(of: row) else { return nil }
        return chunk.columns.record(at: slot)
    }

    /// The row of an identifier, if `isWanted` accepts its shelf.
    package func row(of id: ObjectID, onShelf isWanted: (UInt8) -> Bool) -> UInt32? {
        var found: UInt32?
        _ = index.contains(id) { row in
            guard let (chunk, slot) = place(of: row), chunk.columns.ids[slot] == id,
                isWanted(chunk.columns.shelf[slot])
            else { return false }
            found = row
            return true
        }
        return found
    }

    func place(of row: UInt32) -> (chunk: AssetChunk, slot: Int)? {
        let number = Int(row / AssetTable.chunkRows)
        guard number < chunks.count else { return nil }
        let (slot, isFound) = chunks[number].columns.slot(of: row)
        return isFound ? (chunks[number], slot) : nil
    }

    /// The number that a row is sorted by; the lowest for a row that is not there.
    fileprivate func key(_ term: AssetTerm, of row: UInt32) -> Int64 {
        guard let (chunk, slot) = place(of: row) else { return .min }
        return chunk.columns.key(term, at: slot)
    }

    // MARK: Orders

    func order(by term: AssetTerm) -> RowOrder {
        if let made = orders.withLock({ $0[term] }) { return made }
        let order = makeOrder(by: term)
        orders.withLock { orders in
            if orders.count > AssetTable.maximumOrders,
                let dropped = orders.keys.first(where: { $0 != AssetTerm(.creationDate) })
            {
                orders[dropped] = nil
            }
            orders[term] = order
        }
        return order
    }

    private func makeOrder(by term: AssetTerm) -> RowOrder {
        var entries: [(key: Int64, row: UInt32)] = []
        entries.reserveCapacity(count)
        for chunk in chunks {
            for slot in 0..<chunk.columns.count {
                entries.append((chunk.columns.key(term, at: slot), chunk.columns.rows[slot]))
            }
        }
        entries.sort { ($0.key, $0.row) < ($1.key, $1.row) }
        return RowOrder(entries.map(\.row))
    }

    // MARK: The next generation

    /// The generation after some edits. Of several edits of a row the last one counts.
    package func applying(_ edits: [AssetEdit]) -> AssetTable {
        let last = AssetTable.lastEdits(edits)
        var (chunks, index, count) = (chunks, index, count)
        var next = 0
        while next < last.count {
            let number = Int(edits[last[next]].row / AssetTable.chunkRows)
            while chunks.count <= number { chunks.append(.empty) }
            var columns = chunks[number].columns
            while next < last.count, Int(edits[last[next]].row / AssetTable.chunkRows) == number {
                let edit = edits[last[next]]
                next += 1
                let (slot, isFound) = columns.slot(of: edit.row)
                switch edit {
                case .set(let record):
                    if !isFound {
                        columns.insert(record, at: slot)
                        index.insert(record.id, record.row)
                        count += 1
                        continue
                    }
                    let former = columns.ids[slot]
                    if former != record.id {
                        index.remove(former, record.row)
                        index.insert(record.id, record.row)
                    }
                    columns.set(record, at: slot)
                case .removed(let row):
                    guard isFound else { continue }
                    index.remove(columns.ids[slot], row)
                    columns.remove(at: slot)
                    count -= 1
                }
            }
            chunks[number] = columns.count == 0 ? .empty : AssetChunk(columns)
        }
        var orders = self.orders.withLock { $0 }
        let successor = AssetTable(chunks, count: count, index, [:])
        let rows = last.lazy.map { edits[$0].row }
        for term in orders.keys { orders[term]?.move(rows, from: self, to: successor, by: term) }
        successor.orders.withLock { $0 = orders }
        return successor
    }

    /// The positions of the last edit of each row, by ascending row.
    private static func lastEdits(_ edits: [AssetEdit]) -> [Int] {
        let keys = edits.enumerated().map { UInt64($1.row) << 32 | UInt64($0) }.sorted()
        var last: [Int] = []
        last.reserveCapacity(keys.count)
        for (place, key) in keys.enumerated() where place + 1 == keys.count || keys[place + 1] >> 32 != key >> 32 {
            last.append(Int(key & 0xFFFF_FFFF))
        }
        return last
    }
}

extension RowOrder {
    /// Moves rows to where they belong in the next generation.
    fileprivate mutating func move(
        _ rows: some Sequence<UInt32>,
        from table: AssetTable,
        to next: AssetTable,
        by term: AssetTerm
    ) {
        let moved = rows.filter { row in
            let (before, after) = (table.place(of: row), next.place(of: row))
            guard let before, let after else { return (before == nil) != (after == nil) }
            return before.chunk.columns.key(term, at: before.slot) != after.chunk.columns.key(term, at: after.slot)
        }
        for row in moved where table.place(of: row) != nil { remove(row) { table.key(term, of: $0) } }
        for row in moved where next.place(of: row) != nil { insert(row) { next.key(term, of: $0) } }
    }
}

/// For tests and for the verification of a library.
extension AssetTable {
    /// All assets, by row.
    package var records: [AssetRecord] {
        chunks.flatMap { chunk in (0..<chunk.columns.count).map { chunk.columns.record(at: $0) } }
    }

    /// Whether the index finds each asset, and the orders have each, where it belongs.
    package var isConsistent: Bool {
        let rows = chunks.flatMap(\.columns.rows)
        guard rows.count == count, zip(rows, rows.dropFirst()).allSatisfy({ $0 < $1 }) else { return false }
        for (number, chunk) in chunks.enumerated() {
            for (id, row) in zip(chunk.columns.ids, chunk.columns.rows) {
                guard Int(row / AssetTable.chunkRows) == number, index.contains(id, where: { $0 == row }) else {
                    return false
                }
            }
        }
        return orders.withLock { $0 }.allSatisfy { term, order in
            let sorted = order.leaves.flatMap { $0 }
            let keys = sorted.map { (key(term, of: $0), $0) }
            return sorted.count == count && zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
        }
    }
}
