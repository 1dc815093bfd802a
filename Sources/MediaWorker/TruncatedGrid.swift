internal import LibraryModel

/// A truncated HEIF grid, cut to its complete rows for libheif, which decodes no grid that lacks a tile.
///
/// Phones store a photo as a grid of tiles, row by row, each an image item. This patches the number of rows and the
/// height in the grid's description, its `ispe` property, and the list of its tiles in `iref`.
struct TruncatedGrid {
    /// What a grid is made of.
    private struct Shape {
        /// Where its description is: version, flags, rows and columns less one, and its size.
        var start: Int
        /// Bytes of a side's length.
        var sideLength: Int
        var rows: Int
        var columns: Int
        var width: Int
        var height: Int
    }

    /// The box of `iref` that lists its tiles.
    private struct Tiles {
        var box: ISOBox
        /// Bytes of an item's number.
        var numberLength: Int
        var numbers: [Int]
    }

    private let source: ByteSource
    /// Rising, none over another.
    private var patches: [(offset: Int, bytes: [UInt8])] = []

    /// `end`: how long the file would be. Nil where the picture is no grid, or not one whole row of it is there.
    init?(_ source: ByteSource, upTo end: Int) {
        self.source = source
        do throws(LibraryError) {
            guard try mend(upTo: end) else { return nil }
        } catch {
            return nil
        }
    }

    /// The file with what is overwritten in it.
    var pieces: [PictureInput.Piece] {
        var pieces: [PictureInput.Piece] = []
        var offset = 0
        for patch in patches {
            pieces.append(.file(offset: offset, count: patch.offset - offset))
            pieces.append(.bytes(patch.bytes))
            offset = patch.offset + patch.bytes.count
        }
        return pieces + [.file(offset: offset, count: source.count - offset)]
    }

    /// Returns false where there is nothing to show.
    private mutating func mend(upTo end: Int) throws(LibraryError) -> Bool {
        let source = source
        func inside(_ box: ISOBox, behind count: Int = 0) throws(LibraryError) -> [ISOBox] {
            guard box.body.count >= count else { return [] }
            return try ISOBox.all(source, box.body.lowerBound + count..<box.body.upperBound).boxes
        }
        guard let metadata = try ISOBox.all(source, 0..<source.count).boxes.first(where: { $0.type == "meta" }) else {
            return false
        }
        let boxes = try inside(metadata, behind: 4)
        func first(_ type: String) -> ISOBox? { boxes.first { $0.type == type } }
        guard let places = first("iloc"), let references = first("iref"), let properties = first("iprp"),
            let primary = first("pitm")
        else { return false }
        let locations = try ItemLocations(source, places, data: first("idat")?.body, fileSize: end)
        guard let version = number(at: primary.body.lowerBound, 1),
            let grid = number(at: primary.body.lowerBound + 4, version == 0 ? 2 : 4),
            let shape = locations.extents[grid]?.first.flatMap({ shape(at: $0.lowerBound) }),
            let tiles = tiles(of: grid, in: try inside(references, behind: 4), references),
            tiles.numbers.count == shape.rows * shape.columns
        else { return false }
        let whole = tiles.numbers.prefix { tile in
            locations.extents[tile].map { !$0.isEmpty && $0.allSatisfy { $0.upperBound <= source.count } } ?? false
        }
        let rows = whole.count / shape.columns
        guard rows > 0, rows < shape.rows, shorten(tiles, to: rows * shape.columns) else { return false }
        // Ends in the last whole row, however high its tiles are.
        let height = shape.height * rows / shape.rows
        patch(shape.start + 2, rows - 1, 1)
        patch(shape.start + 4 + shape.sideLength, height, shape.sideLength)
        for container in try inside(properties) where container.type == "ipco" {
            for size in try inside(container) where size.type == "ispe" {
                let side = size.body.lowerBound + 4
                guard number(at: side, 4) == shape.width, number(at: side + 4, 4) == shape.height else { continue }
                patch(side + 4, height, 4)
            }
        }
        patches.sort { $0.offset < $1.offset }
        return true
    }

    private func shape(at start: Int) -> Shape? {
        guard let head = source.bytes(at: start, 4), head[0] == 0 else { return nil }
        let length = head[1] & 1 == 0 ? 2 : 4
        guard let width = number(at: start + 4, length), let height = number(at: start + 4 + length, length) else {
            return nil
        }
        return Shape(
            start: start,
            sideLength: length,
            rows: Int(head[2]) + 1,
            columns: Int(head[3]) + 1,
            width: width,
            height: height
        )
    }

    private func tiles(of grid: Int, in boxes: [ISOBox], _ references: ISOBox) -> Tiles? {
        guard let version = number(at: references.body.lowerBound, 1) else { return nil }
        let length = version == 0 ? 2 : 4
        for box in boxes where box.type == "dimg" && box.body.lowerBound == box.start + 8 {
            let start = box.body.lowerBound
            guard number(at: start, length) == grid, let count = number(at: start + length, 2),
                box.body.count == length + 2 + count * length
            else { continue }
            let numbers = (0..<count).compactMap { number(at: start + length + 2 + $0 * length, length) }
            return numbers.count == count ? Tiles(box: box, numberLength: length, numbers: numbers) : nil
        }
        return nil
    }

    /// Ends the list early, and makes of its rest a reference that means nothing, because libheif reads them as they
    /// follow each other. Returns false where the rest has no room for one.
    private mutating func shorten(_ tiles: Tiles, to count: Int) -> Bool {
        // Length and type, the item that refers, and to how many.
        let headLength = 8 + tiles.numberLength + 2
        let rest = (tiles.numbers.count - count) * tiles.numberLength
        guard rest >= headLength else { return false }
        let length = headLength + count * tiles.numberLength
        let start = tiles.box.start
        patch(start, length, 4)
        patch(start + headLength - 2, count, 2)
        patch(start + length, rest, 4)
        patches.append((start + length + 4, Array("free".utf8)))
        patches.append((start + length + 8, Array(repeating: 0xFF, count: tiles.numberLength)))
        patch(start + length + headLength - 2, (rest - headLength) / tiles.numberLength, 2)
        return true
    }

    private func number(at offset: Int, _ length: Int) -> Int? {
        source.bytes(at: offset, length).map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    private mutating func patch(_ offset: Int, _ number: Int, _ length: Int) {
        patches.append((offset, (0..<length).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }))
    }
}
