/// A property of characters, by its name in an expression.
struct UnicodeProperty: Sendable {
    let contains: @Sendable (Unicode.Scalar) -> Bool

    init(_ contains: @escaping @Sendable (Unicode.Scalar) -> Bool) {
        self.contains = contains
    }

    /// General categories and the common binary properties. Case, spaces, `-` and `_` of a name do not matter.
    /// Nil for any other, scripts and blocks among them: the standard library does not tell these.
    init?(named name: some Collection<Unicode.Scalar>) {
        let plain = String(String.UnicodeScalarView(name.filter { !" -_".unicodeScalars.contains($0) })).lowercased()
        var wanted = plain[...]
        for prefix in ["generalcategory=", "gc="] where wanted.hasPrefix(prefix) {
            wanted = wanted.dropFirst(prefix.count)
        }
        if let categories = UnicodeProperty.categories[String(wanted)] {
            self.init { categories.contains($0.properties.generalCategory) }
        } else if let binary = UnicodeProperty.binary(plain) {
            self.init(binary)
        } else {
            return nil
        }
    }

    static let digit = UnicodeProperty { $0.properties.generalCategory == .decimalNumber }
    static let word = UnicodeProperty { $0.isWord }
    static let space = UnicodeProperty { $0.properties.isWhitespace }
    static let horizontalSpace = UnicodeProperty { $0 == "\t" || $0.properties.generalCategory == .spaceSeparator }

    private static func binary(_ name: String) -> (@Sendable (Unicode.Scalar) -> Bool)? {
        switch name {
        case "any": { _ in true }
        case "ascii": { $0.isASCII }
        case "assigned": { $0.properties.generalCategory != .unassigned }
        case "alphabetic", "alpha": { $0.properties.isAlphabetic }
        case "uppercase", "upper": { $0.properties.isUppercase }
        case "lowercase", "lower": { $0.properties.isLowercase }
        case "whitespace", "space": { $0.properties.isWhitespace }
        case "digit": digit.contains
        case "alnum": { $0.properties.isAlphabetic || $0.properties.generalCategory == .decimalNumber }
        case "word": word.contains
        case "blank": horizontalSpace.contains
        case "cntrl": { $0.properties.generalCategory == .control }
        case "punct": { punctuation.contains($0.properties.generalCategory) }
        case "graph": { isVisible($0) }
        case "print":
            { $0.properties.generalCategory == .spaceSeparator || isVisible($0) }
        case "xdigit", "hexdigit": { $0.properties.isHexDigit }
        case "asciihexdigit", "ahex": { $0.properties.isASCIIHexDigit }
        case "math": { $0.properties.isMath }
        case "dash": { $0.properties.isDash }
        case "diacritic", "dia": { $0.properties.isDiacritic }
        case "emoji": { $0.properties.isEmoji }
        case "emojipresentation": { $0.properties.isEmojiPresentation }
        case "emojimodifier": { $0.properties.isEmojiModifier }
        case "emojimodifierbase": { $0.properties.isEmojiModifierBase }
        case "ideographic", "ideo": { $0.properties.isIdeographic }
        case "quotationmark", "qmark": { $0.properties.isQuotationMark }
        case "idstart", "ids": { $0.properties.isIDStart }
        case "idcontinue", "idc": { $0.properties.isIDContinue }
        case "xidstart", "xids": { $0.properties.isXIDStart }
        case "xidcontinue", "xidc": { $0.properties.isXIDContinue }
        default: nil
        }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isWhitespace { return false }
        return switch scalar.properties.generalCategory {
        case .control, .surrogate, .unassigned: false
        default: true
        }
    }

    private typealias Categories = Set<Unicode.GeneralCategory>

    private static let punctuation: Categories = [
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation,
    ]

    /// By their short and their long names.
    private static let categories: [String: Categories] = {
        let single: [(String, String, Unicode.GeneralCategory)] = [
            ("lu", "uppercaseletter", .uppercaseLetter), ("ll", "lowercaseletter", .lowercaseLetter),
            ("lt", "titlecaseletter", .titlecaseLetter), ("lm", "modifierletter", .modifierLetter),
            ("lo", "otherletter", .otherLetter), ("mn", "nonspacingmark", .nonspacingMark),
            ("mc", "spacingmark", .spacingMark), ("me", "enclosingmark", .enclosingMark),
            ("nd", "decimalnumber", .decimalNumber), ("nl", "letternumber", .letterNumber),
            ("no", "othernumber", .otherNumber), ("pc", "connectorpunctuation", .connectorPunctuation),
            ("pd", "dashpunctuation", .dashPunctuation), ("ps", "openpunctuation", .openPunctuation),
            ("pe", "closepunctuation", .closePunctuation), ("pi", "initialpunctuation", .initialPunctuation),
            ("pf", "finalpunctuation", .finalPunctuation), ("po", "otherpunctuation", .otherPunctuation),
            ("sm", "mathsymbol", .mathSymbol), ("sc", "currencysymbol", .currencySymbol),
            ("sk", "modifiersymbol", .modifierSymbol), ("so", "othersymbol", .otherSymbol),
            ("zs", "spaceseparator", .spaceSeparator), ("zl", "lineseparator", .lineSeparator),
            ("zp", "paragraphseparator", .paragraphSeparator), ("cc", "control", .control), ("cf", "format", .format),
            ("cs", "surrogate", .surrogate), ("co", "privateuse", .privateUse), ("cn", "unassigned", .unassigned),
        ]
        let groups: [(String, String, Character)] = [
            ("l", "letter", "l"), ("m", "mark", "m"), ("n", "number", "n"), ("p", "punctuation", "p"),
            ("s", "symbol", "s"), ("z", "separator", "z"), ("c", "other", "c"),
        ]
        var categories: [String: Categories] = [:]
        for (short, long, category) in single {
            categories[short] = [category]
            categories[long] = [category]
        }
        for (short, long, first) in groups {
            let members = Categories(single.filter { $0.0.first == first }.map(\.2))
            categories[short] = members
            categories[long] = members
        }
        let cased: Categories = [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]
        categories["lc"] = cased
        categories["casedletter"] = cased
        return categories
    }()
}
