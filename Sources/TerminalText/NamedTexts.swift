/// Names with texts beside them, as a help lists commands and options.
package enum NamedTexts {
    /// A name that takes more columns has its text below it.
    private static let longestName = 36
    /// Fewer columns of text are not readable.
    private static let narrowest = 24

    /// The texts in a column, broken so that lines have at most some columns.
    package static func lines(_ pairs: [(name: String, text: String)], columns: Int) -> [String] {
        let width = min(pairs.map(\.name.columns).max() ?? 0, longestName)
        let margin = String(repeating: " ", count: 2 + width + 2)
        return pairs.flatMap { pair -> [String] in
            let name = "  " + pair.name.padding(to: width) + "  "
            var lines = pair.text.wrapped(columns: max(columns - margin.count, narrowest)).map { margin + $0 }
            if pair.name.columns > width { return ["  " + pair.name] + lines }
            if !lines.isEmpty { lines[0] = name + lines[0].dropFirst(margin.count) }
            return lines
        }
    }
}
