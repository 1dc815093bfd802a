internal import LibraryModel

/// Removes tags from movies: QuickTime's user data, Apple's and iTunes' metadata, and XMP boxes.
struct MovieTagRemoval {
    /// Dates, names of cameras and programs, and copyright; `©` is 0xA9.
    private static let harmless: Set<String> = [
        "\u{A9}day", "\u{A9}mak", "\u{A9}mod", "\u{A9}swr", "\u{A9}too", "\u{A9}fmt", "\u{A9}cpy", "\u{A9}aut",
        "\u{A9}ART", "cprt", "auth", "date", "manu", "modl", "hnti", "hinf", "tagc", "ptv ",
    ]
    private static let captions: Set<String> = [
        "\u{A9}nam", "\u{A9}des", "\u{A9}cmt", "\u{A9}inf", "\u{A9}key", "\u{A9}alb", "\u{A9}gen", "titl", "dscp",
        "kywd", "rtng", "urat", "albm", "gnre", "desc", "ldes", "name", "keyw",
    ]
    private static let places: Set<String> = ["\u{A9}xyz", "loci"]

    private static let quickTime = "com.apple.quicktime."
    private static let harmlessKeys: Set<String> =
        Set(
            [
                "make", "model", "software", "creationdate", "content.identifier", "artist", "author", "copyright",
                "camera.identifier", "camera.framereadouttimeinmicroseconds", "camera.lens_model",
                "camera.focal_length.35mm_equivalent", "live-photo.auto", "live-photo.vitality-score",
                "live-photo.vitality-scoring-version", "full-frame-rate-playback-intent", "is-montage",
                "cinematic-video",
            ]
            .map { quickTime + $0 }
        )
        .union(["com.android.version", "com.android.capture.fps"])
    private static let captionKeys = Set(
        ["title", "displayname", "description", "comment", "information", "keywords", "rating.user", "album", "genre"]
            .map { quickTime + $0 }
    )
    private static let placesPrefix = quickTime + "location."

    private static let xmp: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
    /// The projection of a 360° movie.
    private static let spherical: [UInt8] = [
        0xFF, 0xCC, 0x82, 0x63, 0xF8, 0x55, 0x4A, 0x93, 0x88, 0x14, 0x58, 0x7A, 0x02, 0x52, 0x1F, 0xDD,
    ]

    private let source: ByteSource
    private let removal: MetadataRemoval

    init(_ source: ByteSource, _ removal: MetadataRemoval) {
        self.source = source
        self.removal = removal
    }

    private func keepsTag(_ type: String) -> Bool {
        MovieTagRemoval.harmless.contains(type)
            || !removal.contains(.captions) && MovieTagRemoval.captions.contains(type)
            || !removal.contains(.location) && MovieTagRemoval.places.contains(type)
    }

    private func keepsKey(_ key: String) -> Bool {
        MovieTagRemoval.harmlessKeys.contains(key)
            || !removal.contains(.captions) && MovieTagRemoval.captionKeys.contains(key)
            || !removal.contains(.location) && key.hasPrefix(MovieTagRemoval.placesPrefix)
    }

    /// `udta`.
    func removeFromUserData(_ data: ISOBox, _ patches: inout PatchList) throws(LibraryError) {
        let (boxes, end) = try ISOBox.all(source, data.body)
        for box in boxes {
            switch box.type {
            case "meta": try removeFromMetadata(box, &patches)
            case "XMP_": patches.blankPacket(box.body, of: source, removal)
            case "free", "skip": patches.erase(box.body, of: source)
            case let type where keepsTag(type): break
            default: patches.free(box, of: source)
            }
        }
        patches.erase(end..<data.body.upperBound, of: source)
    }

    /// `meta` of a movie or track: values by an index into `keys`, or by four characters.
    func removeFromMetadata(_ metadata: ISOBox, _ patches: inout PatchList) throws(LibraryError) {
        // QuickTime's has no version field.
        let isPlain = source.prefix(at: metadata.body.lowerBound + 4, 4).hasText("hdlr", at: 0)
        let start = min(metadata.body.lowerBound + (isPlain ? 0 : 4), metadata.body.upperBound)
        let (boxes, end) = try ISOBox.all(source, start..<metadata.body.upperBound)
        let keys = boxes.first { $0.type == "keys" }.map { names($0) }
        for box in boxes {
            switch box.type {
            case "hdlr", "keys", "mhdr", "ctry", "lang": break
            case "free", "skip": patches.erase(box.body, of: source)
            case "ilst":
                let (values, end) = try ISOBox.all(source, box.body)
                for value in values {
                    let isKept: Bool
                    if let keys {
                        let number = source.bigEndian32(at: value.start + 4) ?? 0
                        isKept = keys.indices.contains(number - 1) && keepsKey(keys[number - 1])
                    } else {
                        isKept = keepsTag(value.type)
                    }
                    if !isKept { patches.free(value, of: source) }
                }
                patches.erase(end..<box.body.upperBound, of: source)
            default: patches.free(box, of: source)
            }
        }
        patches.erase(end..<metadata.body.upperBound, of: source)
    }

    /// After version and count: each has size, namespace and name. Unreadable ones are emptied.
    private func names(_ keys: ISOBox) -> [String] {
        var names: [String] = []
        var offset = keys.body.lowerBound + 8
        while offset + 8 <= keys.body.upperBound, let size = source.bigEndian32(at: offset), size >= 8,
            size <= keys.body.upperBound - offset
        {
            names.append(String(decoding: source.prefix(at: offset + 8, min(size - 8, 256)), as: UTF8.self))
            offset += size
        }
        return names
    }

    /// `uuid`.
    func removeFromUserBox(_ box: ISOBox, _ patches: inout PatchList) {
        let identifier = source.prefix(at: box.body.lowerBound, min(16, box.body.count))
        if identifier == MovieTagRemoval.xmp {
            patches.blankPacket(box.body.lowerBound + 16..<box.body.upperBound, of: source, removal)
        } else if identifier != MovieTagRemoval.spherical {
            patches.free(box, of: source)
        }
    }
}
