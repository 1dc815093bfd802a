/// Lays out pictures in rows of full width and similar height, cropping only extreme aspect ratios.
struct JustifiedRows: Equatable {
    struct Tile: Equatable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    /// Pixels.
    var width: Int
    var height: Int
    /// The tiles, in the order of the aspect ratios.
    var tiles: [Tile]

    /// The gap between the tiles, and around them, in pixels.
    static let gap = 8
    /// The desired height of the collage in pixels.
    static let desiredHeight = 1_200.0
    /// The limits of a row's height in pixels: lower rows show nothing, higher ones would be one picture alone.
    static let rowHeights = 80.0...1_100.0
    /// Pictures beyond these aspect ratios are cropped to them.
    static let aspectRatios = 0.4...3.5

    /// Breaks the pictures into rows whose heights are as equal as possible.
    init(aspectRatios: [Double], width: Int) {
        self.width = width
        tiles = []
        height = JustifiedRows.gap
        guard !aspectRatios.isEmpty else { return }
        let shapes = aspectRatios.map {
            min(max($0, JustifiedRows.aspectRatios.lowerBound), Self.aspectRatios.upperBound)
        }
        let usable = Double(width - 2 * JustifiedRows.gap)
        let aim = (usable * JustifiedRows.desiredHeight / shapes.reduce(0, +)).squareRoot()
        let bounds = JustifiedRows.rowHeights
        for row in Self.bestRows(shapes, usable: usable, aim: min(max(aim, bounds.lowerBound), bounds.upperBound)) {
            append(shapes[row], usable: usable)
        }
    }

    /// Least squares over all possible breaks, as in typesetting a paragraph.
    private static func bestRows(_ shapes: [Double], usable: Double, aim: Double) -> [Range<Int>] {
        var cost = [0.0] + Array(repeating: Double.infinity, count: shapes.count)
        var start = Array(repeating: 0, count: shapes.count + 1)
        for end in 1...shapes.count {
            var sum = 0.0
            for first in stride(from: end - 1, through: 0, by: -1) {
                sum += shapes[first]
                let height = (usable - Double((end - first - 1) * gap)) / sum
                let off = (height - aim) / aim
                if cost[first] + off * off < cost[end] {
                    cost[end] = cost[first] + off * off
                    start[end] = first
                }
                // A longer row is only worse.
                if height < aim / 4 { break }
            }
        }
        var rows: [Range<Int>] = []
        var end = shapes.count
        while end > 0 {
            rows.append(start[end]..<end)
            end = start[end]
        }
        return rows.reversed()
    }

    private mutating func append(_ shapes: ArraySlice<Double>, usable: Double) {
        let gaps = Double((shapes.count - 1) * JustifiedRows.gap)
        let sum = shapes.reduce(0, +)
        let exactHeight = min((usable - gaps) / sum, JustifiedRows.rowHeights.upperBound)
        let rowHeight = max(Int(exactHeight.rounded()), 1)
        // A row at the height limit is narrower than the collage, and centred.
        let left = Double(JustifiedRows.gap) + (usable - gaps - sum * exactHeight) / 2
        var before = 0.0
        for (index, shape) in shapes.enumerated() {
            // Rounding edges instead of widths keeps the right edge straight.
            let x = left + before * exactHeight + Double(index * JustifiedRows.gap)
            let next = left + (before + shape) * exactHeight + Double(index * JustifiedRows.gap)
            let edge = Int(x.rounded())
            tiles.append(Tile(x: edge, y: height, width: max(Int(next.rounded()) - edge, 1), height: rowHeight))
            before += shape
        }
        height += rowHeight + JustifiedRows.gap
    }
}
