@_exported public import Foundation

// As much of CoreLocation as the photo library's API needs.

/// Degrees, and metres where heights or accuracies are meant, as in CoreLocation.
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

    /// A point.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A point.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// Whether both angles are on the globe.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coordinate.latitude) && (-180...180).contains(coordinate.longitude)
}

/// No point: neither angle is on the globe.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Where something was, and when that was measured. Immutable.
public final class CLLocation: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The point.
    public let coordinate: CLLocationCoordinate2D
    /// Metres above sea level; 0 when `verticalAccuracy` is negative.
    public let altitude: CLLocationDistance
    /// Metres; negative when the point means nothing.
    public let horizontalAccuracy: CLLocationAccuracy
    /// Metres; negative when the altitude means nothing.
    public let verticalAccuracy: CLLocationAccuracy
    /// Where it was going; negative when that is not known.
    public let course: CLLocationDirection
    /// How fast it was; negative when that is not known.
    public let speed: CLLocationSpeed
    /// When the position was measured.
    public let timestamp: Date

    /// A position of now, without an altitude.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: -1,
            timestamp: Date()
        )
    }

    /// A position.
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

    /// A position of something that moves.
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

    /// Archives the location, in a form of this module's own.
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

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Itself: a location never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other is a location with the same values.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLLocation else { return false }
        return coordinate == other.coordinate && altitude == other.altitude && timestamp == other.timestamp
            && horizontalAccuracy == other.horizontalAccuracy && verticalAccuracy == other.verticalAccuracy
            && course == other.course && speed == other.speed
    }

    /// A hash of the point.
    public override var hash: Int { coordinate.hashValue }

    /// Metres along a great circle of a sphere with the earth's mean radius, at most half a percent off.
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
