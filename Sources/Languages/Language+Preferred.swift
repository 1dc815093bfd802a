internal import LinuxSystem

extension Language {
    /// Languages of a list that are looked at: nobody prefers more.
    private static let longestList = 32

    /// The first of several tags that the tools speak; English when they speak none of them.
    package static func preferred(_ tags: some Sequence<String>) -> Language {
        for tag in tags.prefix(longestList) {
            if let language = Language(tag: tag) { return language }
        }
        return .english
    }

    /// The language of the shell that the program was started from.
    static let ofShell = ofShell { EnvironmentVariables.value($0) }

    /// As gettext finds it: the locale of messages is the first of LC_ALL, LC_MESSAGES and LANG with a value, and the
    /// languages of LANGUAGE come before it, unless it is C.
    package static func ofShell(environment: (String) -> String?) -> Language {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
        if ["C", "POSIX"].contains(locale.prefix { $0 != "." }) { return .english }
        let list = (environment("LANGUAGE") ?? "").split(separator: ":").map { String($0) }
        return preferred(list + [locale])
    }

    /// The language for the value of the header `Accept-Language`.
    package static func preferred(acceptLanguage header: String) -> Language {
        let wishes = header.split(separator: ",").prefix(longestList).enumerated().map { position, wish in
            let parts = wish.split(separator: ";").map { part in part.filter { $0 != " " } }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (tag: parts.first ?? "", quality: quality, position: position)
        }
        let ordered = wishes.filter { $0.quality > 0 }.sorted { one, other in
            (-one.quality, one.position) < (-other.quality, other.position)
        }
        return preferred(ordered.map(\.tag))
    }
}
