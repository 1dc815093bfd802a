internal import CPlaceNames

/// Names of places without any network: the towns of `Data/places.tsv`, which is in the program. Immutable.
///
/// The towns are in a grid of degrees, so that a look-up visits those nearby and no others.
package struct PlaceNames: Sendable {
    /// Kilometres from which on a town says nothing of a photo.
    package static let farthest = 100.0
    /// Towns of one name that a search finds.
    package static let maximumNamesakes = 8

    /// The list of the program, read when it is first used.
    package static let standard: PlaceNames = {
        var count = 0
        let bytes = unsafe cplacenames_list(&count)
        return PlaceNames(list: unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
    }()

    private struct Town {
        var name: Range<Int>
        /// In lower case, and without accents if there are any.
        var folded: [[UInt8]]
        var country: Int
        var latitude: Double
        var longitude: Double
        var population: Int
    }

    private static let rows = 180
    private static let columns = 360

    private let bytes: [UInt8]
    private let towns: [Town]
    private let countries: [Range<Int>]
    /// The numbers of towns by cell, and where each cell starts.
    private let cells: [Int32]
    private let starts: [Int32]

    /// Lines with a country's name, each followed by those of its towns: name, latitude and longitude in hundredths of
    /// a degree, thousands of people, and the name without accents if it has any, with tabs in between. A line that
    /// starts with # is a comment.
    init(list: [UInt8]) {
        var towns: [Town] = []
        var countries: [Range<Int>] = []
        for line in list.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
            let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            if fields.count == 1 {
                countries.append(line.indices)
                continue
            }
            guard (4...5).contains(fields.count), !countries.isEmpty, let latitude = PlaceNames.number(fields[1]),
                let longitude = PlaceNames.number(fields[2]), let population = PlaceNames.number(fields[3])
            else { preconditionFailure("the list of places has another form") }
            let name = String(decoding: fields[0], as: UTF8.self)
            var names = [Array(name.lowercased().utf8)]
            if fields.count == 5 { names.append(fields[4].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }) }
            towns.append(
                Town(
                    name: fields[0].indices,
                    folded: names,
                    country: countries.count - 1,
                    latitude: Double(latitude) / 100,
                    longitude: Double(longitude) / 100,
                    population: population * 1_000
                )
            )
        }
        var starts = [Int32](repeating: 0, count: PlaceNames.rows * PlaceNames.columns + 1)
        let numbers = towns.map { PlaceNames.cell($0.latitude, $0.longitude) }
        for number in numbers { starts[number + 1] += 1 }
        for number in starts.indices.dropFirst() { starts[number] += starts[number - 1] }
        var next = starts
        var cells = [Int32](repeating: 0, count: towns.count)
        for (town, number) in numbers.enumerated() {
            cells[Int(next[number])] = Int32(town)
            next[number] += 1
        }
        (bytes, self.towns, self.countries, self.cells, self.starts) = (list, towns, countries, cells, starts)
    }

    package var count: Int { towns.count }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? { Int(String(decoding: digits, as: UTF8.self)) }

    private static func row(_ latitude: Double) -> Int { min(max(Int((latitude + 90).rounded(.down)), 0), rows - 1) }

    private static func column(_ longitude: Double) -> Int {
        min(max(Int((longitude + 180).rounded(.down)), 0), columns - 1)
    }

    private static func cell(_ latitude: Double, _ longitude: Double) -> Int {
        row(latitude) * columns + column(longitude)
    }

    /// What may be said of a point in degrees: the town that it is in, or is nearest to the edge of. Nil far from all,
    /// and for what is no point of the earth.
    package func name(of latitude: Double, _ longitude: Double) -> PlaceName? {
        nearest(latitude, longitude).map { PlaceName(place: place($0.town), kilometres: $0.distance) }
    }

    /// The number of the country of that town.
    package func country(of latitude: Double, _ longitude: Double) -> Int? {
        nearest(latitude, longitude).map { towns[$0.town].country }
    }

    package var countryCount: Int { countries.count }

    /// The name in the list of a country with a number.
    package func countryName(_ number: Int) -> String { String(decoding: bytes[countries[number]], as: UTF8.self) }

    private func nearest(_ latitude: Double, _ longitude: Double) -> (town: Int, distance: Double)? {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        var best: (rank: Double, town: Int, distance: Double)?
        forEachTown(in: GeographicArea(around: latitude, longitude, kilometres: PlaceNames.farthest)) { number in
            let town = towns[number]
            let distance = Geodesy.distance((latitude, longitude), (town.latitude, town.longitude))
            guard distance <= PlaceNames.farthest else { return }
            let radius = place(number).radius
            // Of several towns that it is in, it is in the one of which it is nearest to the middle, for its size.
            let rank = distance <= radius ? distance / radius - 1 : distance - radius
            if best.map({ rank < $0.rank }) ?? true { best = (rank, number, distance) }
        }
        return best.map { ($0.town, $0.distance) }
    }

    /// The largest towns of an area, the largest first.
    package func largest(in area: GeographicArea, limit: Int) -> [Place] {
        var found: [Int] = []
        forEachTown(in: area) { if area.contains(towns[$0].latitude, towns[$0].longitude) { found.append($0) } }
        return largest(found, limit)
    }

    /// The towns with a name, the largest first. Case means nothing, and accents may be left out.
    package func places(named name: String) -> [Place] { find(name) { $0 == $1 } }

    /// The towns whose name starts so.
    package func places(startingWith text: String) -> [Place] { find(text) { $0.starts(with: $1) } }

    private func find(_ text: String, _ isMatch: ([UInt8], [UInt8]) -> Bool) -> [Place] {
        let wanted = Array(text.lowercased().utf8)
        guard !wanted.isEmpty else { return [] }
        let found = towns.indices.filter { towns[$0].folded.contains { isMatch($0, wanted) } }
        return largest(found, PlaceNames.maximumNamesakes)
    }

    private func largest(_ numbers: [Int], _ limit: Int) -> [Place] {
        numbers.sorted { (towns[$0].population, $1) > (towns[$1].population, $0) }.prefix(limit).map { place($0) }
    }

    private func place(_ number: Int) -> Place {
        let town = towns[number]
        return Place(
            name: String(decoding: bytes[town.name], as: UTF8.self),
            country: countryName(town.country),
            latitude: town.latitude,
            longitude: town.longitude,
            population: town.population
        )
    }

    private func forEachTown(in area: GeographicArea, _ body: (Int) -> Void) {
        let columns = PlaceNames.column(area.west)...PlaceNames.column(area.reachesOverTheDateLine ? 180 : area.east)
        let beyond = area.reachesOverTheDateLine ? 0...PlaceNames.column(area.east) : nil
        for row in PlaceNames.row(area.south)...PlaceNames.row(area.north) {
            for columns in [columns, beyond].compactMap({ $0 }) {
                let first = row * PlaceNames.columns
                let range = starts[first + columns.lowerBound]..<starts[first + columns.upperBound + 1]
                for position in range { body(Int(cells[Int(position)])) }
            }
        }
    }
}
