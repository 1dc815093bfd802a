/// Texts that are said in English elsewhere, such as the reasons of the server's errors, and that a person reads in
/// their own language.
package struct KnownTexts: Sendable {
    /// A key as what stands around its places.
    private struct Pattern {
        var key: StaticString
        /// One more than there are places.
        var parts: [Substring]
        var names: [Substring]

        init(_ key: StaticString) {
            self.key = key
            let text = Substring("\(key)")
            var start = text.startIndex
            (parts, names) = ([], [])
            while let open = text[start...].firstIndex(of: "{"), let close = text[open...].firstIndex(of: "}") {
                parts.append(text[start..<open])
                names.append(text[text.index(after: open)..<close])
                start = text.index(after: close)
            }
            parts.append(text[start...])
        }

        /// What stands at the places of a text; nil for another text. A place takes as little as it can, the last one
        /// the rest.
        func values(in text: String) -> [Substring]? {
            var rest = text[...]
            guard rest.hasPrefix(parts[0]) else { return nil }
            rest = rest.dropFirst(parts[0].count)
            var values: [Substring] = []
            for (position, part) in parts.dropFirst().enumerated() {
                let isLast = position == names.count - 1
                guard let found = isLast ? KnownTexts.end(part, of: rest) : rest.firstRange(of: part) else {
                    return nil
                }
                values.append(rest[..<found.lowerBound])
                rest = rest[found.upperBound...]
            }
            return rest.isEmpty ? values : nil
        }
    }

    private let whole: [String: StaticString]
    private let patterns: [Pattern]

    /// Keys of the catalogues, each marked with `localizable`. A text that has several forms is that of the first.
    package init(_ keys: [StaticString]) {
        let all = keys.map { Pattern($0) }
        whole = Dictionary(all.filter(\.names.isEmpty).map { ("\($0.key)", $0.key) }) { first, _ in first }
        patterns = all.filter { !$0.names.isEmpty }
    }

    /// A text in the person's language; as it is when it is not known. What stands at its places is translated, too.
    package func translation(of text: String, in language: Language = .current) -> String {
        guard language != .english else { return text }
        if let key = whole[text] { return Catalogue.of(language).form(of: "\(key)", count: nil) }
        for pattern in patterns {
            guard let found = pattern.values(in: text) else { continue }
            let values = Dictionary(zip(pattern.names, found)) { first, _ in first }
            return Catalogue.of(language).form(of: "\(pattern.key)", count: nil).filled { name in
                values[name].map { translation(of: String($0), in: language) }
            }
        }
        return text
    }

    private static func end(_ part: Substring, of text: Substring) -> Range<Substring.Index>? {
        text.hasSuffix(part) ? text.index(text.endIndex, offsetBy: -part.count)..<text.endIndex : nil
    }
}
