internal import PlaceNames

/// A part of the earth in degrees.
struct AreaJSON: Codable {
    var south: Double
    var north: Double
    var west: Double
    var east: Double

    init(_ area: GeographicArea) {
        south = area.south
        north = area.north
        west = area.west
        east = area.east
    }

    var area: GeographicArea {
        get throws(RequestFailure) {
            guard let area = GeographicArea(south: south, north: north, west: west, east: east) else {
                throw RequestFailure(400, "not a part of the earth")
            }
            return area
        }
    }
}
