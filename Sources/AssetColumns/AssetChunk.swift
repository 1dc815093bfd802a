internal import LibraryModel

/// The assets of a range of rows. Immutable: generations share it.
final class AssetChunk: Sendable {
    let columns: ChunkColumns

    init(_ columns: ChunkColumns) {
        self.columns = columns
    }

    static let empty = AssetChunk(ChunkColumns())
}

/// The columns of a chunk: contiguous arrays of fixed width, by ascending row. A place in them is a slot.
///
/// A copy shares every array until it writes to that array, so setters write only what is different.
struct ChunkColumns: Sendable {
    private(set) var rows: [UInt32] = []
    private(set) var ids: [ObjectID] = []
    private(set) var shelf: [UInt8] = []
    private(set) var kind: [UInt8] = []
    private(set) var rating: [UInt8] = []
    private(set) var favorite: [UInt8] = []
    private(set) var damaged: [UInt8] = []
    private(set) var place: [UInt8] = []
    private(set) var subtypes: [UInt32] = []
    private(set) var traits: [UInt32] = []
    private(set) var pixelWidth: [UInt32] = []
    private(set) var pixelHeight: [UInt32] = []
    private(set) var duration: [Double] = []
    private(set) var creationDate: [Int64] = []
    private(set) var modificationDate: [Int64] = []
    /// Nil when each is the modification date.
    private(set) var unplacedModificationDate: [Int64]?
    private(set) var addedDate: [Int64] = []
    /// Nil when all are zeros.
    private(set) var coordinates: [AssetRecord.Coordinates]?
    /// By row: few assets are of a burst.
    private(set) var burstIdentifiers: [UInt32: String] = [:]

    var count: Int { rows.count }

    /// The slot of a row, or where it would be inserted.
    func slot(of row: UInt32) -> (slot: Int, isFound: Bool) {
        guard let first = rows.first, row >= first else { return (0, false) }
        // Without gaps before it the row is where it is expected.
        let expected = Int(row - first)
        if expected < rows.count, rows[expected] == row { return (expected, true) }
        var (low, high) = (0, min(expected, rows.count))
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        return (low, low < rows.count && rows[low] == row)
    }

    func record(at slot: Int) -> AssetRecord {
        var record = AssetRecord(row: rows[slot], id: ids[slot])
        record.shelf = shelf[slot]
        record.kind = kind[slot]
        record.rating = rating[slot]
        record.favorite = favorite[slot]
        record.damaged = damaged[slot]
        record.place = place[slot]
        record.subtypes = subtypes[slot]
        record.traits = traits[slot]
        record.pixelWidth = pixelWidth[slot]
        record.pixelHeight = pixelHeight[slot]
        record.duration = duration[slot]
        record.creationDate = creationDate[slot]
        record.modificationDate = modificationDate[slot]
        record.unplacedModificationDate = unplacedModificationDate?[slot] ?? modificationDate[slot]
        record.addedDate = addedDate[slot]
        if let coordinates { record.coordinates = coordinates[slot] }
        record.burstIdentifier = burstIdentifiers[rows[slot]]
        return record
    }

    /// The value of a term as a number that sorts like it.
    func key(_ term: AssetTerm, at slot: Int) -> Int64 {
        func bits(_ value: some FixedWidthInteger) -> Int64 { (Int64(value) >> term.shift) & term.mask }
        return switch term.column {
        case .shelf: bits(shelf[slot])
        case .kind: bits(kind[slot])
        case .rating: bits(rating[slot])
        case .favorite: bits(favorite[slot])
        case .damaged: bits(damaged[slot])
        case .place: bits(place[slot])
        case .subtypes: bits(subtypes[slot])
        case .traits: bits(traits[slot])
        case .pixelWidth: bits(pixelWidth[slot])
        case .pixelHeight: bits(pixelHeight[slot])
        case .duration: ChunkColumns.sortingKey(duration[slot])
        case .creationDate: bits(creationDate[slot])
        case .modificationDate: bits(modificationDate[slot])
        case .unplacedModificationDate: bits(unplacedModificationDate?[slot] ?? modificationDate[slot])
        case .addedDate: bits(addedDate[slot])
        case .latitude: ChunkColumns.sortingKey(coordinates?[slot].latitude ?? 0)
        case .longitude: ChunkColumns.sortingKey(coordinates?[slot].longitude ?? 0)
        }
    }

    /// A number that sorts like a real number; both zeros are equal.
    private static func sortingKey(_ value: Double) -> Int64 {
        let bits = Int64(bitPattern: (value == 0 ? 0 : value).bitPattern)
        return bits < 0 ? bits ^ Int64.max : bits
    }

    // MARK: Editing

