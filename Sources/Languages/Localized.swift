/// What the tools say to a person, in the language of that person.
///
/// `key` is the English text: whoever reads the code reads what it says, and what is not translated is said in English.
/// A word that other languages say differently by its meaning has that after a bar, which English leaves out:
/// `"Place|of an album"`. `{name}` is a place for a value; the value `count` chooses the form of the plural, so that a
/// sentence has one number at most that changes its words. Every key is in each catalogue of `Catalogues`; English has
/// those with forms only.
///
/// The values are put in as they are: texts from outside are made harmless before, as everywhere.
package func localized(
    _ key: StaticString,
    _ values: KeyValuePairs<String, any CustomStringConvertible> = [:]
) -> String {
    localized(key, values, in: .current)
}

/// Marks a key that is said elsewhere, for `KnownTexts`: the catalogues have it like those of `localized`.
package func localizable(_ key: StaticString) -> StaticString { key }

package func localized(
    _ key: StaticString,
    _ values: KeyValuePairs<String, any CustomStringConvertible> = [:],
    in language: Language
) -> String {
    let count = values.first { $0.key == "count" }?.value as? any BinaryInteger
    let text = Catalogue.of(language).form(of: "\(key)", count: count.map { Int64(clamping: $0) })
    return text.filled { name in values.first { $0.key == name }.map { "\($0.value)" } }
}

extension String {
    /// The text with its places filled; a place without a value stays as it is written.
    func filled(_ value: (Substring) -> String?) -> String {
        guard utf8.contains(UInt8(ascii: "{")) else { return self }
        var result = ""
        var rest = self[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let place = rest[open...close]
            result += value(place.dropFirst().dropLast()) ?? String(place)
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
