/// How a language says something: in one way, or differently by a number.
enum Phrase: Hashable, Decodable {
    case plain(String)
    /// By CLDR's categories of plurals.
    case plural([PluralCategory: String])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .plain(text)
            return
        }
        let forms = try container.decode([String: String].self)
        self = .plural(
            try Dictionary(
                uniqueKeysWithValues: forms.map { name, text in
                    guard let category = PluralCategory(rawValue: name) else {
                        throw DecodingError.dataCorruptedError(in: container, debugDescription: "a form \(name)")
                    }
                    return (category, text)
                }
            )
        )
    }

    var isPlural: Bool {
        if case .plural = self { true } else { false }
    }

    /// All forms.
    var texts: [String] {
        switch self {
        case .plain(let text): [text]
        case .plural(let forms): Array(forms.values)
        }
    }
}

/// CLDR's categories of plurals, as far as these languages have them.
enum PluralCategory: String {
    case one, other
}

extension Language {
    /// The categories that a plural has.
    var pluralCategories: Set<PluralCategory> {
        switch self {
        case .english, .german: [.one, .other]
        // They have one form for every number.
        case .japanese, .chinese, .korean, .vietnamese: [.other]
        }
    }

    /// CLDR's rules for whole numbers.
    func category(of count: Int64) -> PluralCategory { pluralCategories.contains(.one) && count == 1 ? .one : .other }
}
