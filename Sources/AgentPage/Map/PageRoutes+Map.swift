internal import LibraryClient
internal import LibraryModel
internal import PhotoSearch
internal import PlaceNames

// Where photos were taken: clusters on the map, and towns with photos.
extension PageRoutes {
    private struct MapJSON: Encodable {
        struct Cluster: Encodable {
            var count: Int
            var area: AreaJSON
            var latitude: Double
            var longitude: Double
            /// The latest photo.
            var id: String
            var version: String
            var place: OrNull<PlaceNameJSON>
        }

        struct Town: Encodable {
            var name: String
            var latitude: Double
            var longitude: Double
        }

        /// The photos of the whole library that have a place.
        var count: Int
        var clusters: [Cluster]
        /// To find one's way.
        var towns: [Town]
    }

    /// A town or a country with photos.
    private struct SuggestionJSON: Encodable {
        var name: String
        /// For people.
        var country: String
        var count: Int
        /// Of a town.
        var area: AreaJSON?
        /// Of a country, its name in the list of places.
        var inCountry: String?
    }

    /// Towns that the map names.
    private static let maximumTowns = 24
    /// Places that a search suggests.
    private static let maximumSuggestions = 4
    /// Bytes of a place's name, from which on it is looked for: two letters of the Latin script, one of Japanese.
    private static let shortestBeginning = 2

    /// The clusters of a view.
    func map(_ request: HTTPRequest) throws -> HTTPResponse {
        func number(_ name: String) -> Double? { request.query[name].flatMap { Double($0) } }
        let rows = (request.query["rows"] ?? "").split(separator: ",").compactMap { Double($0) }
        guard let west = number("west"), let east = number("east"),
            let level = request.query["level"].flatMap({ Int($0) }),
            let cells = MapCells(west: west, east: east, level: level, rows: rows)
        else { throw RequestFailure(400, "not a view of the map") }
        let places = try finder.places.snapshot()
        return try HTTPResponse(
            json: MapJSON(
                count: places.latitudes.count,
                clusters: cells.clusters(places).map { cluster in
                    MapJSON.Cluster(
                        count: cluster.count,
                        area: AreaJSON(cluster.area),
                        latitude: cluster.latitude,
                        longitude: cluster.longitude,
                        id: places.photos[Int(places.numbers[cluster.latest])].uuidText,
                        version: String(places.versions[cluster.latest], radix: 36),
                        place: OrNull(PlaceNameJSON(of: cluster.latitude, cluster.longitude))
                    )
                },
                towns: PlaceNames.standard.largest(in: cells.area, limit: PageRoutes.maximumTowns).map {
                    MapJSON.Town(name: $0.name, latitude: $0.latitude, longitude: $0.longitude)
                }
            )
        )
    }

    /// The countries and towns with photos whose name starts with a text.
    func places(_ request: HTTPRequest) throws -> HTTPResponse {
        let text = request.query["text"] ?? ""
        guard text.utf8.count >= PageRoutes.shortestBeginning else {
            return try HTTPResponse(json: ["places": [SuggestionJSON]()])
        }
        let found = try countries(startingWith: text) + towns(startingWith: text)
        return try HTTPResponse(json: ["places": Array(found.prefix(PageRoutes.maximumSuggestions))])
    }

    private func countries(startingWith text: String) throws -> [SuggestionJSON] {
        let names = CountryNames.standard
        let named = names.countries(startingWith: text)
        if named.isEmpty { return [] }
        let known = try finder.places.countries().countries
        return named.compactMap { country in
            guard let count = known[country]?.count else { return nil }
            let name = names.name(of: country)
            return SuggestionJSON(name: name, country: name, count: count, inCountry: country)
        }
    }

    private func towns(startingWith text: String) throws -> [SuggestionJSON] {
        // A town that is its country was named as such.
        let named = PlaceNames.standard.places(startingWith: text).filter { $0.name != $0.country }
        if named.isEmpty { return [] }
        let places = try finder.places.snapshot()
        return named.compactMap { town in
            let count = places.count(in: town.area)
            if count == 0 { return nil }
            return SuggestionJSON(
                name: town.localizedName,
                country: town.localizedCountry,
                count: count,
                area: AreaJSON(town.area)
            )
        }
    }
}
