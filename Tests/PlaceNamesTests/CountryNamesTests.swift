import Languages
import Testing

@testable import PlaceNames

struct CountryNamesTests {
    private let names = CountryNames.standard

    @Test func `every country of the list of places has a name in every language`() {
        for number in 0..<PlaceNames.standard.countryCount {
            let country = PlaceNames.standard.countryName(number)
            #expect(names.name(of: country, in: .english) == country)
            for language in Language.allCases {
                #expect(names.countries(named: country, in: language).contains(country), "\(country)")
                let own = names.name(of: country, in: language)
                #expect(names.countries(named: own, in: language).contains(country), "\(country), \(language.tag)")
            }
        }
    }

    @Test(arguments: [
        (Language.english, "japan", "Japan"), (.japanese, "日本", "Japan"), (.japanese, "Japan", "Japan"),
        (.chinese, "德国", "Germany"), (.korean, "베트남", "Vietnam"), (.vietnamese, "nhật bản", "Japan"),
        (.german, "ÖSTERREICH", "Austria"), (.german, "usa", "United States"), (.english, "usa", "United States"),
        (.german, "vereinigte staaten", "United States"), (.japanese, "アメリカ合衆国", "United States"),
    ]) func `a country is found by what the person calls it`(_ language: Language, _ text: String, _ country: String) {
        #expect(names.countries(named: text, in: language) == [country])
        #expect(names.countries(startingWith: String(text.dropLast()), in: language).contains(country))
        #expect(names.countries(named: text + "x", in: language) == [])
    }

    @Test func `a place is called with its country in the person's language`() throws {
        let kyoto = try #require(PlaceNames.standard.places(named: "kyoto").first)
        let city = try #require(PlaceNames.standard.places(named: "singapore").first)
        Language.$current.withValue(.japanese) {
            #expect(kyoto.localizedTitle == "Kyoto, 日本")
            #expect(city.localizedTitle == "シンガポール")
        }
        #expect(names.name(of: "Atlantis", in: .german) == "Atlantis")
        #expect(names.countries(startingWith: "", in: .german) == [])
    }
}
