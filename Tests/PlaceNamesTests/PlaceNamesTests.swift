import Testing

@testable import PlaceNames

struct PlaceNamesTests {
    private let names = PlaceNames.standard

    private static func list(_ text: String) -> PlaceNames { PlaceNames(list: Array(text.utf8)) }

    @Test func `what is said depends on how far the town is`() {
        #expect(names.name(of: 35.0116, 135.7681)?.text.hasSuffix(", Japan") == true)
        let town = Self.list("Japan\nKyoto\t3502\t13575\t1460\n")
        // 15 km for a million and a half people.
        #expect(town.name(of: 35.03, 135.78)?.text == "Kyoto, Japan")
        #expect(town.name(of: 35.20, 135.75)?.text == "near Kyoto, Japan")
        #expect(town.name(of: 35.56, 135.75)?.text == "60 km from Kyoto, Japan")
        #expect(town.name(of: 35.95, 135.75) == nil)
        #expect(town.name(of: 37.70, 135.75) == nil, "300 km")
        // In the middle of the Pacific.
        #expect(names.name(of: 30, -150) == nil)
    }

    @Test func `a small town beside a large one has its own photos, and a town that is its country is said once`() {
        let towns = Self.list(
            "Japan\nKyoto\t3502\t13575\t1460\nYawata\t3487\t13570\t74\nSingapore\nSingapore\t129\t10385\t5639\n"
        )
        #expect(towns.name(of: 34.87, 135.71)?.text == "Yawata, Japan")
        #expect(towns.name(of: 34.99, 135.75)?.text == "Kyoto, Japan")
        #expect(towns.name(of: 1.3, 103.8)?.text == "Singapore")
    }

    @Test func `poles and the date line are places like others`() {
        let towns = Self.list(
            "Far\nWest\t-1700\t17995\t20\nEast\t100\t-17995\t20\nTop\t8995\t1000\t20\nBottom\t-9000\t0\t20\n"
        )
        #expect(towns.name(of: -17, -179.98)?.text == "near West, Far")
        #expect(towns.name(of: 1, 179.99)?.place.name == "East")
        #expect(towns.name(of: 89.9, -170)?.place.name == "Top")
        #expect(towns.name(of: 90, 180)?.place.name == "Top")
        #expect(towns.name(of: -89.95, 123)?.place.name == "Bottom")
        for (latitude, longitude) in [(.nan, 0), (0, .nan), (91, 0), (0, 181), (.infinity, 0)] as [(Double, Double)] {
            #expect(towns.name(of: latitude, longitude) == nil)
        }
    }

    @Test func `the grid finds what a search of all towns finds`() throws {
        let earth = try #require(GeographicArea(south: -90, north: 90, west: -180, east: 180))
        let all = names.largest(in: earth, limit: .max)
        #expect(all.count == names.count)
        for step in 0..<100 {
            let latitude = -90 + Double((step * 7919) % 1801) / 10
            let longitude = -180 + Double((step * 104_729) % 3601) / 10
            let near = all.filter { Geodesy.distance((latitude, longitude), ($0.latitude, $0.longitude)) <= 100 }
            let found = names.name(of: latitude, longitude)
            #expect((found == nil) == near.isEmpty, "\(latitude) \(longitude)")
            guard let found else { continue }
            let distances = near.map {
                Geodesy.distance((latitude, longitude), ($0.latitude, $0.longitude)) - $0.radius
            }
            let edge = try #require(distances.min())
            #expect(edge <= 0 ? found.relation == .inside : abs(found.kilometres - found.place.radius - edge) < 1e-9)
        }
    }

    @Test func `a town is found by its name, the largest first, without accents, too`() {
        #expect(names.places(named: "KYOTO").first?.title == "Kyoto, Japan")
        #expect(names.places(named: "tromso").first?.title == "Tromsø, Norway")
        #expect(names.places(named: "tromsø").first?.title == "Tromsø, Norway")
        #expect(names.places(startingWith: "kyo").first?.title == "Kyoto, Japan")
        #expect(names.places(named: "springfield").count > 1)
        #expect(names.places(named: "").isEmpty)
        #expect(names.places(startingWith: "a").count == PlaceNames.maximumNamesakes)
    }

    @Test func `an area around a point has what is near it and nothing far away`() throws {
        let fiji = GeographicArea(around: -17, 179.9, kilometres: 50)
        #expect(fiji.reachesOverTheDateLine)
        #expect(fiji.contains(-17, -179.9) && fiji.contains(-17, 180) && fiji.contains(-17, -180))
        #expect(!fiji.contains(-17, 0) && !fiji.contains(-18, 179.9))
        let pole = GeographicArea(around: 89.9, 0, kilometres: 50)
        #expect(pole.contains(90, 180) && pole.contains(89.8, -90) && !pole.contains(89, 0))
        #expect(GeographicArea(south: 1, north: 0, west: 0, east: 0) == nil)
        #expect(GeographicArea(south: .nan, north: 0, west: 0, east: 0) == nil)
        #expect(GeographicArea(south: 0, north: 0, west: -181, east: 0) == nil)
    }
}
