internal import LibraryModel
internal import SQLiteDatabase

/// Pages of asset properties.
extension Snapshot {
    private static let columns = """
        a.row, a.id, a.shelf, a.traits, a.is_favorite, a.media_kind, a.media_subtypes, a.pixel_width, a.pixel_height, \
        a.duration, a.creation_date, a.modification_date, a.added_date, a.rating, a.latitude, a.longitude, \
        a.altitude, a.burst_identifier
        """

    /// Hinted rows are read in one scan when it covers at most this many rows per hint.
    private static let maximumSparseness: UInt64 = 4

    /// Returns rows in the order of `ids`. Assets that are not visible lack `exists`.
    func assets(_ ids: [ObjectID], hints: [RowHint], includesDeleted: Bool) throws -> AssetPage {
        guard ids.count <= AssetPage.maximumRowsInMemory else {
            throw LibraryError(.limitExceeded, "the page names too many assets")
        }
        guard hints.isEmpty || hints.count == ids.count else {
            throw LibraryError(.invalidRequest, "there is not a hint for each identifier")
        }
        if let page = try assetsByColumns(ids, hints: hints, includesDeleted: includesDeleted) { return page }
        var builder = AssetPageBuilder(ids, includesDeleted: includesDeleted)
        if visibility.seesEverything { try readHinted(hints, &builder) }
        try readRest("SELECT \(Snapshot.columns) FROM seen_asset a WHERE a.id = ?", &builder)
        if includesDeleted, visibility.seesEverything {
            try readRest("SELECT \(Snapshot.columns) FROM every_asset a WHERE a.id = ? AND a.shelf >= 4", &builder)
        }
        return builder.page()
    }

    /// Reads assets by their hints, with full access only: `each_row` also visits rows that a condition would exclude.
    /// Leaves a row with another identifier for the lookup by identifier.
    private func readHinted(_ hints: [RowHint], _ builder: inout AssetPageBuilder) throws {
        // Row in the upper half, position in the lower: one number to sort by.
        var order: [UInt64] = []
        order.reserveCapacity(hints.count)
        var isSorted = true
        for (position, hint) in hints.enumerated() where hint != 0 {
            let entry = UInt64(hint) << 32 | UInt64(position)
            if let last = order.last, last > entry { isSorted = false }
            order.append(entry)
        }
        if !isSorted { order.sort() }
        guard let first = order.first, let last = order.last else { return }
        if (last >> 32) - (first >> 32) < UInt64(order.count) * Snapshot.maximumSparseness {
            try readRange(order, first >> 32, last >> 32, &builder)
        } else {
            let statement = try connection.statement(
                assembled: "SELECT \(Snapshot.columns) FROM every_asset a WHERE a.row = ?"
            )
            for entry in order {
                try statement.bind(Int64(entry >> 32), at: 1)
                if try statement.step() {
                    builder.fill(Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: entry)), statement)
                }
                statement.reset()
            }
        }
    }

    private func readRange(
        _ order: [UInt64],
        _ first: UInt64,
        _ last: UInt64,
        _ builder: inout AssetPageBuilder
    ) throws {
        let statement = try connection.statement(
            assembled: """
                SELECT 1 FROM every_asset a WHERE a.row BETWEEN ? AND ? AND each_row(\(Snapshot.columns))
                ORDER BY a.row
                """
        )
        try statement.bind(Int64(first), at: 1)
        try statement.bind(Int64(last), at: 2)
        var next = 0
        try connection.forEachRow(of: statement) { columns in
            let row = UInt64(bitPattern: columns.integer(0))
            while next < order.count, order[next] >> 32 < row { next += 1 }
            while next < order.count, order[next] >> 32 == row {
                builder.fill(Int(UInt32(truncatingIfNeeded: order[next])), columns)
                next += 1
            }
        }
    }

    private func readRest(_ sql: String, _ builder: inout AssetPageBuilder) throws {
        guard builder.isIncomplete else { return }
        let statement = try connection.statement(assembled: sql)
        for (number, position) in builder.missingPositions.enumerated() {
            if number % Snapshot.interruptionInterval == 0 { try connection.checkInterruption() }
            try statement.bind(builder.ids[position], at: 1)
            if try statement.step() { builder.fill(position, statement) }
            statement.reset()
        }
    }
}

