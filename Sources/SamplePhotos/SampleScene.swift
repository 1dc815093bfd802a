internal import LibraryModel

/// The picture on a sample photo: a sky with a sun and clouds, mountains behind hills, and a lake or a meadow with
/// trees.
///
/// Colours come from tables made once for each picture, and each pixel of the ground is written once, so that a picture
/// takes milliseconds even in a program built for debugging.
struct SampleScene {
    private let width: Int
    private let height: Int
    private let palette: ScenePalette
    private var random: SplitMix
    /// Rows from the top.
    private var pixels: [SceneColour]

    init(size: PixelSize, seed: UInt64) {
        width = size.width
        height = size.height
        random = SplitMix(state: seed)
        palette = ScenePalette.all[random.index(below: ScenePalette.all.count)]
        pixels = []
        pixels.reserveCapacity(width * height)
    }

    func drawn() -> PixelImage {
        var scene = self
        scene.drawSky()
        scene.drawClouds()
        scene.drawLand()
        let bytes = unsafe scene.pixels.withUnsafeBytes { unsafe [UInt8]($0) }
        guard let image = PixelImage(size: PixelSize(width: width, height: height), rgba: bytes) else {
            preconditionFailure("the pixels fit the size")
        }
        return image
    }

    // MARK: Sky

    private mutating func drawSky() {
        for y in 0..<height {
            let share = min(1, Double(y) / Double(height) * 1.7)
            pixels.append(contentsOf: repeatElement(palette.zenith.mixed(with: palette.haze, share), count: width))
        }
        let radius = Double(height) * (0.035 + 0.02 * random.fraction())
        let x = (0.15 + 0.7 * random.fraction()) * Double(width)
        let y = (0.12 + 0.2 * random.fraction()) * Double(height)
        blend(palette.sun, x: x, y: y, radiusX: radius * 5, radiusY: radius * 5) { distance in
            distance < 0.2 ? 1 : 0.5 * (1 - distance) * (1 - distance)
        }
    }

    private mutating func drawClouds() {
        for _ in 0..<random.index(below: 5) {
            let (x, y) = (random.fraction() * Double(width), (0.06 + 0.26 * random.fraction()) * Double(height))
            let scale = (0.03 + 0.04 * random.fraction()) * Double(height)
            for puff in 0..<6 {
                let offset = (Double(puff) - 2.5) * scale * 1.3
                blend(
                    palette.cloud,
                    x: x + offset,
                    y: y - random.fraction() * scale * 0.7,
                    radiusX: scale * (1.6 + random.fraction()),
                    radiusY: scale * (0.6 + 0.5 * random.fraction())
                ) { distance in 0.7 * (1 - distance) }
            }
        }
    }

    /// Mixes a colour into an ellipse; `share` is asked with the distance from its middle, 1 being the edge.
    private mutating func blend(
        _ colour: SceneColour,
        x: Double,
        y: Double,
        radiusX: Double,
        radiusY: Double,
        share: (Double) -> Double
    ) {
        let columns = SampleScene.span(around: x, radiusX, below: width)
        for row in SampleScene.span(around: y, radiusY, below: height) {
            for column in columns {
                let (dx, dy) = ((Double(column) - x) / radiusX, (Double(row) - y) / radiusY)
                let distance = (dx * dx + dy * dy).squareRoot()
                guard distance < 1 else { continue }
                let position = row * width + column
                pixels[position] = pixels[position].mixed(with: colour, share(distance))
            }
        }
    }

    private static func span(around middle: Double, _ radius: Double, below limit: Int) -> Range<Int> {
        let start = min(limit, max(0, Int(middle - radius)))
        return start..<min(limit, max(start, Int(middle + radius) + 1))
    }

    // MARK: Land

