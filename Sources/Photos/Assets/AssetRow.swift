import LibraryClient
import LibraryModel

/// The properties of one asset, copied so that an asset keeps no page alive.
struct AssetRow: Sendable {
    var flags = AssetPage.Flags(rawValue: 0)
    var mediaSubtypes: UInt32 = 0
    var pixelWidth: UInt32 = 0
    var pixelHeight: UInt32 = 0
    var duration: Double = 0
    var creationDate: Int64 = 0
    var modificationDate: Int64 = 0
    var addedDate: Int64 = 0
    var latitude: Double = 0
    var longitude: Double = 0
    var altitude: Double = 0
    var burstIdentifier: String?
    var mediaKind: UInt8 = 0
    var rating: UInt8 = 0

    /// The empty properties of an asset that does not exist.
    init() {}

    // Borrowed: copying a page for each row would retain and release its 15 columns.
    init(_ page: borrowing AssetPage, at position: Int, burstIdentifier: String?) {
        flags = AssetPage.Flags(rawValue: page.flags[position])
        mediaKind = UInt8(truncatingIfNeeded: page.mediaKind[position])
        mediaSubtypes = page.mediaSubtypes[position]
        pixelWidth = page.pixelWidth[position]
        pixelHeight = page.pixelHeight[position]
        duration = page.duration[position]
        creationDate = page.creationDate[position]
        modificationDate = page.modificationDate[position]
        addedDate = page.addedDate[position]
        rating = UInt8(truncatingIfNeeded: page.rating[position])
        if flags.contains(.hasLocation), position < page.latitude.count {
            latitude = page.latitude[position]
            longitude = page.longitude[position]
        }
        if flags.contains(.hasAltitude), position < page.altitude.count { altitude = page.altitude[position] }
        self.burstIdentifier = burstIdentifier
    }

    var exists: Bool { flags.contains(.exists) }

    var location: CLLocation? {
        guard flags.contains(.hasLocation) else { return nil }
        return CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: altitude,
            horizontalAccuracy: 0,
            verticalAccuracy: flags.contains(.hasAltitude) ? 0 : -1,
            timestamp: Date(microsecondsSince1970: creationDate)
        )
    }
}

extension AssetPage {
    /// The objects of a page.
    ///
    /// An asset that was deleted meanwhile has its identifier and empty properties.
    func objects() -> [PHAsset] {
        var objects: [PHAsset] = []
        objects.reserveCapacity(count)
        var burst = 0
        // Each row is made in place: a copy would cost as much as the object.
        for position in 0..<count { objects.append(PHAsset(ids[position], row: row(at: position, &burst))) }
        return objects
    }

    /// The row at a position. `burst`: the number of burst identifiers before it.
    @inline(__always)
    private func row(at position: Int, _ burst: inout Int) -> AssetRow {
        let flags = Flags(rawValue: flags[position])
        guard flags.contains(.exists) else { return AssetRow() }
        guard flags.contains(.hasBurstIdentifier), burst < burstIdentifiers.count else {
            return AssetRow(self, at: position, burstIdentifier: nil)
        }
        burst += 1
        return AssetRow(self, at: position, burstIdentifier: burstIdentifiers[burst - 1])
    }
}
