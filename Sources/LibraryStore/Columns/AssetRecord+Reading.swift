internal import AssetColumns
internal import LibraryModel
internal import SQLiteDatabase

/// Reads what the columns hold of an asset: the one place that says how a row of the table becomes a record.
extension AssetRecord {
    /// The columns of a statement that `init` reads.
    static let selection = """
        row, id, shelf, media_kind, rating, is_favorite, is_damaged, latitude IS NOT NULL, media_subtypes, traits, \
        pixel_width, pixel_height, duration, creation_date, modification_date, \
        ifnull(unplaced_modification_date, modification_date), added_date, latitude, longitude, altitude, \
        burst_identifier
        """

    /// Nil for values that the columns are too narrow for. The program writes none.
    init?(_ statement: borrowing Statement) {
        guard let row: UInt32 = statement.exactly(0), row > 0, let words = statement.words(1),
            let shelf: UInt8 = statement.exactly(2),
            let kind: UInt8 = statement.exactly(3), let rating: UInt8 = statement.exactly(4),
            let favorite: UInt8 = statement.exactly(5),
            let damaged: UInt8 = statement.exactly(6), let place: UInt8 = statement.exactly(7),
            let subtypes: UInt32 = statement.exactly(8),
            let traits: UInt32 = statement.exactly(9), let width: UInt32 = statement.exactly(10),
            let height: UInt32 = statement.exactly(11)
        else { return nil }
        self.init(row: row, id: ObjectID(high: words.high, low: words.low))
        self.shelf = shelf
        self.kind = kind
        self.rating = rating
        self.favorite = favorite
        self.damaged = damaged
        self.place = place
        self.subtypes = subtypes
        self.traits = traits
        pixelWidth = width
        pixelHeight = height
        duration = statement.real(12)
        if let date = statement.optionalInteger(13) {
            guard date != AssetRecord.undated else { return nil }
            creationDate = date
        }
        modificationDate = statement.integer(14)
        unplacedModificationDate = statement.integer(15)
        addedDate = statement.integer(16)
        if place != 0 {
            coordinates = Coordinates(
                latitude: statement.real(17),
                longitude: statement.real(18),
                altitude: statement.real(19)
            )
        }
        burstIdentifier = statement.optionalText(20)
    }
}

extension Statement {
    /// Nil for a number that the type does not hold.
    fileprivate func exactly<Value: FixedWidthInteger>(_ column: Int32) -> Value? { Value(exactly: integer(column)) }
}

/// The state of the table of assets, which triggers count: equal versions are equal tables.
struct AssetVersion: Hashable, Sendable {
    let number: Int64

    init(number: Int64) { self.number = number }

    /// In a transaction of the writer, or in a reader's snapshot that is not confined to views.
    init(_ connection: Connection) throws {
        try self.init(try connection.statement("SELECT asset_version FROM library"))
    }

    /// For a reader who sees assets.
    init(_ snapshot: Snapshot) throws {
        try self.init(try snapshot.connection.statement("SELECT asset_version FROM asset_state"))
    }

    private init(_ select: consuming Statement) throws {
        guard try select.step() else { throw LibraryError.noIdentity }
        number = select.integer(0)
    }
}
