/// A picture as a terminal takes it. Equal only to itself.
final class DrawnPicture: Sendable, Hashable {
    /// Cells that it takes.
    let columns: Int
    let rows: Int
    /// A line for each row, or one sequence that draws all of it.
    let lines: [[UInt8]]

    init(columns: Int, rows: Int, lines: [[UInt8]]) {
        self.columns = columns
        self.rows = rows
        self.lines = lines
    }

    /// Where there is no picture.
    static let missing = DrawnPicture(columns: 1, rows: 1, lines: [Array("-".utf8)])

    var byteCount: Int { lines.reduce(0) { $0 + $1.count } }

    static func == (left: DrawnPicture, right: DrawnPicture) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
