package import LibraryModel
internal import MediaWorker

/// A made-up photo of mountains under a sky, for demonstrations and tests: nobody's picture, and the same one for the
/// same values.
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
        let sides = 1...PixelImage.maximumSide
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw LibraryError(.invalidRequest, "a picture's sides are 1 to \(PixelImage.maximumSide) pixels")
        }
        return SampleScene(size: size, seed: seed).drawn()
    }
}
