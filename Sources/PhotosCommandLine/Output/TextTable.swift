import TerminalText

/// Rows in aligned columns, without a space at the end of a line.
struct TextTable {
    /// The alignment of a column.
    enum Alignment {
        case left, right
    }

    private let alignments: [Alignment]
    private var rows: [[String]] = []

    init(_ alignments: Alignment...) {
        self.alignments = alignments
    }

    /// A row; missing cells at its end are empty.
    mutating func append(_ cells: String...) {
        rows.append(cells)
    }

    /// A row of the columns' names, in capitals where the language has them.
    mutating func appendHeading(_ names: String...) {
        rows.append(names.map { $0.uppercased() })
    }

    var lines: [String] {
        let widths = alignments.indices.map { column in
            rows.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                if column > 0 { line += "  " }
                line += cell.padding(to: widths[column], before: alignments[column] == .right)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
