import CivilDates
import Languages
import PlaceNames
import Testing

@testable import PhotoSearch

/// Photos by country.
@Suite struct CountryAreasTests {
    private static func random(
        _ count: Int,
        _ latitudes: Range<Double>,
        _ longitudes: Range<Double>
    ) -> [(Double, Double)] {
        // The same on each run.
        var state: UInt64 = 7
        func next(_ range: Range<Double>) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let part = Double(state >> 33) / Double(UInt64(1) << 31)
            return range.lowerBound + part * (range.upperBound - range.lowerBound)
        }
        return (0..<count).map { _ in (next(latitudes), next(longitudes)) }
    }

    private func areas(_ points: [(Double, Double)]) -> CountryAreas {
        CountryAreas(latitudes: points.map(\.0), longitudes: points.map(\.1))
    }

    /// What is in the areas of a country, by its place among `points`.
    private func found(_ country: String, _ areas: CountryAreas, _ points: [(Double, Double)]) -> [Int] {
        let some = areas.countries[country]?.areas ?? []
        return points.indices.filter { place in some.contains { $0.contains(points[place].0, points[place].1) } }
    }

    @Test func `few areas have the photos of a country and no others`() {
        let points = [(35.01, 135.77), (35.68, 139.76), (37.57, 126.98), (48.14, 11.58), (0, -140), (35.68, 139.76)]
        let some = areas(points)
        #expect(found("Japan", some, points) == [0, 1, 5])
        #expect(some.countries["Japan"]?.count == 3 && some.countries["Japan"]?.areas.count == 1)
        #expect(found("South Korea", some, points) == [2])
        #expect(Set(some.countries.keys) == ["Japan", "South Korea", "Germany"], "the ocean is in none")
        #expect(areas([]).countries.isEmpty)
    }

    @Test func `on both sides of a border a photo is where its place says`() throws {
        // Around Basel, where three countries meet, a kilometre apart from each other.
        let points = Self.random(400, 47.4..<47.7, 7.3..<7.9)
        let some = areas(points)
        #expect(Set(some.countries.keys) == ["Switzerland", "Germany", "France"])
        for country in some.countries.keys {
            let there = points.indices.filter {
                PlaceNames.standard.name(of: points[$0].0, points[$0].1)?.place.country == country
            }
            let areas = found(country, some, points)
            // Photos of one cell of a kilometre are in one country.
            #expect(Set(there).symmetricDifference(areas).count <= 8, "\(country)")
            #expect(some.countries[country]?.count == areas.count)
        }
    }

    @Test func `a border that photos follow all the way is drawn less finely`() {
        let some = areas(Self.random(4_000, 43..<54, 3..<15))
        #expect(some.countries.values.allSatisfy { $0.areas.count <= CountryAreas.maximumAreas })
        #expect(some.countries["Germany", default: .init()].count > 500)
    }

    @Test(arguments: [(Language.japanese, "日本"), (.english, "JAPAN"), (.german, "Japan"), (.vietnamese, "Nhật Bản")])
    func `a country is a word of a search, beside its name in the texts`(_ language: Language, _ text: String) throws {
        let dates = SearchDates(now: 0, zone: .fixed(0), years: { _ in [] })
        let japan = try #require(GeographicArea(south: 33, north: 37, west: 130, east: 141))
        let search = SearchText(dates: dates) { $0 == "Japan" ? [japan] : [] }
        let meaning = try Language.$current.withValue(language) { try search.condition(for: "\(text) 2") }
        let words = text.split(separator: " ").map { SearchCondition.contains("anyText", String($0)) }
        let country =
            words.count == 1
            ? SearchCondition.any(words + [.inside(japan)]) : .any([.inside(japan), .all(words)])
        #expect(meaning == .all([country, .any([.contains("anyText", "2")])]))
    }
}
