/// The supported formats, recognized from a file's first bytes and never from its name.
enum MediaFormat: Hashable {
    case jpeg, png, gif, webp, tiff
    /// HEIC, AVIF and related formats.
    case heif(contentType: String)
    /// JP2, JPX, and bare code streams.
    case jpeg2000
    /// A photo that libraw reads.
    case raw(contentType: String)
    /// `demuxer`: libav's name of the container.
    case movie(contentType: String, demuxer: String)

    /// Nil for any other format.
    init?(of source: ByteSource) {
        let start = source.prefix(64)
        func has(_ text: StaticString, at offset: Int = 0) -> Bool { start.hasText(text, at: offset) }

        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if start.starts(with: [0, 0, 0, 12]) && has("jP  ", at: 4)
            || start.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
        {
            self = .jpeg2000
        } else if has("GIF87a") || has("GIF89a") {
            self = .gif
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webp
        } else if has("RIFF"), has("AVI ", at: 8) {
            self = .movie(contentType: "video/x-msvideo", demuxer: "avi")
        } else if has("FUJIFILMCCD-RAW") {
            self = .raw(contentType: "image/x-fuji-raf")
        } else if has("IIRO") || has("IIRS") || has("MMOR") {
            self = .raw(contentType: "image/x-olympus-orf")
        } else if start.starts(with: [0x49, 0x49, 0x55, 0x00]) {
            self = .raw(contentType: "image/x-panasonic-rw2")
        } else if let tiff = TIFFStructure(source) {
            self = MediaFormat.rawFormat(of: tiff, start: start).map { .raw(contentType: $0) } ?? .tiff
        } else if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            let isWebM = source.prefix(4096).containsText("webm")
            self = .movie(contentType: isWebM ? "video/webm" : "video/x-matroska", demuxer: "matroska")
        } else if start.starts(with: [0x00, 0x00, 0x01, 0xBA]) {
            self = .movie(contentType: "video/mpeg", demuxer: "mpeg")
        } else if source.count > 2 * 188, source.prefix(at: 188, 1) == [0x47], start.first == 0x47 {
            self = .movie(contentType: "video/mp2t", demuxer: "mpegts")
        } else if source.count > 2 * 192, source.prefix(at: 196, 1) == [0x47], start.starts(with: [0x47], at: 4) {
            // The same with a time stamp of four bytes before each packet, as camcorders write it.
            self = .movie(contentType: "video/mp2t", demuxer: "mpegts")
        } else if has("ftyp", at: 4) {
            self = MediaFormat.formatOfBrands(source)
        } else if ["moov", "mdat", "wide", "free", "skip", "pnot"].contains(where: { has($0, at: 4) }) {
            // QuickTime from before brands existed.
            self = .movie(contentType: "video/quicktime", demuxer: "mov")
        } else {
            return nil
        }
    }

    var contentType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .tiff: "image/tiff"
        case .jpeg2000: "image/jp2"
        case .heif(let contentType), .raw(let contentType), .movie(let contentType, _): contentType
        }
    }

    /// ISO base media files: the brands tell images, RAW photos and movies apart.
    private static func formatOfBrands(_ source: ByteSource) -> MediaFormat {
        let size = source.bigEndian32(at: 0) ?? 0
        let box = source.prefix(min(max(size, 12), 256))
        func isBrand(_ text: StaticString, at offset: Int) -> Bool { box.hasText(text, at: offset) }
        func compatible(_ names: StaticString...) -> Bool {
            names.contains { name in
                isBrand(name, at: 8) || stride(from: 16, to: box.count - 3, by: 4).contains { isBrand(name, at: $0) }
            }
        }
        if isBrand("crx ", at: 8) { return .raw(contentType: "image/x-canon-cr3") }
        if isBrand("avif", at: 8) || isBrand("avis", at: 8) { return .heif(contentType: "image/avif") }
        for name: StaticString in ["heic", "heix", "heim", "heis", "hevc", "hevx"] where isBrand(name, at: 8) {
            return .heif(contentType: "image/heic")
        }
        if isBrand("mif1", at: 8) || isBrand("msf1", at: 8) {
            if compatible("avif", "avis") { return .heif(contentType: "image/avif") }
            return .heif(contentType: compatible("heic", "heix", "hevc") ? "image/heic" : "image/heif")
        }
        if isBrand("qt  ", at: 8) { return .movie(contentType: "video/quicktime", demuxer: "mov") }
        if isBrand("3gp", at: 8) { return .movie(contentType: "video/3gpp", demuxer: "mov") }
        if isBrand("M4V", at: 8) { return .movie(contentType: "video/x-m4v", demuxer: "mov") }
        return .movie(contentType: "video/mp4", demuxer: "mov")
    }

    /// Most RAW formats are TIFF files. A sensor mosaic or the DNG version tells them from images.
    private static func rawFormat(of tiff: TIFFStructure, start: [UInt8]) -> String? {
        guard let first = tiff.directory(at: tiff.firstDirectory) else { return nil }
        if first[.dngVersion] != nil { return "image/x-adobe-dng" }
        if start.hasText("CR", at: 8) { return "image/x-canon-cr2" }
        let mosaic = 32803
        let linearRaw = 34892
        let directories = [first] + first.integers(.subDirectories, limit: 8).compactMap { tiff.directory(at: $0) }
        let isRaw = directories.contains { directory in
            let photometric = directory.integer(.photometricInterpretation)
            return photometric == mosaic || photometric == linearRaw
        }
        let make = first.text(.make)?.uppercased() ?? ""
        if make.hasPrefix("NIKON"), isRaw { return "image/x-nikon-nef" }
        if make.hasPrefix("SONY"), isRaw { return "image/x-sony-arw" }
        if make.hasPrefix("PENTAX"), isRaw { return "image/x-pentax-pef" }
        return isRaw ? "image/x-raw" : nil
    }
}

extension [UInt8] {
    func starts(with other: [UInt8], at offset: Int) -> Bool {
        count >= offset + other.count && self[offset..<offset + other.count].elementsEqual(other)
    }

    func hasText(_ text: StaticString, at offset: Int) -> Bool {
        starts(with: Array(text.description.utf8), at: offset)
    }

    func containsText(_ text: StaticString) -> Bool {
        let wanted = Array(text.description.utf8)
        guard let first = wanted.first, count >= wanted.count else { return false }
        return (0...count - wanted.count).contains { self[$0] == first && starts(with: wanted, at: $0) }
    }
}
