/// As much of a terminal as the agent uses: where text stands, and whether the screen was given back.
struct TerminalModel {
    let columns: Int
    let rows: Int
    private var cells: [[Character]]
    private var column = 0
    private var row = 0
    /// The first screen and the cursor on it, while the alternate one is shown.
    private var saved: (cells: [[Character]], column: Int, row: Int)?
    /// Bytes of a sequence that is not complete yet.
    private var pending: [UInt8] = []
    var isAlternate: Bool { saved != nil }
    private(set) var isCursorShown = true
    /// Sequences of pictures, by how they begin: `_G`, `P`, `]1337`.
    private(set) var pictures: [String] = []
    /// What no terminal should be told by an agent.
    private(set) var unexpected: [String] = []

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = TerminalModel.blank(columns, rows)
    }

    private static func blank(_ columns: Int, _ rows: Int) -> [[Character]] {
        Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// Lines of the screen without the spaces at their ends.
    var lines: [String] {
        cells.map { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }

    var text: String { lines.joined(separator: "\n") }

    mutating func write(_ bytes: ArraySlice<UInt8>) {
        pending += bytes
        while let count = takeNext() { pending.removeFirst(count) }
    }

    /// Obeys what comes next and returns how many bytes it was. Nil when it is not complete.
    private mutating func takeNext() -> Int? {
        guard let first = pending.first else { return nil }
        if first == 0x1B { return takeSequence() }
        if first < 0x20 || first == 0x7F {
            if first == 0x0A { feedLine() }
            if first == 0x0D { column = 0 }
            return 1
        }
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard pending.count >= length else { return nil }
        if column < columns, let character = String(decoding: pending.prefix(length), as: UTF8.self).first {
            cells[row][column] = character
            column += 1
        }
        return length
    }

    private mutating func feedLine() {
        row += 1
        guard row == rows else { return }
        row -= 1
        cells.removeFirst()
        cells.append(Array(repeating: " ", count: columns))
    }

    private mutating func takeSequence() -> Int? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["):
            guard let end = pending.indices.dropFirst(2).first(where: { (0x40...0x7E).contains(pending[$0]) }) else {
                return nil
            }
            obey(String(decoding: pending[2...end], as: UTF8.self))
            return end + 1
        case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"):
            // Ends with ESC \, or with BEL.
            guard
                let end = pending.indices.dropFirst(2).first(where: {
                    pending[$0] == 7 || (pending[$0] == 0x5C && pending[$0 - 1] == 0x1B)
                })
            else { return nil }
            let text = String(decoding: pending[1...min(end, 5)], as: UTF8.self)
            let isPicture = text.hasPrefix("_G") || text.hasPrefix("P") || text.hasPrefix("]1337")
            if isPicture { pictures.append(text) } else { unexpected.append(text) }
            return end + 1
        default:
            unexpected.append(String(decoding: pending.prefix(2), as: UTF8.self))
            return 2
        }
    }

    private mutating func obey(_ sequence: String) {
        switch sequence {
        case "?1049h":
            if saved == nil { saved = (cells, column, row) }
            cells = TerminalModel.blank(columns, rows)
        case "?1049l":
            guard let saved else { break }
            (cells, column, row) = saved
            self.saved = nil
        case "?25h", "?25l": isCursorShown = sequence.last == "h"
        case "2J": cells = TerminalModel.blank(columns, rows)
        case "2K": cells[row] = Array(repeating: " ", count: columns)
        case "?2026h", "?2026l", "?2004h", "?2004l": break
        default:
            if sequence.last == "H" {
                let place = sequence.dropLast().split(separator: ";").compactMap { Int($0) }
                row = min(max(0, (place.first ?? 1) - 1), rows - 1)
                column = max(0, (place.last ?? 1) - 1)
            } else if sequence.last == "b" {
                // Repeats the character before: part of a picture.
                let count = Int(sequence.dropLast()) ?? 1
                guard column > 0 else { return }
                for _ in 0..<count where column < columns {
                    cells[row][column] = cells[row][column - 1]
                    column += 1
                }
            } else if sequence.last != "m" && sequence != "?80l" && sequence != "?80h" {
                unexpected.append("[" + sequence)
            }
        }
    }
}
