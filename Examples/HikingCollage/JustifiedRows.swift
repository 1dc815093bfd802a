/// Where pictures go on a collage: in rows of equal height and full width, none cut more than an extreme shape needs.
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
    /// One for each aspect ratio, in their order.
    var tiles: [Tile]

    /// Pixels between the tiles, and around them.
    static let gap = 8
    /// What the collage's height should be about, in pixels.
    static let desiredHeight = 1_200.0
    /// Rows lower than this would show nothing, higher ones would be one picture alone. Pixels.
    static let rowHeights = 80.0...1_100.0
    /// Panoramas and strips beyond these shapes are cut to them.
    static let aspectRatios = 0.4...3.5

    /// Breaks the pictures into rows such that all rows together are closest to one height.
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

    /// Least squares over all ways to break the line, as in setting a paragraph.
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
        // A row that was held down is not as wide as the collage, and stands in its middle.
        let left = Double(JustifiedRows.gap) + (usable - gaps - sum * exactHeight) / 2
        var before = 0.0
        for (index, shape) in shapes.enumerated() {
            // Rounding the edges and not the widths keeps the right edge straight.
            let x = left + before * exactHeight + Double(index * JustifiedRows.gap)
            let next = left + (before + shape) * exactHeight + Double(index * JustifiedRows.gap)
            let edge = Int(x.rounded())
            tiles.append(Tile(x: edge, y: height, width: max(Int(next.rounded()) - edge, 1), height: rowHeight))
            before += shape
        }
        height += rowHeight + JustifiedRows.gap
    }
}
