/// A picture as bytes for the terminal. Equal only to itself.
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

    /// Takes the place of a picture that cannot be made.
    static let missing = DrawnPicture(columns: 1, rows: 1, lines: [Array("-".utf8)])

    var byteCount: Int { lines.reduce(0) { $0 + $1.count } }

    static func == (left: DrawnPicture, right: DrawnPicture) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
