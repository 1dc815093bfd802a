import Testing

@testable import Languages

/// Every language says everything, and nothing that nobody says.
struct CatalogueTests {
    private static let translations = Language.allCases.filter { $0 != .english }

    /// `{name}` in a text.
    private static func places(_ text: String) -> Set<Substring> {
        Set(text.matches(of: #/\{\w+\}/#).map(\.output))
    }

    @Test(arguments: translations) func `no text is missing, and none is there that nobody says`(
        _ language: Language
    ) throws {
        let keys = try Set(SourceKeys.all().keys)
        let known = Set(Catalogue.of(language).phrases.keys)
        #expect(keys.subtracting(known).sorted() == [], "missing in \(language.tag).json")
        #expect(known.subtracting(keys).sorted() == [], "in \(language.tag).json, and nobody says it")
    }

    @Test func `English has the texts with a number, and no others`() throws {
        let keys = try Set(SourceKeys.all().keys)
        let counted = keys.filter { $0.contains("{count}") }
        #expect(Set(Catalogue.of(.english).phrases.keys).sorted() == counted.sorted())
    }

    @Test(arguments: Language.allCases) func `each text has the places of its key`(_ language: Language) {
        for (key, phrase) in Catalogue.of(language).phrases {
            let wanted = CatalogueTests.places(key)
            for text in phrase.texts {
                // "one photo" may do without its number.
                let found = CatalogueTests.places(text)
                let isRight = found == wanted || phrase.isPlural && found.union(["{count}"]) == wanted
                #expect(isRight, "\(language.tag): \(key): \(text)")
                #expect(!text.isEmpty && !text.contains("|"))
            }
        }
    }

    @Test(arguments: Language.allCases) func `a text with a number has the forms of its language`(_ language: Language)
    {
        for (key, phrase) in Catalogue.of(language).phrases {
            guard case .plural(let forms) = phrase else { continue }
            #expect(Set(forms.keys) == language.pluralCategories, "\(language.tag): \(key)")
            #expect(key.contains("{count}"), "\(language.tag): \(key)")
        }
    }

    /// The marks before and after what is quoted.
    private static func quotationMarks(_ language: Language) -> (before: Character, after: Character) {
        switch language {
        case .english, .chinese, .vietnamese: ("“", "”")
        case .german: ("„", "“")
        case .japanese: ("「", "」")
        case .korean: ("‘", "’")
        }
    }

    @Test(arguments: translations) func `a language quotes in one way`(_ language: Language) {
        let (before, after) = CatalogueTests.quotationMarks(language)
        let others = Set("“„‘「『«").subtracting([before, after])
        for (key, phrase) in Catalogue.of(language).phrases {
            for text in phrase.texts {
                #expect(others.isDisjoint(with: text), "\(language.tag): \(key)")
                #expect(text.count { $0 == before } <= text.count { $0 == after }, "\(language.tag): \(key)")
            }
        }
    }

    @Test(arguments: Language.allCases) func `a catalogue is sorted and says nothing twice`(_ language: Language) throws
    {
        let lines = String(decoding: language.catalogue, as: UTF8.self).split(separator: "\n").dropFirst().dropLast()
        let keys = lines.map { $0.prefixMatch(of: #/\s*("(?:[^"\\]|\\.)*"):/#)?.output.1 ?? $0 }
        #expect(keys == keys.sorted())
        #expect(Set(keys).count == keys.count)
        #expect(keys.count == Catalogue.of(language).phrases.count)
    }
}
