import LibraryClient
import LibraryModel
import PhotoSearch
import PlaceNames
import Testing

@testable import AgentPage

struct MapCellsTests {
    private static func places(_ points: [(latitude: Double, longitude: Double)]) -> PhotoPlaces.Snapshot {
        PhotoPlaces.Snapshot(
            latitudes: points.map(\.latitude),
            longitudes: points.map(\.longitude),
            numbers: points.indices.map { Int32($0) },
            versions: points.map { _ in 0 }
        )
    }

    private static let rows = [-90.0, -45, 0, 45, 90]

    @Test func `photos of a cell are one cluster, with the latest of them and no area beyond them`() throws {
        let cells = try #require(MapCells(west: -180, east: 180, level: 3, rows: Self.rows))
        let clusters = cells.clusters(Self.places([(35, 136), (36, 137), (48, 2), (35, -100)]))
        #expect(clusters.map(\.count) == [1, 1, 2])
        #expect(clusters[2].latest == 0)
        #expect(clusters[2].area == GeographicArea(south: 35, north: 36, west: 136, east: 137))
        #expect((clusters[2].latitude, clusters[2].longitude) == (35.5, 136.5))
    }

    @Test func `every photo is in one cluster, and its area finds as many as it says`() throws {
        var points: [(latitude: Double, longitude: Double)] = [
            (90, 0), (-90, 180), (0, -180), (0, 180), (45, 45), (0, 0), (-45, -45),
        ]
        for step in 0..<2_000 {
            points.append((Double(step * 7919 % 1801) / 10 - 90, Double(step * 104_729 % 3601) / 10 - 180))
        }
        let places = Self.places(points)
        for (west, east) in [(-180.0, 180.0), (-300, 60), (170, 530), (-540, -180), (-10, 300)] {
            let cells = try #require(MapCells(west: west, east: east, level: 4, rows: Self.rows))
            let clusters = cells.clusters(places)
            if east - west == 360 { #expect(clusters.map(\.count).reduce(0, +) == points.count, "\(west)") }
            for cluster in clusters { #expect(places.count(in: cluster.area) == cluster.count) }
        }
    }

    @Test func `a view over the date line has both of its sides, and the grid stays where it is`() throws {
        let fiji = Self.places([(-17, 179), (-17, -179), (-17, 0)])
        let cells = try #require(MapCells(west: 170, east: 200, level: 5, rows: [-30, 0]))
        #expect(cells.clusters(fiji).map(\.longitude) == [179, -179])
        #expect(cells.area.reachesOverTheDateLine)
        // Moved by a little, the clusters are the same.
        let moved = try #require(MapCells(west: 171.5, east: 201.5, level: 5, rows: [-30, 0]))
        #expect(moved.clusters(fiji) == cells.clusters(fiji))
        #expect(try #require(MapCells(west: -190, east: -160, level: 5, rows: [-30, 0])).clusters(fiji).count == 2)
    }

    @Test func `what is no view is refused`() {
        let nowhere: [(Double, Double, Int, [Double])] = [
            (.nan, 0, 3, Self.rows), (0, .infinity, 3, Self.rows), (10, 0, 3, Self.rows), (-1e9, 1e9, 3, Self.rows),
            (0, 10, -1, Self.rows), (0, 10, 99, Self.rows), (0, 10, 3, []), (0, 10, 3, [0]), (0, 10, 3, [10, 0]),
            (0, 10, 3, [0, 91]), (0, 10, 3, [.nan, 1]), (-180, 180, 24, Self.rows),
            (0, 10, 3, (0..<5_000).map { Double($0) / 100 }),
        ]
        for (west, east, level, rows) in nowhere {
            #expect(MapCells(west: west, east: east, level: level, rows: rows) == nil, "\(west) \(east) \(level)")
        }
    }
}
