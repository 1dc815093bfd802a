package import LibraryClient
package import LibraryModel
package import PlaceNames

/// Where the library's photos were taken: their coordinates as columns, the latest photo first. Thread-safe.
///
/// A million photos take 32 MB, which are there from the first look at the map on, and are read again after a change.
package final class PhotoPlaces: Sendable {
    /// The places of one state of the library. Immutable.
    package struct Snapshot: Sendable {
        package var photos: FetchedIdentifiers
        package var latitudes: [Double]
        package var longitudes: [Double]
        /// The photo of each of them.
        package var numbers: [Int32]
        /// When each was last changed.
        package var versions: [Int64]

        package init(
            photos: FetchedIdentifiers = FetchedIdentifiers([], kinds: .all(.asset)),
            latitudes: [Double] = [],
            longitudes: [Double] = [],
            numbers: [Int32] = [],
            versions: [Int64] = []
        ) {
            self.photos = photos
            self.latitudes = latitudes
            self.longitudes = longitudes
            self.numbers = numbers
            self.versions = versions
        }
    }

    /// There is one question only.
    private enum Question { case whereAreThey }

    private let client: LibraryClient
    private let lasting = LastingAnswers<Question, Snapshot>(atMost: 1)
    private let lastingCountries = LastingAnswers<Question, CountryAreas>(atMost: 1)

    package init(_ client: LibraryClient) { self.client = client }

    func libraryChanged() {
        lasting.libraryChanged()
        lastingCountries.libraryChanged()
    }

    package func snapshot() throws(LibraryError) -> Snapshot {
        try lasting.answer(to: .whereAreThey) { () throws(LibraryError) in try read() }
    }

    /// The countries of the photos.
    package func countries() throws(LibraryError) -> CountryAreas {
        try lastingCountries.answer(to: .whereAreThey) { () throws(LibraryError) in
            let places = try snapshot()
            return CountryAreas(latitudes: places.latitudes, longitudes: places.longitudes)
        }
    }

    /// Where the photos of a country of the list of places are.
    func areas(of country: String) throws(LibraryError) -> [GeographicArea] {
        try countries().countries[country]?.areas ?? []
    }

    private func read() throws(LibraryError) -> Snapshot {
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
            snapshot.append(try client.manyAssets(photos, range), from: start)
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
    package func count(in area: GeographicArea) -> Int {
        latitudes.indices.count { area.contains(latitudes[$0], longitudes[$0]) }
    }
}
