internal import LibraryModel

/// Queries. `check` is called for every chunk, and ends the work by throwing.
extension AssetTable {
    /// Of so few matches, one in this many assets, each is sorted; of more, all rows are visited in order.
    private static let fewMatches = 16
    /// A chunk is evaluated whole when so many of its rows are visited; of fewer each one alone is less work.
    private static let visitsOfWholeChunk: UInt8 = 64

    /// The number of matches, without a limit.
    package func count(_ query: AssetQuery, check: () throws -> Void) throws -> Int {
        var count = 0
        for number in chunks.indices {
            try check()
            count += matches(of: query, inChunk: number).setCount
        }
        return count
    }

    /// The number of matches, without a limit, and the first and last date that they have of a kind.
    package func extent(
        of query: AssetQuery,
        _ date: AssetDate = .creation,
        check: () throws -> Void
    ) throws -> AssetExtent {
        var extent = AssetExtent()
        for number in chunks.indices {
            try check()
            let dates =
                switch date {
                case .creation: chunks[number].columns.creationDate
                case .added: chunks[number].columns.addedDate
                }
            extent.add(matches(of: query, inChunk: number), dates)
        }
        return extent
    }

    private func matches(of query: AssetQuery, inChunk number: Int) -> ChunkMask {
        let columns = chunks[number].columns
        guard let rows = query.among else { return columns.mask(of: query) }
        var result = rows.slots(in: columns)
        guard !result.isEmpty else { return result }
        result.formIntersection(columns.mask(of: query))
        return result
    }

    /// The rows of the matches, in order.
    package func rows(_ query: AssetQuery, check: () throws -> Void) throws -> [UInt32] {
        guard let order = query.order else { return try rowsByRow(query, check) }
        let term = query.hidesPlaces ? order.term.withoutPlaces : order.term
        var masks = [ChunkMask?](repeating: nil, count: chunks.count)
        // Few of all rows may be far apart in the order, so those are counted first even if only some are wanted.
        if query.limit == 0 || query.among != nil {
            var found = 0
            for number in chunks.indices {
                try check()
                let mask = matches(of: query, inChunk: number)
                found += mask.setCount
                masks[number] = mask
            }
            if found < count / AssetTable.fewMatches {
                let rows = sorted(masks, by: term, order.isAscending)
                return query.limit > 0 ? Array(rows.prefix(query.limit)) : rows
            }
        }
        return try rowsInOrder(query, self.order(by: term), order.isAscending, &masks, check)
    }

    private func rowsByRow(_ query: AssetQuery, _ check: () throws -> Void) throws -> [UInt32] {
        var rows: [UInt32] = []
        if query.limit == 0, query.among == nil { rows.reserveCapacity(count) }
        for (number, chunk) in chunks.enumerated() {
            try check()
            let mask = matches(of: query, inChunk: number)
            if mask.setCount == mask.count {
                rows.append(contentsOf: chunk.columns.rows)
            } else {
                mask.forEach { rows.append(chunk.columns.rows[$0]) }
            }
            if query.limit > 0, rows.count >= query.limit { return Array(rows.prefix(query.limit)) }
        }
        return rows
    }

    private func sorted(_ masks: [ChunkMask?], by term: AssetTerm, _ isAscending: Bool) -> [UInt32] {
        var entries: [(key: Int64, row: UInt32)] = []
        for (chunk, mask) in zip(chunks, masks) {
            mask?.forEach { entries.append((chunk.columns.key(term, at: $0), chunk.columns.rows[$0])) }
        }
        entries.sort { ($0.key, $0.row) < ($1.key, $1.row) }
        return isAscending ? entries.map(\.row) : entries.reversed().map(\.row)
    }

    private func rowsInOrder(
        _ query: AssetQuery,
        _ order: RowOrder,
        _ isAscending: Bool,
        _ masks: inout [ChunkMask?],
        _ check: () throws -> Void
    ) throws -> [UInt32] {
        var rows: [UInt32] = []
        if query.limit == 0, query.among == nil { rows.reserveCapacity(count) }
        let conjunction = RangeConjunction(query.expression, hidesPlaces: query.hidesPlaces)
        var visits = [UInt8](repeating: 0, count: chunks.count)
        /// Returns whether that is enough.
        func visit(_ row: UInt32) throws -> Bool {
            let number = Int(row / AssetTable.chunkRows)
            let chunk = chunks[number]
            let slot = chunk.columns.slot(of: row).slot
            let isMatch: Bool
            if let mask = masks[number] {
                isMatch = mask[slot]
            } else if let conjunction, visits[number] < AssetTable.visitsOfWholeChunk {
                visits[number] += 1
                isMatch = query.among?.contains(row) != false && conjunction.isMatch(chunk.columns, at: slot)
            } else {
                try check()
                let mask = matches(of: query, inChunk: number)
                isMatch = mask[slot]
                masks[number] = mask
            }
            if isMatch { rows.append(row) }
            return isMatch && query.limit > 0 && rows.count == query.limit
        }
        if isAscending {
            for leaf in order.leaves {
                try check()
                for row in leaf where try visit(row) { return rows }
            }
        } else {
            for leaf in order.leaves.reversed() {
                try check()
                for row in leaf.reversed() where try visit(row) { return rows }
            }
        }
        return rows
    }

    /// The identifiers of rows of this table, 16 bytes each, most significant first.
    package func identifierBytes(of rows: ArraySlice<UInt32>) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: rows.count * ObjectID.byteCount)
        var span = result.mutableSpan
        var bytes = unsafe span.mutableBytes
        // Most rows are in the chunk of the one before.
        var (number, chunk) = (-1, AssetChunk.empty)
        for (position, row) in rows.enumerated() {
            if Int(row / AssetTable.chunkRows) != number {
                number = Int(row / AssetTable.chunkRows)
                chunk = number < chunks.count ? chunks[number] : .empty
            }
            let (slot, isFound) = chunk.columns.slot(of: row)
            guard isFound else { continue }
            let id = chunk.columns.ids[slot]
            let offset = position * ObjectID.byteCount
            bytes.storeBytes(of: id.high.bigEndian, toByteOffset: offset, as: UInt64.self)
            bytes.storeBytes(of: id.low.bigEndian, toByteOffset: offset + 8, as: UInt64.self)
        }
        return result
    }
}
