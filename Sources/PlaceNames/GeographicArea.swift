internal import Glibc

/// A part of the earth between two circles of latitude and two meridians, in degrees, with its edges.
package struct GeographicArea: Hashable, Sendable {
    package var south: Double
    package var north: Double
    /// From -180 to 180, like `east`. An area that reaches over the date line has its west east of its east.
    package var west: Double
    package var east: Double

    /// Nil for what is no area of the earth.
    package init?(south: Double, north: Double, west: Double, east: Double) {
        guard south <= north, south >= -90, north <= 90, (-180...180).contains(west), (-180...180).contains(east)
        else { return nil }
        (self.south, self.north, self.west, self.east) = (south, north, west, east)
    }

    /// The least area with everything that is not farther away from a point. Around a pole it has every longitude.
    package init(around latitude: Double, _ longitude: Double, kilometres: Double) {
        let height = kilometres / Geodesy.kilometresPerDegree
        south = max(-90, latitude - height)
        north = min(90, latitude + height)
        let narrowest = cos(max(abs(latitude - height), abs(latitude + height)) * .pi / 180)
        let width = abs(latitude) + height < 90 && narrowest > 0 ? height / narrowest : 180
        if width >= 180 {
            (west, east) = (-180, 180)
        } else {
            west = Geodesy.normalized(longitude - width)
            east = Geodesy.normalized(longitude + width)
        }
    }

    package var reachesOverTheDateLine: Bool { west > east }

    package func contains(_ latitude: Double, _ longitude: Double) -> Bool {
        guard latitude >= south, latitude <= north else { return false }
        return reachesOverTheDateLine ? longitude >= west || longitude <= east : longitude >= west && longitude <= east
    }
}

/// Distances on the earth, which is taken for a sphere: that is half a percent at most from the truth.
package enum Geodesy {
    static let kilometresPerDegree = 111.195
    private static let radius = 6_371.0

    /// Kilometres between two points in degrees.
    package static func distance(_ first: (Double, Double), _ second: (Double, Double)) -> Double {
        let degree = Double.pi / 180
        let height = sin((second.0 - first.0) * degree / 2)
        let width = sin((second.1 - first.1) * degree / 2)
        let square = height * height + cos(first.0 * degree) * cos(second.0 * degree) * width * width
        return 2 * radius * asin(min(1, square.squareRoot()))
    }

    /// The same meridian from -180 to 180.
    static func normalized(_ longitude: Double) -> Double {
        longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
    }
}
