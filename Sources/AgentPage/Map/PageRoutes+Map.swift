internal import LibraryClient
internal import LibraryModel
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

    private struct TownJSON: Encodable {
        var name: String
        var country: String
        var count: Int
        var area: AreaJSON
    }

    /// Towns that the map names.
    private static let maximumTowns = 24
    /// Towns that a search suggests.
    private static let maximumSuggestions = 4
    /// Letters of a town's name, from which on it is looked for.
    private static let leastLetters = 2

    /// The clusters of a view.
    func map(_ request: HTTPRequest) throws -> HTTPResponse {
        func number(_ name: String) -> Double? { request.query[name].flatMap { Double($0) } }
        let rows = (request.query["rows"] ?? "").split(separator: ",").compactMap { Double($0) }
        guard let west = number("west"), let east = number("east"),
            let level = request.query["level"].flatMap({ Int($0) }),
            let cells = MapCells(west: west, east: east, level: level, rows: rows)
        else { throw RequestFailure(400, "not a view of the map") }
        let places = try photoPlaces.snapshot()
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

    /// The towns with photos whose name starts with a text.
    func places(_ request: HTTPRequest) throws -> HTTPResponse {
        let text = request.query["text"] ?? ""
        guard text.count >= PageRoutes.leastLetters else { return try HTTPResponse(json: ["places": [TownJSON]()]) }
        let towns = PlaceNames.standard.places(startingWith: text)
        let places = towns.isEmpty ? PhotoPlaces.Snapshot() : try photoPlaces.snapshot()
        let found = towns.lazy.map {
            TownJSON(name: $0.name, country: $0.country, count: places.count(in: $0.area), area: AreaJSON($0.area))
        }
        return try HTTPResponse(
            json: ["places": Array(found.filter { $0.count > 0 }.prefix(PageRoutes.maximumSuggestions))]
        )
    }
}
