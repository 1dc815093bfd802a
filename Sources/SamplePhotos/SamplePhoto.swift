package import LibraryModel
internal import MediaWorker

/// A made-up photo of mountains under a sky, for demonstrations and tests: nobody's picture, and the same one for the
/// same values.
package struct SamplePhoto: Sendable {
    package var size: PixelSize
    package var seed: UInt64
    package var exif: ExifBlock
    /// The levels by which pixels differ by chance, as a sensor's do. Files of photos without any are a tenth as long.
    package var grain = 0

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
        try size.checkOfPicture()
        let scene = SampleScene(size: size, seed: seed).drawn()
        return grain > 0 ? grained(scene) : scene
    }

    private func grained(_ scene: PixelImage) -> PixelImage {
        var random = SplitMix(state: seed)
        var bytes = scene.rgba
        for start in stride(from: 0, to: bytes.count, by: 4) {
            let chance = random.next()
            for channel in 0..<3 {
                // The sum of two is more often near the middle.
                let parts = (chance >> UInt64(channel * 16) & 0xFF, chance >> UInt64(channel * 16 + 8) & 0xFF)
                let level = (Int(parts.0) + Int(parts.1) - 255) * grain / 255
                bytes[start + channel] = UInt8(clamping: Int(bytes[start + channel]) + level)
            }
        }
        guard let image = PixelImage(size: scene.size, rgba: bytes) else {
            preconditionFailure("the pixels fit the size")
        }
        return image
    }
}
