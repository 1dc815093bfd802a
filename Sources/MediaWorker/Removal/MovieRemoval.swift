internal import LibraryModel
internal import MediaWorkerProtocol

/// Removes metadata from MP4 and QuickTime files: boxes become free space, and a removed track loses its samples, too.
///
/// Video, audio and timecode tracks stay. Text tracks are removed with either kind of metadata, because drones write
/// their position there; so are metadata tracks except the time of a Live Photo's still.
struct MovieRemoval {
    private static let topLevel: Set<String> = [
        "ftyp", "styp", "mdat", "mfra", "sidx", "ssix", "prft", "pdin", "wide", "pnot",
    ]
    private static let ofMovie: Set<String> = ["mvhd", "iods", "mvex", "pssh", "ainf"]
    private static let ofTrack: Set<String> = [
        "tkhd", "edts", "tref", "mdia", "tapt", "load", "matt", "imap", "txas", "clip", "crgn", "kmat", "trgr", "senc",
    ]
    private static let ofFragment: Set<String> = [
        "mfhd", "tfhd", "tfdt", "trun", "sbgp", "sgpd", "saiz", "saio", "senc", "subs",
    ]
    private static let handlers: Set<String> = ["vide", "soun", "pict", "auxv", "tmcd"]
    /// The harmless contents of a metadata track. All others may have positions.
    private static let keptKeys: Set<String> = [
        "com.apple.quicktime.still-image-time", "com.apple.quicktime.live-photo-info",
        "com.apple.quicktime.video-orientation",
    ]

    private let source: ByteSource
    private let removal: MetadataRemoval
    private let range: Range<Int>
    private let tags: MovieTagRemoval

    init(_ source: ByteSource, _ removal: MetadataRemoval, _ range: Range<Int>? = nil) {
        self.source = source
        self.removal = removal
        self.range = range ?? 0..<source.count
        tags = MovieTagRemoval(source, removal)
    }

    func remove(_ patches: inout PatchList) throws(LibraryError) {
        let (boxes, end) = try ISOBox.all(source, range)
        guard boxes.contains(where: { $0.type == "moov" }) else { throw .notRemovable }
        try remove(boxes, &patches)
        // What cameras append to the boxes is proprietary.
        patches.erase(end..<range.upperBound, of: source)
    }

    /// A movie after an image: ends at the first box that no movie has.
    func removeEmbedded(_ patches: inout PatchList) throws(LibraryError) -> Int {
        let known = MovieRemoval.topLevel.union(["moov", "moof", "meta", "uuid", "free", "skip"])
        let boxes = Array(try ISOBox.all(source, range).boxes.prefix { known.contains($0.type) })
        guard let last = boxes.last, boxes.contains(where: { $0.type == "moov" }) else { throw .notRemovable }
        try remove(boxes, &patches)
        return last.body.upperBound
    }

    private func remove(_ boxes: [ISOBox], _ patches: inout PatchList) throws(LibraryError) {
        let data = boxes.filter { $0.type == "mdat" }.map(\.body)
        var isFragmented = false
        var lostTracks = false
        for box in boxes {
            switch box.type {
            case "moov": lostTracks = try removeFromMovie(box, data, &patches) || lostTracks
            case "moof":
                isFragmented = true
                try removeFromFragment(box, &patches)
            case let type where MovieRemoval.topLevel.contains(type): break
            default: removeBox(box, &patches)
            }
        }
        // Samples of fragments are not searched for.
        if isFragmented, lostTracks { throw .notRemovable }
    }

    /// Filters XMP; empties free space and unknown boxes.
    private func removeBox(_ box: ISOBox, _ patches: inout PatchList) {
        switch box.type {
        case "uuid": tags.removeFromUserBox(box, &patches)
        case "free", "skip": patches.erase(box.body, of: source)
        default: patches.free(box, of: source)
        }
    }

