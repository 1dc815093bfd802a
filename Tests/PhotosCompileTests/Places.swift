import CoreLocation

// Only CoreLocation, as a model layer of an app has it. It only has to compile.

struct Place: Codable, Hashable {
    var latitude: CLLocationDegrees
    var longitude: CLLocationDegrees

    init?(_ location: CLLocation?) {
        guard let coordinate = location?.coordinate, CLLocationCoordinate2DIsValid(coordinate) else { return nil }
        latitude = coordinate.latitude
        longitude = coordinate.longitude
    }

    var location: CLLocation { CLLocation(latitude: latitude, longitude: longitude) }

    func isNear(_ other: CLLocation, within distance: CLLocationDistance) -> Bool {
        location.distance(from: other) < distance && other.horizontalAccuracy >= 0
    }

    static let nowhere = kCLLocationCoordinate2DInvalid
}
