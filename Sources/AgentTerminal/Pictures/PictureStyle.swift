internal import LibraryModel
internal import LinuxSystem
internal import PhotosAgent

/// How pictures are drawn in the terminal that this program runs in.
struct PictureStyle: Hashable, Sendable {
    enum Colors: Int, Sendable {
        case monochrome, sixteen, indexed, direct
    }

    var kind: PictureKind
    var colors: Colors
    /// ASCII characters only.
    var isASCII: Bool
    /// Pixels of a character cell.
    var cell: PixelSize

    /// For terminals that do not tell. Rather too small, so that a picture stays within its cells.
    static let unknownCell = PixelSize(width: 8, height: 16)
    /// Pixels per cell from which a picture of characters is made.
    private static let symbolPixels = 8

    /// The cells of a terminal of this size.
    static func cell(_ size: TerminalSize) -> PixelSize {
        guard size.width >= size.columns * 2, size.height >= size.rows * 4, size.columns > 0, size.rows > 0 else {
            return unknownCell
        }
        return PixelSize(width: size.width / size.columns, height: size.height / size.rows)
    }

    /// The pixels needed for a picture of so many cells.
    func pixels(columns: Int, rows: Int) -> PixelSize {
        kind == .symbols
            ? PixelSize(width: columns * PictureStyle.symbolPixels, height: rows * PictureStyle.symbolPixels)
            : PixelSize(width: columns * cell.width, height: rows * cell.height)
    }
}
