package import LibraryModel

/// The properties of one asset that the columns hold.
package struct AssetRecord: Hashable, Sendable {
    /// Its row in the database, from 1 on.
    package var row: UInt32
    package var id: ObjectID
    /// 0 for an asset that ordinary fetches show; else the bits that say why not.
    package var shelf: UInt8 = 0
    package var kind: UInt8 = 0
    package var rating: UInt8 = 0
    package var favorite: UInt8 = 0
    package var damaged: UInt8 = 0
    /// Whether it has a place: 1 or 0.
    package var place: UInt8 = 0
    package var subtypes: UInt32 = 0
    package var traits: UInt32 = 0
    package var pixelWidth: UInt32 = 0
    package var pixelHeight: UInt32 = 0
    /// Seconds.
    package var duration: Double = 0
    /// Microseconds since 1970, like all dates; `undated` for an asset without one.
    package var creationDate: Int64 = AssetRecord.undated
    package var modificationDate: Int64 = 0
    /// When it was last changed in anything but its place.
    package var unplacedModificationDate: Int64 = 0
    package var addedDate: Int64 = 0
    /// Zeros without a place.
    package var coordinates = Coordinates()
    package var burstIdentifier: String?

    /// Sorts before all dates, as null does in SQL.
    package static let undated = Int64.min

    /// Degrees, and metres; the altitude is 0 when unknown.
    package struct Coordinates: Hashable, Sendable {
        package var latitude = 0.0
        package var longitude = 0.0
        package var altitude = 0.0

        package init(latitude: Double = 0, longitude: Double = 0, altitude: Double = 0) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
        }
    }

    package init(row: UInt32, id: ObjectID) {
        self.row = row
        self.id = id
    }
}

/// A change of the table.
package enum AssetEdit: Hashable, Sendable {
    /// Adds the asset or replaces its properties.
    case set(AssetRecord)
    case removed(row: UInt32)

    package var row: UInt32 {
        switch self {
        case .set(let record): record.row
        case .removed(let row): row
        }
    }
}
