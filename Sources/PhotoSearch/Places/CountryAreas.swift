package import PlaceNames

/// Where a library's photos were taken, country by country: areas that have the photos of one and no others.
///
/// A photo is in the country of the town that is said of it. The areas are cut from where the photos are, not from
/// borders: so a search needs few of them, and finds what the photos' places say.
package struct CountryAreas: Sendable {
    package struct Country: Hashable, Sendable {
        package var count = 0
        package var areas: [GeographicArea] = []
    }

    /// Areas of a country: each makes a search slower. Where there would be more, a border is drawn less finely.
    static let maximumAreas = 128
    /// Cells of a degree: about a kilometre.
    private static let cellsPerDegree = 100.0
    /// A gap of so much of its width divides a region better than its middle does.
    private static let wideGap = 0.25

    /// Photos of one cell.
    private struct Cell {
        var row: Int
        var column: Int
        /// Nil far from all towns.
        var country: Int?
        var count = 0
        var south = 90.0
        var north = -90.0
        var west = 180.0
        var east = -180.0

        mutating func add(_ latitude: Double, _ longitude: Double) {
            count += 1
            south = min(south, latitude)
            north = max(north, latitude)
            west = min(west, longitude)
            east = max(east, longitude)
        }
    }

    /// By the names of the list of places.
    package let countries: [String: Country]

    /// `latitudes` and `longitudes` of photos, on the earth.
    init(latitudes: [Double], longitudes: [Double], names: PlaceNames = .standard) {
        struct Key: Hashable {
            var row: Int
            var column: Int
        }
        var positions: [Key: Int] = [:]
        var cells: [Cell] = []
        for (latitude, longitude) in zip(latitudes, longitudes) {
            let key = Key(
                row: Int((latitude * CountryAreas.cellsPerDegree).rounded(.down)),
                column: Int((longitude * CountryAreas.cellsPerDegree).rounded(.down))
            )
            let position: Int
            if let known = positions[key] {
                position = known
            } else {
                position = cells.count
                positions[key] = position
                cells.append(Cell(row: key.row, column: key.column, country: names.country(of: latitude, longitude)))
            }
            cells[position].add(latitude, longitude)
        }
        var finest = 1
        var found = CountryAreas.divide(&cells, finest: finest)
        while found.values.contains(where: { $0.areas.count > CountryAreas.maximumAreas }) {
            finest *= 4
            found = CountryAreas.divide(&cells, finest: finest)
        }
        countries = Dictionary(uniqueKeysWithValues: found.map { (names.countryName($0.key), $0.value) })
    }

    /// Divides the earth until each part has one country, or is no larger than `finest` cells: then it goes to the
    /// country with the most photos.
    private static func divide(_ cells: inout [Cell], finest: Int) -> [Int: Country] {
        var found: [Int: Country] = [:]
        var waiting = [cells.indices]
        while let range = waiting.popLast() {
            let part = cells[range]
            guard let first = part.first else { continue }
            let rows = part.lazy.map(\.row), columns = part.lazy.map(\.column)
            let height = (rows.max() ?? 0) - (rows.min() ?? 0)
            let width = (columns.max() ?? 0) - (columns.min() ?? 0)
            if part.allSatisfy({ $0.country == first.country }) || max(height, width) < finest {
                var counts: [Int?: Int] = [:]
                for cell in part { counts[cell.country, default: 0] += cell.count }
                let most = counts.max { ($0.value, $1.key ?? -1) < ($1.value, $0.key ?? -1) }
                guard let country = most?.key, let area = area(of: part) else { continue }
                found[country, default: Country()].areas.append(area)
                found[country, default: Country()].count += part.reduce(0) { $0 + $1.count }
                continue
            }
            let middle = sortAndCut(&cells, range, along: height >= width ? \.row : \.column)
            waiting += [range.lowerBound..<middle, middle..<range.upperBound]
        }
        return found
    }

    /// Sorts a range of more than one row, or column, and returns where its second part starts.
    private static func sortAndCut(_ cells: inout [Cell], _ range: Range<Int>, along side: KeyPath<Cell, Int>) -> Int {
        cells[range].sort { $0[keyPath: side] < $1[keyPath: side] }
        let places = cells[range].map { $0[keyPath: side] }
        let gaps = zip(places, places.dropFirst()).enumerated().map { (width: $1.1 - $1.0, after: $0) }
        let span = places[places.count - 1] - places[0]
        if let widest = gaps.max(by: { $0.width < $1.width }), Double(widest.width) >= wideGap * Double(span) {
            return range.lowerBound + widest.after + 1
        }
        // Where one row ends and the next one starts, as near to the middle as there is.
        let half = places.count / 2
        let ends = gaps.filter { $0.width > 0 }.map(\.after)
        guard let nearest = ends.min(by: { abs($0 + 1 - half) < abs($1 + 1 - half) }) else {
            preconditionFailure("nothing to divide")
        }
        return range.lowerBound + nearest + 1
    }

    private static func area(of cells: ArraySlice<Cell>) -> GeographicArea? {
        GeographicArea(
            south: cells.lazy.map(\.south).min() ?? 0,
            north: cells.lazy.map(\.north).max() ?? 0,
            west: cells.lazy.map(\.west).min() ?? 0,
            east: cells.lazy.map(\.east).max() ?? 0
        )
    }
}
