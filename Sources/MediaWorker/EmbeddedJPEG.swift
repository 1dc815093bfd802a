internal import CMedia
internal import LibraryModel
internal import MediaWorkerProtocol

/// The largest JPEG image inside a camera RAW file that libraw cannot show: an unknown camera's, or a damaged one.
///
/// Found by its first bytes, not by the file's directories, which differ by maker and may be what is damaged.
struct EmbeddedJPEG {
    /// Bytes searched. The largest RAW files of today's cameras have less than 300 MB.
    private static let maximumSearched = 512 << 20
    /// Bytes read at a time.
    private static let partSize = 1 << 20
    /// The most places examined. Cameras embed three images at most; each also has a thumbnail.
    private static let maximumPlaces = 4_096
    /// Bytes of an image. Full-size previews have some 10 MB.
    private static let maximumSize = 64 << 20

    private let source: ByteSource
    private let offset: Int
    /// As stored.
    let size: PixelSize

    /// Nil without any.
    init?(largestIn source: ByteSource) {
        var largest: EmbeddedJPEG?
        var places = 0
        let end = min(source.count, EmbeddedJPEG.maximumSearched)
        // Parts overlap by two bytes, so that the three of a start are never separated.
        for start in stride(from: 0, to: end, by: EmbeddedJPEG.partSize) {
            let part = source.prefix(at: start, EmbeddedJPEG.partSize + 2)
            for index in part.indices.dropLast(2)
            where part[index] == 0xFF && part[index + 1] == 0xD8 && part[index + 2] == 0xFF {
                places += 1
                guard places <= EmbeddedJPEG.maximumPlaces else { break }
                guard let found = EmbeddedJPEG(source, at: start + index) else { continue }
                if found.size.width * found.size.height > (largest?.size).map({ $0.width * $0.height }) ?? 0 {
                    largest = found
                }
            }
        }
        guard let largest else { return nil }
        self = largest
    }

    /// Nil for anything but a baseline or progressive image: sensor data may be lossless JPEG.
    private init?(_ source: ByteSource, at start: Int) {
        let segments = JPEGSegments(source, at: start)
        for segment in segments {
            guard let frame = segments.frame(segment) else { continue }
            let isShown = (0xC0...0xC2).contains(segment.marker) && frame.precision == 8
            guard isShown, PictureBounds.allow(frame.size) else { return nil }
            self.source = source
            offset = start
            size = frame.size
            return
        }
        return nil
    }

    /// The image for display. `orientation` is EXIF's of the RAW image.
    func decode(_ orientation: Int32, fitting box: PixelSize) throws(LibraryError) -> DecodedPicture? {
        let bytes = source.prefix(at: offset, EmbeddedJPEG.maximumSize)
        var buffer = unsafe cmedia_buffer()
        var isDamaged: CInt = 0
        let status = unsafe bytes.withUnsafeBytes { bytes in
            unsafe cmedia_encoded_pixels(
                bytes.baseAddress,
                bytes.count,
                Int32(box.width),
                Int32(box.height),
                self.orientation(orientation),
                &buffer,
                &isDamaged
            )
        }
        guard status == CMEDIA_OK else { return nil }
        return DecodedPicture(shown: try unsafe PixelImage(taking: &buffer), isDamaged: isDamaged != 0)
    }

    /// Some cameras turn the preview of an upright photo, and some leave that to the viewer.
    func orientation(_ orientation: Int32) -> Int32 { orientation >= 5 && size.height > size.width ? 1 : orientation }
}