    /// Whether tracks were removed.
    func removeFromMovie(
        _ movie: ISOBox,
        _ data: [Range<Int>],
        _ patches: inout PatchList
    ) throws(LibraryError) -> Bool {
        let (boxes, end) = try ISOBox.all(source, movie.body)
        patches.erase(end..<movie.body.upperBound, of: source)
        var lostTracks = false
        for box in boxes {
            switch box.type {
            // A compressed header, and a dashcam's list of positions between the samples.
            case "cmov", "gps ": throw .notRemovable
            case "trak": lostTracks = try removeFromTrack(box, data, &patches) || lostTracks
            case "udta": try tags.removeFromUserData(box, &patches)
            case "meta": try tags.removeFromMetadata(box, &patches)
            case let type where MovieRemoval.ofMovie.contains(type): break
            default: removeBox(box, &patches)
            }
        }
        return lostTracks
    }

    /// Whether the track is removed.
    private func removeFromTrack(
        _ track: ISOBox,
        _ data: [Range<Int>],
        _ patches: inout PatchList
    ) throws(LibraryError) -> Bool {
        let boxes = try ISOBox.all(source, track.body).boxes
        guard let media = boxes.first(where: { $0.type == "mdia" }) else { throw .notRemovable }
        let handler = try first("hdlr", in: media)
        let kind = source.bytes(at: handler.body.lowerBound + 8, 4).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let information = try first("minf", in: media)
        let table = try first("stbl", in: information)
        let isKept = kind == "meta" ? try isMoment(table) : MovieRemoval.handlers.contains(kind)
        guard isKept else {
            for samples in try SampleTable(source, table).ranges {
                guard
                    data.contains(where: { $0.lowerBound <= samples.lowerBound && $0.upperBound >= samples.upperBound })
                else { throw .notRemovable }
                patches.erase(samples, of: source)
            }
            patches.free(track, of: source)
            return true
        }
        for box in boxes {
            switch box.type {
            case "udta": try tags.removeFromUserData(box, &patches)
            case "meta": try tags.removeFromMetadata(box, &patches)
            case let type where MovieRemoval.ofTrack.contains(type): break
            default: removeBox(box, &patches)
            }
        }
        return false
    }

    private func first(_ type: String, in box: ISOBox) throws(LibraryError) -> ISOBox {
        guard let found = try ISOBox.all(source, box.body).boxes.first(where: { $0.type == type }) else {
            throw .notRemovable
        }
        return found
    }

    /// Whether all keys of a metadata track are known to be harmless.
    private func isMoment(_ table: ISOBox) throws(LibraryError) -> Bool {
        let descriptions = try first("stsd", in: table)
        let start = descriptions.body.lowerBound + 8
        guard start <= descriptions.body.upperBound else { return false }
        var keys: [String] = []
        for entry in try ISOBox.all(source, start..<descriptions.body.upperBound).boxes {
            guard entry.type == "mebx", entry.body.count >= 8 else { return false }
            let list = try ISOBox.all(source, entry.body.lowerBound + 8..<entry.body.upperBound).boxes
            for group in list where group.type == "keys" {
                for key in try ISOBox.all(source, group.body).boxes {
                    // The namespace of the key, `mdta`, and the key.
                    guard let name = try ISOBox.all(source, key.body).boxes.first(where: { $0.type == "keyd" }),
                        let bytes = source.bytes(at: name.body.lowerBound, min(name.body.count, 256))
                    else { return false }
                    keys.append(String(decoding: bytes.dropFirst(4), as: UTF8.self))
                }
            }
        }
        return !keys.isEmpty && keys.allSatisfy { MovieRemoval.keptKeys.contains($0) }
    }

    private func removeFromFragment(_ fragment: ISOBox, _ patches: inout PatchList) throws(LibraryError) {
        for box in try ISOBox.all(source, fragment.body).boxes {
            switch box.type {
            case "traf": try removeFromFragment(box, &patches)
            case let type where MovieRemoval.ofFragment.contains(type): break
            default: removeBox(box, &patches)
            }
        }
    }
}
