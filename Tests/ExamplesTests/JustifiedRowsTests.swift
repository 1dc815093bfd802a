import Testing

@testable import HikingCollage

struct JustifiedRowsTests {
    @Test(arguments: [1, 2, 3, 7, 12, 40, 240])
    func `fills every row from edge to edge without overlaps`(count: Int) {
        let shapes = (0..<count).map { [1.5, 0.667, 1.333, 1.778][$0 % 4] }
        let layout = JustifiedRows(aspectRatios: shapes, width: 1_600)
        #expect(layout.tiles.count == count)
        var y = JustifiedRows.gap
        for row in rows(of: layout) {
            #expect(row[0].x == JustifiedRows.gap)
            #expect(row.allSatisfy { $0.y == y && $0.height == row[0].height })
            for (left, right) in zip(row, row.dropFirst()) {
                #expect(abs(right.x - left.x - left.width - JustifiedRows.gap) <= 1)
            }
            #expect(abs(row[row.count - 1].x + row[row.count - 1].width - (1_600 - JustifiedRows.gap)) <= 1)
            y += row[0].height + JustifiedRows.gap
        }
        #expect(layout.height == y)
    }

    @Test func `keeps the shape of each picture`() {
        let shapes = [1.5, 0.75, 1.0, 1.778, 0.667, 2.2, 1.333, 1.333, 0.8]
        let layout = JustifiedRows(aspectRatios: shapes, width: 1_600)
        for (tile, shape) in zip(layout.tiles, shapes) {
            #expect(abs(Double(tile.width) / Double(tile.height) / shape - 1) < 0.02)
        }
    }

    @Test func `stays near the height that a collage should have`() {
        let layout = JustifiedRows(aspectRatios: Array(repeating: 1.5, count: 12), width: 1_600)
        #expect((900...1_500).contains(layout.height))
    }

    @Test func `holds down and centres a single upright picture`() {
        let layout = JustifiedRows(aspectRatios: [0.5], width: 1_600)
        #expect(layout.tiles == [JustifiedRows.Tile(x: 525, y: 8, width: 550, height: 1_100)])
    }

    @Test func `cuts extreme shapes`() {
        let layout = JustifiedRows(aspectRatios: [0.001, 1_000], width: 1_600)
        let shapes = layout.tiles.map { Double($0.width) / Double($0.height) }
        #expect(abs(shapes[0] - 0.4) < 0.01 && abs(shapes[1] - 3.5) < 0.05)
    }

    @Test func `is empty without pictures`() {
        #expect(JustifiedRows(aspectRatios: [], width: 1_600).tiles.isEmpty)
    }

    private func rows(of layout: JustifiedRows) -> [[JustifiedRows.Tile]] {
        layout.tiles.reduce(into: []) { rows, tile in
            if let last = rows.last, last[0].y == tile.y {
                rows[rows.count - 1].append(tile)
            } else {
                rows.append([tile])
            }
        }
    }
}
