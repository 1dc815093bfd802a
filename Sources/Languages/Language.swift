/// A language in which the person's tools speak.
package enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case japanese = "ja"
    case chinese = "zh-Hans"
    case korean = "ko"
    case vietnamese = "vi"
    case german = "de"

    /// The language of the person who is spoken to: of the shell, or, while a request of the page is answered, of the
    /// browser.
    @TaskLocal package static var current: Language = .ofShell

    /// As in BCP 47.
    package var tag: String { rawValue }

    /// In which direction it is written, as HTML's `dir`.
    package var direction: String { "ltr" }

    /// Between the whole and the parts of a number.
    package var decimalSeparator: String {
        switch self {
        case .english, .japanese, .chinese, .korean: "."
        case .vietnamese, .german: ","
        }
    }

    /// The language for a tag of BCP 47 (`zh-CN`) or a locale's name (`de_AT.UTF-8`). Nil for a language that the tools
    /// do not speak, such as Chinese in traditional characters.
    package init?(tag: String) {
        let bare = tag.prefix { $0 != "." && $0 != "@" }
        let parts = bare.split { $0 == "-" || $0 == "_" }.map { $0.lowercased() }
        switch parts.first {
        case "en": self = .english
        case "ja": self = .japanese
        case "ko": self = .korean
        case "vi": self = .vietnamese
        case "de": self = .german
        case "zh":
            if parts.contains("hans") {
                self = .chinese
                return
            }
            guard !parts.contains(where: ["hant", "tw", "hk", "mo"].contains) else { return nil }
            self = .chinese
        default: return nil
        }
    }
}
