internal import LibraryClient
internal import LibraryModel
internal import PlaceNames

/// Where the library's photos were taken: their coordinates as columns, the latest photo first. Thread-safe.
///
/// A million photos take 32 MB, which are there from the first look at the map on, and are read again after a change.
final class PhotoPlaces: Sendable {
    /// The places of one state of the library. Immutable.
    struct Snapshot: Sendable {
        var photos = FetchedIdentifiers([], kinds: .all(.asset))
        var latitudes: [Double] = []
        var longitudes: [Double] = []
        /// The photo of each of them.
        var numbers: [Int32] = []
        /// When each was last changed.
        var versions: [Int64] = []
    }

    /// There is one question only.
    private enum Question { case whereAreThey }

    private let client: LibraryClient
    private let lasting = LastingAnswers<Question, Snapshot>(atMost: 1)

    init(_ client: LibraryClient) { self.client = client }

    func libraryChanged() { lasting.libraryChanged() }

    func snapshot() throws -> Snapshot { try lasting.answer(to: .whereAreThey, compute: read) }

    private func read() throws -> Snapshot {
        let placed = PredicateProgram([.key("location"), .literal(.null), .compare(.notEqual, [])])
        let photos = try client.fetch(
            FetchRequest(.allAssets, predicate: placed, sort: [SortKey("creationDate", isAscending: false)])
        )
        var snapshot = Snapshot(photos: photos)
        snapshot.latitudes.reserveCapacity(photos.count)
        snapshot.longitudes.reserveCapacity(photos.count)
        snapshot.numbers.reserveCapacity(photos.count)
        for start in stride(from: 0, to: photos.count, by: AssetPage.maximumRowsInMemory) {
            let range = start..<min(start + AssetPage.maximumRowsInMemory, photos.count)
            // A few come in a message.
            let page =
                range.count > AssetPage.maximumRows
                ? try client.assetColumns(photos, range).page(0..<range.count) : try client.assets(photos, range)
            snapshot.append(page, from: start)
        }
        return snapshot
    }
}

extension PhotoPlaces.Snapshot {
    fileprivate mutating func append(_ page: AssetPage, from start: Int) {
        guard !page.latitude.isEmpty else { return }
        for row in 0..<page.count where AssetPage.Flags(rawValue: page.flags[row]).contains(.hasLocation) {
            let (latitude, longitude) = (page.latitude[row], page.longitude[row])
            guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { continue }
            latitudes.append(latitude)
            longitudes.append(longitude)
            numbers.append(Int32(clamping: start + row))
            versions.append(page.modificationDate[row])
        }
    }

    /// How many photos are in an area.
    func count(in area: GeographicArea) -> Int {
        latitudes.indices.count { area.contains(latitudes[$0], longitudes[$0]) }
    }
}
