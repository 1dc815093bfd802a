internal import PhotoSearch
internal import PlaceNames

/// The photos of a part of the map, gathered in cells of a grid that is the same wherever the map is moved to.
struct MapCells {
    /// The photos of a cell.
    struct Cluster: Hashable {
        var count: Int
        /// The least area with all of them: no other photo is in it.
        var area: GeographicArea
        /// The latest of them, by its position in the snapshot.
        var latest: Int
        /// The middle of them.
        var latitude: Double
        var longitude: Double
    }

    /// Cells of one view.
    static let maximumCells = 4_096
    /// The whole world is so many cells wide: 2 to the power of this.
    static let levels = 0...24

    /// The edges of the columns and rows in degrees, ascending: from each to the next is a cell.
    private var columns: [Double]
    private var rows: [Double]
    /// The edges of the view; the west may be west of -180, which is east of the date line.
    private let west: Double

    /// A view from `west` to `east`, where the latter may be more than 180 and the former less than -180. `rows` are
    /// the latitudes of the cells' edges from south to north, which depend on the map's projection. Nil for what is no
    /// view.
    init?(west: Double, east: Double, level: Int, rows: [Double]) {
        guard west.isFinite, east.isFinite, west < east, west >= -540, east <= 540, east - west <= 720,
            MapCells.levels.contains(level),
            rows.count >= 2, rows.count <= MapCells.maximumCells, rows.allSatisfy({ (-90...90).contains($0) }),
            zip(rows, rows.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        let width = 360 / Double(1 << level)
        let first = (west / width).rounded(.down)
        let count = min(Int((east / width).rounded(.up) - first), 1 << level)
        guard count >= 1, count * (rows.count - 1) <= MapCells.maximumCells else { return nil }
        columns = (0...count).map { (first + Double($0)) * width }
        self.rows = rows
        self.west = columns[0]
    }

    /// What the cells cover.
    var area: GeographicArea {
        let (west, east) = (columns[0], columns[columns.count - 1])
        // The whole world, or what is on both sides of the date line.
        func onEarth(_ longitude: Double) -> Double { (longitude + 540).truncatingRemainder(dividingBy: 360) - 180 }
        let isWhole = east - west >= 360
        guard
            let area = GeographicArea(
                south: rows[0],
                north: rows[rows.count - 1],
                west: isWhole ? -180 : onEarth(west),
                east: isWhole ? 180 : onEarth(east)
            )
        else { preconditionFailure("cells outside of the earth") }
        return area
    }

    /// The clusters from north to south and from west to east.
    func clusters(_ places: PhotoPlaces.Snapshot) -> [Cluster] {
        let (columnCount, rowCount) = (columns.count - 1, rows.count - 1)
        let (width, end) = (columns[1] - columns[0], columns[columnCount])
        var cells = [Cell](repeating: Cell(), count: columnCount * rowCount)
        let (south, north) = (rows[0], rows[rowCount])
        for place in places.latitudes.indices {
            let latitude = places.latitudes[place]
            guard latitude >= south, latitude <= north else { continue }
            // The date line is the edge of the last cell.
            var longitude = min(places.longitudes[place], 180.0.nextDown)
            // The same meridian in the view, which is no wider than the world.
            if longitude < west { longitude += 360 }
            if longitude < west { longitude += 360 }
            if longitude >= west + 360 { longitude -= 360 }
            if longitude >= west + 360 { longitude -= 360 }
            guard longitude >= west, longitude < end else { continue }
            let column = min(Int((longitude - west) / width), columnCount - 1)
            cells[row(latitude) * columnCount + column].add(place, latitude, places.longitudes[place])
        }
        return (0..<rowCount).reversed().flatMap { row in
            (0..<columnCount).compactMap { cells[row * columnCount + $0].cluster }
        }
    }

    /// The last row whose southern edge is not north of a latitude in the view.
    private func row(_ latitude: Double) -> Int {
        var (low, high) = (0, rows.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if rows[middle] <= latitude { low = middle } else { high = middle }
        }
        return low
    }

    private struct Cell {
        var count = 0
        var latest = 0
        var (south, north, west, east) = (90.0, -90.0, 180.0, -180.0)
        var (latitudes, longitudes) = (0.0, 0.0)

        mutating func add(_ place: Int, _ latitude: Double, _ longitude: Double) {
            // The places are in order, the latest first.
            if count == 0 { latest = place }
            count += 1
            south = min(south, latitude)
            north = max(north, latitude)
            west = min(west, longitude)
            east = max(east, longitude)
            latitudes += latitude
            longitudes += longitude
        }

        var cluster: Cluster? {
            guard count > 0, let area = GeographicArea(south: south, north: north, west: west, east: east) else {
                return nil
            }
            return Cluster(
                count: count,
                area: area,
                latest: latest,
                latitude: latitudes / Double(count),
                longitude: longitudes / Double(count)
            )
        }
    }
}
