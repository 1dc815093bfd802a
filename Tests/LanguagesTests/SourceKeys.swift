import Foundation

/// What the code says to people: the keys of all calls of `localized` and `localizable` in the sources of programs and
/// of the page.
enum SourceKeys {
    static let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardized

    /// A call whose key is no literal.
    struct NoLiteral: Error, CustomStringConvertible {
        var file: String
        var text: Substring
        var description: String { "\(file): \(text)" }
    }

    /// Every key, and the files that have it.
    static func all() throws -> [String: Set<String>] {
        var keys: [String: Set<String>] = [:]
        let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        for name in names where name.hasSuffix(".swift") || name.hasSuffix(".js") {
            let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
            // Others have functions of that name, too.
            let isOwn = name.hasPrefix("Languages/") && !name.hasSuffix("/Localized.swift")
            guard isOwn || text.contains("import Languages") || text.contains("localized.js\";") else { continue }
            for call in text.ranges(of: #/\blocaliz(?:ed(?:Nodes)?|able)\(\s*/#) {
                guard let key = literal(text[call.upperBound...]) else {
                    throw NoLiteral(file: name, text: text[call.lowerBound...].prefix(80))
                }
                keys[key, default: []].insert(name)
            }
        }
        return keys
    }

    /// The literal at the beginning of a text: Swift's, also over several lines, or JavaScript's, also joined by `+`.
    private static func literal(_ text: Substring) -> String? {
        if let match = text.prefixMatch(of: #/"""\n(?<lines>(?s:.*?))\n(?<indentation> *)"""/#) {
            let indentation = match.indentation.count
            let lines = match.lines.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.dropFirst(indentation)
            }
            return lines.joined(separator: "\n").replacing("\\\n", with: "").replacing("\\\"", with: "\"")
        }
        var result = ""
        var rest = text
        while let match = rest.prefixMatch(of: #/"(?<text>(?:[^"\\\n]|\\.)*)"(?<more>\s*\+\s*)?/#) {
            result += match.text.replacing("\\\"", with: "\"")
            guard match.more != nil else { return result }
            rest = rest[match.range.upperBound...]
        }
        return nil
    }
}
