import CSamplePictures
import LibraryModel
import MediaWorker

/// A picture in a format that the library reads and does not write: a quarter each of red (top left), green (top
/// right), blue (bottom left) and white, with some noise by which rows and frames differ.
struct SamplePicture {
    var width = 256
    var height = 192
    var pages = 1
    /// One of libvips' interpretations.
    var colours = "srgb"
    /// One of libvips' colour profiles.
    var profile: String?
    /// Each number of the file is 255 less the one that it should be.
    var isInverted = false
    /// How far each channel goes: the noise is between this and 255, or 0.
    var contrast = 235

    private var rgb: [UInt8] {
        let (high, low) = (UInt8(clamping: contrast), UInt8(clamping: 255 - contrast))
        var rows: [UInt8] = []
        rows.reserveCapacity(width * height * pages * 3)
        for page in 0..<pages {
            for y in 0..<height {
                for x in 0..<width {
                    // 16 steps of brightness, by chance but always the same.
                    let place = UInt32(truncatingIfNeeded: x &+ y &* width &+ page &* 7)
                    let shade = UInt8((place &* 2_654_435_761) >> 28)
                    let (left, top) = (x < width / 2, y < height / 2)
                    switch (left, top) {
                    case (true, true): rows += [high + shade, low - shade, low - shade]
                    case (false, true): rows += [low - shade, high + shade, low - shade]
                    case (true, false): rows += [low - shade, low - shade, high + shade]
                    case (false, false): rows += [high + shade, high + shade, high + shade]
                    }
                }
            }
        }
        return rows
    }

    /// Nil when libvips has no encoder for it here. `suffix` has the format and its options: `.png[interlace]`. A
    /// `bitdepth` of PNG must not be more than the colours have: libvips 8.14 would read beyond their rows.
    func encoded(_ suffix: String) -> [UInt8]? {
        // libvips starts once, and not while another thread encodes: arguments of tests are made at the same time.
        guard SamplePicture.isReady else { return nil }
        var length = 0
        let bytes = unsafe rgb.withUnsafeBytes { pixels in
            unsafe sample_picture_encode(
                pixels.baseAddress,
                Int32(width),
                Int32(height),
                Int32(pages),
                colours + (isInverted ? "!" : ""),
                profile,
                suffix,
                &length
            )
        }
        guard let bytes = unsafe bytes else { return nil }
        defer { unsafe sample_picture_free(bytes) }
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: length))
    }

    private static let isReady: Bool = {
        do {
            try MediaLibraries.start()
            return true
        } catch {
            return false
        }
    }()

    static func canEncode(_ suffix: String) -> Bool { SamplePicture().encoded(suffix) != nil }
}
