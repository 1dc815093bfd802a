internal import CLanguages
internal import FoundationEssentials

/// What the tools say in one language, by the English of it.
struct Catalogue: Sendable {
    let language: Language
    let phrases: [String: Phrase]

    /// Of the program's own catalogues, which are read when they are first needed.
    static func of(_ language: Language) -> Catalogue {
        switch language {
        case .english: english
        case .japanese: japanese
        case .chinese: chinese
        case .korean: korean
        case .vietnamese: vietnamese
        case .german: german
        }
    }

    private static let english = Catalogue(.english)
    private static let japanese = Catalogue(.japanese)
    private static let chinese = Catalogue(.chinese)
    private static let korean = Catalogue(.korean)
    private static let vietnamese = Catalogue(.vietnamese)
    private static let german = Catalogue(.german)

    private init(_ language: Language) {
        self.language = language
        do {
            phrases = try JSONDecoder().decode([String: Phrase].self, from: Data(language.catalogue))
        } catch {
            preconditionFailure("the program's own catalogue of \(language.tag): \(error)")
        }
    }

    /// The text for a key, which `count` chooses the form of, with its places open.
    func form(of key: String, count: Int64?) -> String {
        switch phrases[key] {
        case .plain(let text): return text
        case .plural(let forms):
            guard let text = forms[language.category(of: count ?? 0)] ?? forms[.other] else { fallthrough }
            return text
        case nil: return String(key.prefix { $0 != "|" })
        }
    }
}

extension Language {
    /// The catalogue's JSON, as the page reads it.
    package var catalogue: [UInt8] {
        var count = 0
        let table = unsafe UnsafeBufferPointer(start: clanguages_catalogues(&count), count: count)
        for index in table.indices {
            let entry = unsafe table[index]
            if unsafe String(cString: entry.tag) == tag {
                return unsafe Array(UnsafeBufferPointer(start: entry.bytes, count: entry.count))
            }
        }
        preconditionFailure("no catalogue of \(tag)")
    }
}