extension Shelf {
    /// What apps get of it.
    var flags: AssetPage.Flags {
        var flags = AssetPage.Flags(rawValue: 0)
        if contains(.hidden) { flags.insert(.hidden) }
        if contains(.trashed) { flags.insert(.recentlyDeleted) }
        return flags
    }
}

/// A row of `Snapshot.columns`, from a statement or from `each_row`.
private protocol AssetRow: ~Copyable {
    func integer(_ column: Int32) -> Int64
    func isNull(_ column: Int32) -> Bool
    func real(_ column: Int32) -> Double
    func text(_ column: Int32) -> String
    func words(_ column: Int32) -> (high: UInt64, low: UInt64)?
}

extension Statement: AssetRow {}

extension FunctionArguments: AssetRow {
    fileprivate func text(_ column: Int32) -> String { optionalText(column) ?? "" }
}

/// Builds a page, in any order of its rows.
private struct AssetPageBuilder {
    let ids: [ObjectID]
    let includesDeleted: Bool
    private var content: AssetPage
    private var filled = 0
    private var bursts: [(position: Int, identifier: String)] = []

    init(_ ids: [ObjectID], includesDeleted: Bool) {
        self.ids = ids
        self.includesDeleted = includesDeleted
        content = AssetPage(ids)
    }

    var isIncomplete: Bool { filled < ids.count }

    var missingPositions: [Int] { content.flags.indices.filter { content.flags[$0] == 0 } }

    /// Takes the current row if it is the asset of that position, and is not recently deleted or `includesDeleted` is
    /// set.
    mutating func fill<Row: AssetRow & ~Copyable>(_ position: Int, _ row: borrowing Row) {
        guard let words = row.words(1), words.low == ids[position].low, words.high == ids[position].high else { return }
        let shelf = Shelf(rawValue: row.integer(2))
        guard includesDeleted || !shelf.contains(.trashed) else { return }
        let flags = AssetPage.Flags(
            traits: UInt32(truncatingIfNeeded: row.integer(3)),
            isFavorite: row.integer(4) != 0,
            shelf: shelf.flags,
            hasPlace: !row.isNull(14)
        )
        content.flags[position] = flags.rawValue
        content.mediaKind[position] = UInt32(truncatingIfNeeded: row.integer(5))
        content.mediaSubtypes[position] = UInt32(truncatingIfNeeded: row.integer(6))
        content.pixelWidth[position] = UInt32(truncatingIfNeeded: row.integer(7))
        content.pixelHeight[position] = UInt32(truncatingIfNeeded: row.integer(8))
        content.duration[position] = row.real(9)
        content.creationDate[position] = row.integer(10)
        content.modificationDate[position] = row.integer(11)
        content.addedDate[position] = row.integer(12)
        content.rating[position] = UInt32(truncatingIfNeeded: row.integer(13))
        if flags.contains(.hasLocation) {
            if content.latitude.isEmpty {
                content.latitude = [Double](repeating: 0, count: ids.count)
                content.longitude = content.latitude
            }
            content.latitude[position] = row.real(14)
            content.longitude[position] = row.real(15)
        }
        if flags.contains(.hasAltitude) {
            if content.altitude.isEmpty { content.altitude = [Double](repeating: 0, count: ids.count) }
            content.altitude[position] = row.real(16)
        }
        if flags.contains(.hasBurstIdentifier) { bursts.append((position, row.text(17))) }
        filled += 1
    }

    consuming func page() -> AssetPage {
        content.burstIdentifiers = bursts.sorted { $0.position < $1.position }.map(\.identifier)
        return content
    }
}
