import LibraryModel
import LinuxSystem
import SamplePhotos

@testable import MediaWorker

/// Bytes as an open file without a name.
func file(_ bytes: [UInt8]) throws -> OwnedDescriptor {
    try SealedMemory.make(bytes.span, name: "fixture")
}

/// What `MediaFile` reads from bytes.
func metadata(of bytes: [UInt8]) throws -> MediaMetadata {
    let open = try file(bytes)
    let media = try MediaFile(descriptor: open.rawValue)
    let metadata = try media.readMetadata()
    return withExtendedLifetime(open) { metadata }
}

func pixels(of bytes: [UInt8], fitting size: PixelSize) throws -> PixelImage {
    let open = try file(bytes)
    let image = try MediaFile(descriptor: open.rawValue).decodePixels(fitting: size)
    return withExtendedLifetime(open) { image }
}

/// A plain JPEG: a quarter each of red (top left), green (top right), blue (bottom left) and white.
func quarters(width: Int = 64, height: Int = 32, exif: ExifBlock? = nil) throws -> [UInt8] {
    var rgba: [UInt8] = []
    for y in 0..<height {
        for x in 0..<width {
            switch (x < width / 2, y < height / 2) {
            case (true, true): rgba += [255, 0, 0, 255]
            case (false, true): rgba += [0, 255, 0, 255]
            case (true, false): rgba += [0, 0, 255, 255]
            case (false, false): rgba += [255, 255, 255, 255]
            }
        }
    }
    let image = PixelImage(size: PixelSize(width: width, height: height), rgba: rgba)
    guard let jpeg = try image?.encodedJPEG(quality: 95) else { throw FixtureError() }
    return exif?.inserted(intoJPEG: jpeg) ?? jpeg
}

struct FixtureError: Error {}

/// The colours of the four corners, clockwise from the top left: `r`, `g`, `b` or `w`.
func corners(of image: PixelImage) -> String {
    let (width, height) = (image.size.width, image.size.height)
    let points = [(2, 2), (width - 3, 2), (width - 3, height - 3), (2, height - 3)]
    return points.map { x, y in
        let start = (y * width + x) * 4
        let (red, green, blue) = (image.rgba[start] > 128, image.rgba[start + 1] > 128, image.rgba[start + 2] > 128)
        return switch (red, green, blue) {
        case (true, false, false): "r"
        case (false, true, false): "g"
        case (false, false, true): "b"
        case (true, true, true): "w"
        default: "?"
        }
    }
    .joined()
}
