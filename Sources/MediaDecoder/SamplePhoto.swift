package import LibraryModel

/// A made-up photo of hills under a sky, for demonstrations and tests: nobody's picture, and the same one for the same
/// values.
package struct SamplePhoto: Sendable {
    package var size: PixelSize
    package var seed: UInt64
    package var exif: ExifBlock

    /// `date` is in microseconds since 1970.
    package init(
        size: PixelSize,
        seed: UInt64,
        date: Int64? = nil,
        utcOffset: Int32? = nil,
        location: Coordinate? = nil,
        make: String? = "OpenPhotoKit",
        model: String? = "Sample Camera"
    ) {
        self.size = size
        self.seed = seed
        exif = ExifBlock()
        if let date { exif.setCaptureDate(date, utcOffset: utcOffset) }
        exif.location = location
        exif.make = make
        exif.model = model
    }

    /// The photo as a JPEG file.
    package func encoded(quality: Int = 88) throws(LibraryError) -> [UInt8] {
        exif.inserted(intoJPEG: try pixels().encodedJPEG(quality: quality))
    }

    /// The picture alone.
    package func pixels() throws(LibraryError) -> PixelImage {
        var random = SplitMix(state: seed)
        let (width, height) = (size.width, size.height)
        guard (1...PixelImage.maximumSide).contains(width), (1...PixelImage.maximumSide).contains(height) else {
            throw LibraryError(.invalidRequest, "a picture's sides are 1 to \(PixelImage.maximumSide) pixels")
        }
        let palette = Palette.all[Int(random.next() % UInt64(Palette.all.count))]
        let ridges = (0..<4).map { Ridge(layer: $0, random: &random) }
        let sun = (
            x: (0.15 + 0.7 * random.fraction()) * Double(width), y: (0.12 + 0.25 * random.fraction()) * Double(height),
            radius: Double(height) * (0.04 + 0.03 * random.fraction())
        )
        var rgba = [UInt8](repeating: 255, count: width * height * 4)
        let tops = ridges.map { ridge in
            (0..<width).map { ridge.top(at: Double($0) / Double(width)) * Double(height) }
        }
        for y in 0..<height {
            let sky = palette.sky(at: Double(y) / Double(height))
            for x in 0..<width {
                var colour = sky
                let (dx, dy) = (Double(x) - sun.x, Double(y) - sun.y)
                let distance = (dx * dx + dy * dy).squareRoot() / sun.radius
                if distance < 6 { colour = colour.mixed(with: palette.sun, distance < 1 ? 1 : 0.35 / distance) }
                for layer in tops.indices where Double(y) >= tops[layer][x] {
                    let depth = (Double(y) - tops[layer][x]) / Double(height)
                    colour = palette.hill(layer).mixed(with: palette.haze, max(0, 0.35 - depth - 0.08 * Double(layer)))
                }
                let position = (y * width + x) * 4
                rgba[position] = colour.red
                rgba[position + 1] = colour.green
                rgba[position + 2] = colour.blue
            }
        }
        guard let image = PixelImage(size: size, rgba: rgba) else { preconditionFailure("the pixels fit the size") }
        return image
    }
}

/// Vigna's generator; the standard library's random numbers cannot be had twice.
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 to 1.
    mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
}

/// The upper edge of one row of hills: a few waves over each other, made of parabolas.
private struct Ridge {
    private var base: Double
    private var waves: [(height: Double, length: Double, shift: Double)]

    init(layer: Int, random: inout SplitMix) {
        base = 0.5 + 0.12 * Double(layer)
        waves = (1...4).map { octave in
            (
                height: 0.11 / Double(octave * octave), length: 0.9 / (Double(octave) * (1 + random.fraction())),
                shift: random.fraction()
            )
        }
    }

    /// From 0 (top of the picture) to 1.
    func top(at x: Double) -> Double {
        waves.reduce(base) { height, wave in
            let phase = x / wave.length + wave.shift
            let turn = (phase - phase.rounded(.down)) * 2 - 1
            let parabola = 4 * turn * (1 - abs(turn))
            return height + wave.height * parabola
        }
    }
}

private struct Colour {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    init(_ hex: UInt32) {
        red = UInt8(truncatingIfNeeded: hex >> 16)
        green = UInt8(truncatingIfNeeded: hex >> 8)
        blue = UInt8(truncatingIfNeeded: hex)
    }

    /// `share` of `other`, from 0 to 1.
    func mixed(with other: Colour, _ share: Double) -> Colour {
        let weight = Int(share * 256)
        func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
            UInt8(clamping: (Int(one) * (256 - weight) + Int(two) * weight) >> 8)
        }
        var result = self
        result.red = mix(red, other.red)
        result.green = mix(green, other.green)
        result.blue = mix(blue, other.blue)
        return result
    }
}

private struct Palette {
    var zenith: Colour
    var haze: Colour
    var sun: Colour
    var far: Colour
    var near: Colour

    static let all = [
        // Noon, evening, dawn, autumn.
        Palette(0x3B7DD8, 0xCFE3F5, 0xFFFBE8, 0x7FA3B8, 0x2F5D34),
        Palette(0x2B3A67, 0xF3A76B, 0xFFE2A0, 0x7B5A7E, 0x241C35),
        Palette(0x6FA3D0, 0xF7D9D0, 0xFFF3D6, 0xA7A1C2, 0x3C5468),
        Palette(0x5C9BD5, 0xEFE6CF, 0xFFF6DA, 0xB08A58, 0x6A3B1E),
    ]

    init(_ zenith: UInt32, _ haze: UInt32, _ sun: UInt32, _ far: UInt32, _ near: UInt32) {
        self.zenith = Colour(zenith)
        self.haze = Colour(haze)
        self.sun = Colour(sun)
        self.far = Colour(far)
        self.near = Colour(near)
    }

    /// From 0 (top of the picture) to 1.
    func sky(at height: Double) -> Colour { zenith.mixed(with: haze, min(1, height * 1.6)) }

    func hill(_ layer: Int) -> Colour { far.mixed(with: near, Double(layer) / 3) }
}