    private mutating func drawLand() {
        let hasLake = random.index(below: 5) < 2
        let shore = hasLake ? Int((0.72 + 0.1 * random.fraction()) * Double(height)) : height
        let layers = hasLake ? 3 : 4
        let ridges = (0..<layers).map { layer in
            Ridge(layer: layer, base: 0.4 + (hasLake ? 0.11 : 0.14) * Double(layer), random: &random)
        }
        let tops = ridges.map { ridge in
            (0..<width).map { x in min(shore, Int(ridge.top(at: Double(x) / Double(width)) * Double(height))) }
        }
        let bands = ridges.indices.map { layer in
            (0..<height).map { depth in
                let share = max(0, 0.5 - 1.6 * Double(depth) / Double(height) - 0.12 * Double(layer))
                return palette.ground(layer, of: layers).mixed(with: palette.haze, share)
            }
        }
        let snowLine = Int((0.3 + 0.1 * random.fraction()) * Double(height))
        for x in 0..<width {
            var end = shore
            for layer in ridges.indices.reversed() {
                let top = max(0, tops[layer][x])
                guard top < end else { continue }
                for y in top..<end { pixels[y * width + x] = bands[layer][y - top] }
                end = top
                if layer == 0 && palette.hasSnow { drawSnow(x, from: top, until: snowLine) }
            }
        }
        if hasLake {
            drawLake(from: shore)
        } else {
            drawFlowers(on: tops[layers - 1])
        }
        drawTrees(on: tops[layers - 1], height: hasLake ? 0.05 : 0.12)
    }

    /// Snow down to a ragged line.
    private mutating func drawSnow(_ x: Int, from top: Int, until line: Int) {
        let ragged =
            line + random.index(below: max(1, height / 40)) - abs((x * 16 / max(1, width)) % 4 - 2) * height / 90
        guard top < ragged else { return }
        for y in top..<min(ragged, height) {
            let position = y * width + x
            pixels[position] = pixels[position].mixed(with: palette.snow, 0.85)
        }
    }

    /// What is above the shore, upside down and broken by waves.
    private mutating func drawLake(from shore: Int) {
        for y in shore..<height {
            let source = max(0, shore - 1 - (y - shore))
            let wave = random.index(below: 2 + (y - shore) * 12 / max(1, height - shore))
            let share = 0.25 + 0.35 * Double(y - shore) / Double(max(1, height - shore))
            for x in 0..<width {
                let mirrored = pixels[source * width + min(width - 1, x + wave)]
                pixels[y * width + x] = mirrored.mixed(with: palette.water, share)
            }
        }
    }

    private mutating func drawFlowers(on top: [Int]) {
        guard let flowers = palette.flowers else { return }
        for _ in 0..<(width / 2) {
            let x = random.index(below: width)
            let ground = height - top[x]
            guard ground > 8 else { continue }
            let depth = 4 + random.index(below: ground - 4)
            let side = 1 + depth * height / 120 / max(1, ground)
            for y in top[x] + depth..<min(height, top[x] + depth + side) {
                for column in x..<min(width, x + side) { pixels[y * width + column] = flowers }
            }
        }
    }

    /// Firs, in groups.
    private mutating func drawTrees(on top: [Int], height share: Double) {
        let colour = palette.near.mixed(with: SceneColour(0x08120C), 0.55)
        for _ in 0..<(2 + random.index(below: 4)) {
            let middle = random.fraction()
            for _ in 0..<(3 + random.index(below: 8)) {
                let x = Int((middle + (random.fraction() - 0.5) * 0.16) * Double(width))
                guard top.indices.contains(x) else { continue }
                drawTree(x, foot: min(height - 1, top[x] + 2), height: (0.4 + 0.6 * random.fraction()) * share, colour)
            }
        }
    }

    private mutating func drawTree(_ x: Int, foot: Int, height share: Double, _ colour: SceneColour) {
        let tall = Int(share * Double(height))
        guard tall > 2 else { return }
        for row in 0..<tall {
            let y = foot - tall + row
            guard y >= 0 else { continue }
            // Three tiers of branches, each wider than the one above.
            let tier = Double(row * 3 % tall) / Double(tall)
            let half = Int(Double(tall) * 0.24 * (Double(row) / Double(tall) * 0.7 + tier * 0.3))
            for column in max(0, x - half)..<min(width, x + half + 1) {
                pixels[y * width + column] = colour
            }
        }
    }
}

/// The upper edge of one row of mountains or hills: those far away are jagged, those near are round.
private struct Ridge {
    private let base: Double
    private let heights: [[Double]]
    private let isJagged: Bool
    private let relief: Double

    init(layer: Int, base: Double, random: inout SplitMix) {
        self.base = base
        isJagged = layer < 2
        relief = layer == 0 ? 0.42 : layer == 1 ? 0.26 : 0.16
        heights = (0..<(layer < 2 ? 6 : 2)).map { octave in
            (0...(3 << octave) + 1).map { _ in random.fraction() }
        }
    }

