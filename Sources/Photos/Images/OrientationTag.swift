/// The EXIF orientation of a picture's file.
///
/// Never fails: `up` for files that are damaged, have no tag, or are of a format without one. Reads JPEG, PNG, WebP and
/// TIFF, and RAW formats based on TIFF. HEIF and AVIF have the rotation in the container, which decoders apply: they
/// are `up`.
enum OrientationTag {
    /// Bytes of a file to search: the tag is near the start.
    static let searchedCount = 1 << 20

    static func orientation(of bytes: Span<UInt8>) -> CGImagePropertyOrientation {
        let value =
            inTIFF(bytes, at: 0) ?? inJPEG(bytes) ?? inPNG(bytes) ?? inWebP(bytes)
        return value.flatMap { CGImagePropertyOrientation(rawValue: $0) } ?? .up
    }

    /// JPEG: segments, one of which is `Exif`.
    private static func inJPEG(_ bytes: Span<UInt8>) -> UInt32? {
        guard bytes.hasText([0xFF, 0xD8, 0xFF], at: 0) else { return nil }
        var place = 2
        while let length = bytes.number(2, at: place + 2, isBigEndian: true), bytes[place] == 0xFF, length >= 2 {
            let marker = bytes[place + 1]
            // The pixels start here. No segments follow.
            if marker == 0xDA { return nil }
            if marker == 0xE1, bytes.hasText(exifPrefix, at: place + 4) {
                return inTIFF(bytes, at: place + 4 + exifPrefix.count)
            }
            place += 2 + Int(length)
        }
        return nil
    }

    /// PNG: chunks, one of which is `eXIf`.
    private static func inPNG(_ bytes: Span<UInt8>) -> UInt32? {
        guard bytes.hasText([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) else { return nil }
        var place = 8
        while let length = bytes.number(4, at: place, isBigEndian: true) {
            if bytes.hasText(Array("eXIf".utf8), at: place + 4) { return inTIFF(bytes, at: place + 8) }
            if bytes.hasText(Array("IEND".utf8), at: place + 4) { return nil }
            place += 12 + Int(length)
        }
        return nil
    }

    /// WebP: RIFF chunks, one of which is `EXIF`.
    private static func inWebP(_ bytes: Span<UInt8>) -> UInt32? {
        guard bytes.hasText(Array("RIFF".utf8), at: 0), bytes.hasText(Array("WEBP".utf8), at: 8) else { return nil }
        var place = 12
        while let length = bytes.number(4, at: place + 4, isBigEndian: false) {
            if bytes.hasText(Array("EXIF".utf8), at: place) {
                let hasPrefix = bytes.hasText(exifPrefix, at: place + 8)
                return inTIFF(bytes, at: place + 8 + (hasPrefix ? exifPrefix.count : 0))
            }
            place += 8 + Int(length) + Int(length & 1)
        }
        return nil
    }

    /// Returns the tag in the first directory of a TIFF structure; nil when there is no such structure.
    private static func inTIFF(_ bytes: Span<UInt8>, at start: Int) -> UInt32? {
        let isBigEndian = bytes.hasText(Array("MM".utf8), at: start)
        guard isBigEndian || bytes.hasText(Array("II".utf8), at: start),
            let directory = bytes.number(4, at: start + 4, isBigEndian: isBigEndian),
            let count = bytes.number(2, at: start + Int(directory), isBigEndian: isBigEndian)
        else { return nil }
        for entry in 0..<Int(count) {
            let place = start + Int(directory) + 2 + entry * 12
            guard let tag = bytes.number(2, at: place, isBigEndian: isBigEndian) else { return nil }
            if tag == 0x0112 { return bytes.number(2, at: place + 8, isBigEndian: isBigEndian) }
        }
        return nil
    }

    private static let exifPrefix = Array("Exif\0\0".utf8)
}

extension Span<UInt8> {
    fileprivate func hasText(_ text: [UInt8], at place: Int) -> Bool {
        guard place >= 0, text.count <= count, place <= count - text.count else { return false }
        for offset in text.indices where self[place + offset] != text[offset] { return false }
        return true
    }

    /// Reads an integer of up to four bytes; nil beyond the end.
    fileprivate func number(_ length: Int, at place: Int, isBigEndian: Bool) -> UInt32? {
        guard place >= 0, place <= count - length else { return nil }
        var value: UInt32 = 0
        for offset in 0..<length {
            value = value << 8 | UInt32(self[isBigEndian ? place + offset : place + length - 1 - offset])
        }
        return value
    }
}
