internal import LibraryModel
internal import LinuxSystem

/// The content of the screen. Rows with pictures have no text.
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
    /// Where the person types.
    var cursor: (column: Int, row: Int)?

    init(_ size: TerminalSize) { self.size = size }

    /// Centres a picture in an area of cells.
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
