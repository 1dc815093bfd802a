import CoreLocation
import Foundation
import Testing

@Suite struct CLLocationTests {
    private let summit = CLLocation(latitude: 45.9763, longitude: 7.6586)

    @Test func `equal values are equal locations`() {
        let time = Date(timeIntervalSince1970: 1_700_000_000)
        func location(_ altitude: Double) -> CLLocation {
            CLLocation(
                coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 2),
                altitude: altitude,
                horizontalAccuracy: 5,
                verticalAccuracy: 6,
                timestamp: time
            )
        }
        #expect(location(3) == location(3))
        #expect(location(3).hash == location(3).hash)
        #expect(location(3) != location(4))
    }

    @Test func `distances are those on the globe`() {
        let village = CLLocation(latitude: 46.0207, longitude: 7.7491)
        let distance = summit.distance(from: village)
        #expect((8500...8700).contains(distance))
        #expect(summit.distance(from: summit) == 0)
        #expect(abs(distance - village.distance(from: summit)) < 1e-6)
        // A quarter of the way around.
        let pole = CLLocation(latitude: 90, longitude: 0)
        let equator = CLLocation(latitude: 0, longitude: 77)
        #expect((10_000_000...10_015_000).contains(pole.distance(from: equator)))
    }

    @Test func `angles off the globe are not valid`() {
        #expect(CLLocationCoordinate2DIsValid(summit.coordinate))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: 91, longitude: 0)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: 0, longitude: -181)))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    }

    @Test func `is archived with all it has`() throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: summit, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data))
        #expect(read == summit)
        #expect(read.course < 0 && read.speed < 0)
        let train = CLLocation(
            coordinate: CLLocationCoordinate2DMake(46, 7),
            altitude: 500,
            horizontalAccuracy: 5,
            verticalAccuracy: 6,
            course: 90,
            speed: 40,
            timestamp: summit.timestamp
        )
        let moving = try NSKeyedArchiver.archivedData(withRootObject: train, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: moving) == train)
        let still = CLLocation(
            coordinate: train.coordinate,
            altitude: 500,
            horizontalAccuracy: 5,
            verticalAccuracy: 6,
            timestamp: summit.timestamp
        )
        #expect(still != train)
    }
}