    /// From 0 (top of the picture) to 1.
    func top(at x: Double) -> Double {
        var sum = 0.0
        var share = 0.5
        for octave in heights {
            let place = x * Double(octave.count - 2)
            let index = min(octave.count - 2, Int(place))
            let part = place - Double(index)
            let weight = isJagged ? part : part * part * (3 - 2 * part)
            sum += share * (octave[index] * (1 - weight) + octave[index + 1] * weight - 0.5)
            share *= 0.5
        }
        return base - sum * relief * 1.6
    }
}

/// Four bytes of a picture: red, green, blue, alpha.
private struct SceneColour: BitwiseCopyable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    var alpha: UInt8 = 255

    init(_ hex: UInt32) {
        red = UInt8(truncatingIfNeeded: hex >> 16)
        green = UInt8(truncatingIfNeeded: hex >> 8)
        blue = UInt8(truncatingIfNeeded: hex)
    }

    /// `share` of `other`, from 0 to 1.
    func mixed(with other: SceneColour, _ share: Double) -> SceneColour {
        let weight = Int(share * 256)
        var result = self
        result.red = UInt8((Int(red) * (256 - weight) + Int(other.red) * weight) >> 8)
        result.green = UInt8((Int(green) * (256 - weight) + Int(other.green) * weight) >> 8)
        result.blue = UInt8((Int(blue) * (256 - weight) + Int(other.blue) * weight) >> 8)
        return result
    }
}

/// The colours of a time of day and year.
private struct ScenePalette {
    var zenith: SceneColour
    var haze: SceneColour
    var sun: SceneColour
    var cloud: SceneColour
    var far: SceneColour
    var near: SceneColour
    var water: SceneColour
    var flowers: SceneColour?
    var hasSnow: Bool

    let snow = SceneColour(0xF4F8FC)

    static let all = [
        // Noon in summer, evening, dawn, autumn, spring, winter, dusk.
        ScenePalette(0x2F74CF, 0xD4E7F6, 0xFFFBE8, 0xFFFFFF, 0x6F8FA8, 0x2F6B35, 0x2C5F86, 0xF2D541, true),
        ScenePalette(0x2B3A67, 0xF59E5E, 0xFFE2A0, 0xF7B7A0, 0x6B4F78, 0x1E1A2E, 0x3A3050, nil, false),
        ScenePalette(0x6FA3D0, 0xFAD6CC, 0xFFF3D6, 0xFFE9E4, 0x9C97BD, 0x35505F, 0x7189A8, nil, true),
        ScenePalette(0x4F93D2, 0xF2E6C8, 0xFFF6DA, 0xFFFDF6, 0xA98458, 0x7A4318, 0x4D6A78, 0xC9612B, false),
        ScenePalette(0x5AA6E0, 0xE6F3EC, 0xFFFDE0, 0xFFFFFF, 0x86A9A0, 0x5C9A3C, 0x3B7C8C, 0xE889B4, true),
        ScenePalette(0x7FA9D6, 0xEEF3F8, 0xFFF9EA, 0xFBFCFE, 0xA9BACB, 0xDDE6EE, 0x6C8CA6, nil, true),
        ScenePalette(0x0F1B3D, 0x6C5B8E, 0xF3ECD8, 0x4A4772, 0x33355F, 0x0C1020, 0x1B2348, nil, false),
    ]

    init(
        _ zenith: UInt32,
        _ haze: UInt32,
        _ sun: UInt32,
        _ cloud: UInt32,
        _ far: UInt32,
        _ near: UInt32,
        _ water: UInt32,
        _ flowers: UInt32?,
        _ hasSnow: Bool
    ) {
        self.zenith = SceneColour(zenith)
        self.haze = SceneColour(haze)
        self.sun = SceneColour(sun)
        self.cloud = SceneColour(cloud)
        self.far = SceneColour(far)
        self.near = SceneColour(near)
        self.water = SceneColour(water)
        self.flowers = flowers.map { SceneColour($0) }
        self.hasSnow = hasSnow
    }

    func ground(_ layer: Int, of count: Int) -> SceneColour { far.mixed(with: near, Double(layer) / Double(count - 1)) }
}
