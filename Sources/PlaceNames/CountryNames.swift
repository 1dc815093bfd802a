internal import CPlaceNames
package import Languages

/// What the countries of the list of places are called in the languages of the tools, from `Data/countries.tsv`, which
/// is in the program. Immutable.
package struct CountryNames: Sendable {
    /// The names of the program, read when they are first used.
    package static let standard: CountryNames = {
        var count = 0
        let bytes = unsafe cplacenames_countries(&count)
        return CountryNames(list: unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
    }()

    /// The columns of the list.
    private static let languages: [Language] = [.english, .german, .japanese, .korean, .vietnamese, .chinese]

    /// The names of each language by the country's name in the list of places, the one to be shown first.
    private let names: [Language: [String: [String]]]

    /// Lines with the names of a country in each language, with tabs in between. Of several names of one language,
    /// which have bars in between, the first is shown, and all are found; the first English one is that of the list of
    /// places.
    init(list: [UInt8]) {
        var names: [Language: [String: [String]]] = [:]
        for line in list.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
            let columns = String(decoding: line, as: UTF8.self).split(separator: "\t")
            guard columns.count == CountryNames.languages.count else {
                preconditionFailure("the list of countries has another form")
            }
            let country = columns[0].prefix { $0 != "|" }
            for (language, column) in zip(CountryNames.languages, columns) {
                names[language, default: [:]][String(country)] = column.split(separator: "|").map { String($0) }
            }
        }
        self.names = names
    }

    /// What a country of the list of places is called.
    package func name(of country: String, in language: Language = .current) -> String {
        names[language]?[country]?.first ?? country
    }

    /// The countries with a name, in English or another language. Case means nothing.
    package func countries(named text: String, in language: Language = .current) -> [String] {
        find(text, language) { $0 == $1 }
    }

    /// The countries of which a name starts so.
    package func countries(startingWith text: String, in language: Language = .current) -> [String] {
        find(text, language) { $0.hasPrefix($1) }
    }

    private func find(_ text: String, _ language: Language, _ isMatch: (String, String) -> Bool) -> [String] {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return [] }
        let found = Set([.english, language]).flatMap { language in
            (names[language] ?? [:]).filter { $0.value.contains { isMatch($0.lowercased(), wanted) } }.keys
        }
        return Set(found).sorted()
    }
}

extension Place {
    /// What its country is called in the person's language.
    package var localizedCountry: String { CountryNames.standard.name(of: country) }

    /// Towns are called as in the list.
    package var localizedName: String { name == country ? localizedCountry : name }

    /// `title` with the country in the person's language.
    package var localizedTitle: String { name == country ? localizedCountry : "\(name), \(localizedCountry)" }
}
