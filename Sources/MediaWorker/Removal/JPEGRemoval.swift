internal import LibraryModel
internal import MediaWorkerProtocol

/// Removes metadata from the segments of JPEG files, and from what may follow one: the images and previews that MPF
/// lists, and the movie of a motion photo. Removes everything else after the image.
struct JPEGRemoval {
    /// Bytes that are searched for a marker at a time.
    private static let chunkSize = 1 << 18

    private let source: ByteSource
    private let removal: MetadataRemoval
    /// The nesting depth of this file in others.
    private let depth: Int

    init(_ source: ByteSource, _ removal: MetadataRemoval, depth: Int = 0) {
        self.source = source
        self.removal = removal
        self.depth = depth
    }

    mutating func removeFromFile(_ patches: inout PatchList) throws(LibraryError) {
        var offset = try picture(0..<source.count, throughScans: true, &patches)
        while offset < source.count {
            let start = nextFile(from: offset) ?? source.count
            patches.erase(offset..<start, of: source)
            if start == source.count { return }
            var attempt = patches
            do throws(LibraryError) {
                let rest = start..<source.count
                let isMovie = source.prefix(at: start + 4, 4).hasText("ftyp", at: 0)
                offset =
                    isMovie
                    ? try MovieRemoval(source, removal, rest).removeEmbedded(&attempt)
                    : try picture(rest, throughScans: true, &attempt)
                patches = attempt
            } catch {
                patches.erase(start..<source.count, of: source)
                return
            }
        }
    }

    /// Only up to the first scan. For thumbnails, and parts of an image.
    mutating func removeFromHeader(_ range: Range<Int>, _ patches: inout PatchList) throws(LibraryError) {
        _ = try picture(range, throughScans: false, &patches)
    }

    /// The end of the image, or of a truncated file.
    private func picture(
        _ range: Range<Int>,
        throughScans: Bool,
        _ patches: inout PatchList
    ) throws(LibraryError) -> Int {
        guard source.prefix(at: range.lowerBound, 2) == [0xFF, 0xD8] else { throw .notRemovable }
        var offset = range.lowerBound + 2
        while offset < range.upperBound {
            guard let start = nextMarker(offset..<range.upperBound) else { return range.upperBound }
            // Decoders skip bytes between segments.
            patches.erase(offset..<start, of: source)
            guard let marker = source.bytes(at: start + 1, 1)?.first else { return range.upperBound }
            offset = start + 2
            switch marker {
            case 0xD9: return offset
            case 0x01, 0xD0...0xD8: continue
            default: break
            }
            guard let head = source.bytes(at: offset, 2) else { return range.upperBound }
            let length = Int(head[0]) << 8 | Int(head[1])
            guard length >= 2, length <= range.upperBound - offset else {
                // The file is truncated in a segment.
                patches.erase(offset..<range.upperBound, of: source)
                return range.upperBound
            }
            let body = offset + 2..<offset + length
            offset = body.upperBound
            if marker == 0xDA {
                guard throughScans else { return range.upperBound }
                offset = endOfScan(body.upperBound..<range.upperBound)
            } else {
                removeFromSegment(marker, body, &patches)
            }
        }
        return range.upperBound
    }

    private func removeFromSegment(_ marker: UInt8, _ body: Range<Int>, _ patches: inout PatchList) {
        guard 0xE0...0xEF ~= marker || marker == 0xFE, let old = source.bytes(at: body.lowerBound, body.count) else {
            return
        }
        let exif: StaticString = "Exif\0\0"
        let xmp: StaticString = "http://ns.adobe.com/xap/1.0/\0"
        var new = [UInt8](repeating: 0, count: old.count)
        switch marker {
        case 0xE0 where old.hasText("JFIF\0", at: 0) || old.hasText("JFXX\0", at: 0): new = old
        case 0xE1 where old.hasText(exif, at: 0):
            new = TIFFRemoval.blanked(old, base: exif.utf8CodeUnitCount, removal, depth: depth)
        case 0xE1 where old.hasText(xmp, at: 0):
            let start = xmp.utf8CodeUnitCount
            new = Array(old[..<start]) + XMPRemoval.blanked(Array(old[start...]), removal)
        // Colour profile, the list of further images, and gain map parameters.
        case 0xE2
        where old.hasText("ICC_PROFILE\0", at: 0) || old.hasText("MPF\0", at: 0)
            || old.hasText("urn:iso:std:iso:ts:21496:-1\0", at: 0):
            new = old
        case 0xED where old.hasText("Photoshop 3.0\0", at: 0): new = IPTCRemoval.blankedPhotoshop(old, removal)
        case 0xEE where old.hasText("Adobe", at: 0): new = old
        // Comments, XMP beyond the first packet, and private segments.
        default: break
        }
        patches.replace(at: body.lowerBound, old, by: new)
    }

    // MARK: Search

    /// The last 0xFF before the next other byte.
    private func nextMarker(_ range: Range<Int>) -> Int? {
        var offset = range.lowerBound
        // Nearly always it is here.
        var count = 2
        while offset + 1 < range.upperBound {
            let chunk = source.prefix(at: offset, min(count, range.upperBound - offset))
            guard chunk.count >= 2 else { return nil }
            for position in 0..<chunk.count - 1
            where chunk[position] == 0xFF && chunk[position + 1] != 0xFF && chunk[position + 1] != 0 {
                return offset + position
            }
            offset += chunk.count - 1
            count = JPEGRemoval.chunkSize
        }
        return nil
    }

    /// Skips the entropy-coded data of a scan, in which 0xFF is followed by zero or is a restart marker.
    private func endOfScan(_ range: Range<Int>) -> Int {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let chunk = source.prefix(at: offset, min(JPEGRemoval.chunkSize, range.upperBound - offset))
            var position = 0
            while let found = chunk[position...].firstIndex(of: 0xFF), found + 1 < chunk.count {
                let next = chunk[found + 1]
                if next != 0, next != 0xFF, !(0xD0...0xD7 ~= next) { return offset + found }
                position = found + 1
            }
            // Its last byte may begin a marker.
            if chunk.count < 2 { break }
            offset += chunk.count - 1
        }
        return range.upperBound
    }

    /// The start of the next image or movie.
    private func nextFile(from start: Int) -> Int? {
        var offset = start
        while offset + 8 <= source.count {
            let chunk = source.prefix(at: offset, JPEGRemoval.chunkSize)
            guard chunk.count >= 8 else { return nil }
            for position in 0...chunk.count - 8 {
                switch chunk[position + 4] {
                case _ where chunk[position] == 0xFF && chunk[position + 1] == 0xD8 && chunk[position + 2] == 0xFF:
                    return offset + position
                case UInt8(ascii: "f") where chunk.hasText("ftyp", at: position + 4): return offset + position
                default: break
                }
            }
            offset += chunk.count - 7
        }
        return nil
    }
}
