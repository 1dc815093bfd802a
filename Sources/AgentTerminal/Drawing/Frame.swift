internal import LibraryModel
internal import LinuxSystem

/// What is on the screen at one moment. Rows with pictures hold nothing else.
struct Frame {
    /// A picture and its place, from 0 on.
    struct Placement: Hashable {
        var column: Int
        var row: Int
        var picture: DrawnPicture
    }

    var size: TerminalSize
    var lines: [Int: StyledLine] = [:]
    var pictures: Set<Placement> = []
    /// Where the person is typing.
    var cursor: (column: Int, row: Int)?

    init(_ size: TerminalSize) { self.size = size }

    /// Puts a picture into the middle of a stretch of cells.
    mutating func place(_ picture: DrawnPicture, _ column: Int, _ row: Int, columns: Int, rows: Int) {
        pictures.insert(
            Placement(
                column: column + max(0, columns - picture.columns) / 2,
                row: row + max(0, rows - picture.rows) / 2,
                picture: picture
            )
        )
    }
}