    mutating func append(_ record: AssetRecord) { insert(record, at: count) }

    /// Makes room for so many rows exactly.
    mutating func reserve(_ capacity: Int) {
        func reserve<Value>(_ column: inout [Value]) {
            var copy: [Value] = []
            copy.reserveCapacity(capacity)
            copy.append(contentsOf: column)
            column = copy
        }
        reserve(&rows)
        reserve(&ids)
        reserve(&shelf)
        reserve(&kind)
        reserve(&rating)
        reserve(&favorite)
        reserve(&damaged)
        reserve(&place)
        reserve(&subtypes)
        reserve(&traits)
        reserve(&pixelWidth)
        reserve(&pixelHeight)
        reserve(&duration)
        reserve(&creationDate)
        reserve(&modificationDate)
        if var dates = unplacedModificationDate {
            reserve(&dates)
            unplacedModificationDate = dates
        }
        reserve(&addedDate)
        if var places = coordinates {
            reserve(&places)
            coordinates = places
        }
    }

    /// Makes the columns that a record is the first to need.
    private mutating func widen(for record: AssetRecord) {
        if unplacedModificationDate == nil, record.unplacedModificationDate != record.modificationDate {
            unplacedModificationDate = modificationDate
        }
        if coordinates == nil, record.coordinates != AssetRecord.Coordinates() {
            var none: [AssetRecord.Coordinates] = []
            none.reserveCapacity(rows.capacity)
            none.append(contentsOf: repeatElement(AssetRecord.Coordinates(), count: count))
            coordinates = none
        }
    }

    mutating func insert(_ record: AssetRecord, at slot: Int) {
        widen(for: record)
        rows.insert(record.row, at: slot)
        ids.insert(record.id, at: slot)
        shelf.insert(record.shelf, at: slot)
        kind.insert(record.kind, at: slot)
        rating.insert(record.rating, at: slot)
        favorite.insert(record.favorite, at: slot)
        damaged.insert(record.damaged, at: slot)
        place.insert(record.place, at: slot)
        subtypes.insert(record.subtypes, at: slot)
        traits.insert(record.traits, at: slot)
        pixelWidth.insert(record.pixelWidth, at: slot)
        pixelHeight.insert(record.pixelHeight, at: slot)
        duration.insert(record.duration, at: slot)
        creationDate.insert(record.creationDate, at: slot)
        modificationDate.insert(record.modificationDate, at: slot)
        unplacedModificationDate?.insert(record.unplacedModificationDate, at: slot)
        addedDate.insert(record.addedDate, at: slot)
        coordinates?.insert(record.coordinates, at: slot)
        burstIdentifiers[record.row] = record.burstIdentifier
    }

    mutating func set(_ record: AssetRecord, at slot: Int) {
        func write<Value: Equatable>(_ value: Value, to column: inout [Value]) {
            if column[slot] != value { column[slot] = value }
        }
        widen(for: record)
        write(record.id, to: &ids)
        write(record.shelf, to: &shelf)
        write(record.kind, to: &kind)
        write(record.rating, to: &rating)
        write(record.favorite, to: &favorite)
        write(record.damaged, to: &damaged)
        write(record.place, to: &place)
        write(record.subtypes, to: &subtypes)
        write(record.traits, to: &traits)
        write(record.pixelWidth, to: &pixelWidth)
        write(record.pixelHeight, to: &pixelHeight)
        write(record.duration, to: &duration)
        write(record.creationDate, to: &creationDate)
        write(record.modificationDate, to: &modificationDate)
        if unplacedModificationDate?[slot] != record.unplacedModificationDate {
            unplacedModificationDate?[slot] = record.unplacedModificationDate
        }
        write(record.addedDate, to: &addedDate)
        if coordinates?[slot] != record.coordinates { coordinates?[slot] = record.coordinates }
        if burstIdentifiers[record.row] != record.burstIdentifier {
            burstIdentifiers[record.row] = record.burstIdentifier
        }
    }

    mutating func remove(at slot: Int) {
        burstIdentifiers[rows[slot]] = nil
        rows.remove(at: slot)
        ids.remove(at: slot)
        shelf.remove(at: slot)
        kind.remove(at: slot)
        rating.remove(at: slot)
        favorite.remove(at: slot)
        damaged.remove(at: slot)
        place.remove(at: slot)
        subtypes.remove(at: slot)
        traits.remove(at: slot)
        pixelWidth.remove(at: slot)
        pixelHeight.remove(at: slot)
        duration.remove(at: slot)
        creationDate.remove(at: slot)
        modificationDate.remove(at: slot)
        unplacedModificationDate?.remove(at: slot)
        addedDate.remove(at: slot)
        coordinates?.remove(at: slot)
    }
}
