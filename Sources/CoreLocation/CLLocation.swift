@_exported public import Foundation

// The part of CoreLocation that PhotoKit uses.

/// Degrees.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// Metres; negative when unknown.
public typealias CLLocationAccuracy = Double
/// Metres a second; negative when unknown.
public typealias CLLocationSpeed = Double
/// Degrees clockwise from north; negative when unknown.
public typealias CLLocationDirection = Double

/// A point on the globe (WGS 84).
public struct CLLocationCoordinate2D: Hashable, Sendable, Codable {
    /// Degrees north.
    public var latitude: CLLocationDegrees
    /// Degrees east.
    public var longitude: CLLocationDegrees

    /// The point at 0 degrees, 0 degrees.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// Creates a point.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Creates a point.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// Whether latitude and longitude are in range.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coordinate.latitude) && (-180...180).contains(coordinate.longitude)
}

/// An invalid coordinate: both angles are out of range.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// A measured position and its time. Immutable.
public final class CLLocation: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The coordinate.
    public let coordinate: CLLocationCoordinate2D
    /// Metres above sea level; 0 when `verticalAccuracy` is negative.
    public let altitude: CLLocationDistance
    /// The radius of uncertainty in metres; negative when the coordinate is invalid.
    public let horizontalAccuracy: CLLocationAccuracy
    /// The uncertainty of the altitude in metres; negative when the altitude is invalid.
    public let verticalAccuracy: CLLocationAccuracy
    /// The direction of travel; negative when unknown.
    public let course: CLLocationDirection
    /// The speed; negative when unknown.
    public let speed: CLLocationSpeed
    /// When the position was measured.
    public let timestamp: Date

    /// Creates a location with the current time and without an altitude.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: -1,
            timestamp: Date()
        )
    }

    /// Creates a location.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy,
        timestamp: Date
    ) {
        self.init(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy,
            course: -1,
            speed: -1,
            timestamp: timestamp
        )
    }

    /// Creates a location with a course and a speed.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        speed: CLLocationSpeed,
        timestamp: Date
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.course = course
        self.speed = speed
        self.timestamp = timestamp
    }

    /// Reads an archived location.
    public init?(coder: NSCoder) {
        func number(_ key: String) -> Double { coder.decodeDouble(forKey: key) }
        guard coder.containsValue(forKey: "latitude"), coder.containsValue(forKey: "longitude") else { return nil }
        coordinate = CLLocationCoordinate2D(latitude: number("latitude"), longitude: number("longitude"))
        altitude = number("altitude")
        horizontalAccuracy = number("horizontalAccuracy")
        verticalAccuracy = number("verticalAccuracy")
        course = coder.containsValue(forKey: "course") ? number("course") : -1
        speed = coder.containsValue(forKey: "speed") ? number("speed") : -1
        timestamp = Date(timeIntervalSinceReferenceDate: number("timestamp"))
        super.init()
    }

    /// Archives the location. The format is this module's own, not Apple's.
    public func encode(with coder: NSCoder) {
        coder.encode(coordinate.latitude, forKey: "latitude")
        coder.encode(coordinate.longitude, forKey: "longitude")
        coder.encode(altitude, forKey: "altitude")
        coder.encode(horizontalAccuracy, forKey: "horizontalAccuracy")
        coder.encode(verticalAccuracy, forKey: "verticalAccuracy")
        coder.encode(course, forKey: "course")
        coder.encode(speed, forKey: "speed")
        coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
    }

    /// Always true.
    public static var supportsSecureCoding: Bool { true }

    /// Returns the same object: locations are immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns whether `object` is a location with equal values.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLLocation else { return false }
        return coordinate == other.coordinate && altitude == other.altitude && timestamp == other.timestamp
            && horizontalAccuracy == other.horizontalAccuracy && verticalAccuracy == other.verticalAccuracy
            && course == other.course && speed == other.speed
    }

    /// A hash of the coordinate.
    public override var hash: Int { coordinate.hashValue }

    /// Returns the great-circle distance in metres, on a sphere with the earth's mean radius: off by at most half a
    /// percent.
    public func distance(from location: CLLocation) -> CLLocationDistance {
        let earthRadius = 6_371_008.8
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let (here, there) = (coordinate, location.coordinate)
        let north = sin(radians(there.latitude - here.latitude) / 2)
        let east = sin(radians(there.longitude - here.longitude) / 2)
        let chord = north * north + cos(radians(here.latitude)) * cos(radians(there.latitude)) * east * east
        return 2 * earthRadius * asin(min(1, chord.squareRoot()))
    }
}
