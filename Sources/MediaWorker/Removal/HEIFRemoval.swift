internal import LibraryModel
internal import MediaWorkerProtocol

/// Removes metadata items from HEIC, AVIF and related files: overwrites them with zeros in place.
struct HEIFRemoval {
    /// The largest metadata item in bytes.
    private static let maximumItemSize = 16 << 20
    private static let topLevel: Set<String> = ["ftyp", "mdat", "sidx"]
    private static let ofMetadata: Set<String> = ["hdlr", "pitm", "iinf", "iloc", "iref", "idat", "dinf", "grpl"]
    /// Images, coded or derived.
    private static let pictures: Set<String> = [
        "hvc1", "hev1", "lhv1", "av01", "avc1", "jpeg", "j2k1", "vvc1", "unci", "grid", "iden", "iovl", "tmap", "mski",
    ]

    private let source: ByteSource
    private let removal: MetadataRemoval

    init(_ source: ByteSource, _ removal: MetadataRemoval) {
        self.source = source
        self.removal = removal
    }

    func remove(_ patches: inout PatchList) throws(LibraryError) {
        let (boxes, end) = try ISOBox.all(source, 0..<source.count)
        let data = boxes.filter { $0.type == "mdat" }.map(\.body)
        for box in boxes {
            switch box.type {
            case "meta": try removeFromMetadata(box, &patches)
            // An image sequence, and the movie of a motion photo.
            case "moov": _ = try MovieRemoval(source, removal).removeFromMovie(box, data, &patches)
            case "mpvd": try MovieRemoval(source, removal, box.body).remove(&patches)
            case "uuid": MovieTagRemoval(source, removal).removeFromUserBox(box, &patches)
            case "free", "skip": patches.erase(box.body, of: source)
            case let type where HEIFRemoval.topLevel.contains(type): break
            default: patches.free(box, of: source)
            }
        }
        patches.erase(end..<source.count, of: source)
    }

    private func removeFromMetadata(_ metadata: ISOBox, _ patches: inout PatchList) throws(LibraryError) {
        guard metadata.body.count >= 4 else { throw .notRemovable }
        let (boxes, end) = try ISOBox.all(source, metadata.body.lowerBound + 4..<metadata.body.upperBound)
        guard let list = boxes.first(where: { $0.type == "iinf" }),
            let places = boxes.first(where: { $0.type == "iloc" })
        else { throw .notRemovable }
        let data = boxes.first { $0.type == "idat" }?.body
        let locations = try ItemLocations(source, places, data: data)
        for item in try items(list) where !HEIFRemoval.pictures.contains(item.type) {
            guard let extents = locations.extents[item.number] else { continue }
            try remove(item, extents, &patches)
        }
        for box in boxes {
            switch box.type {
            case "iprp": try removeFromProperties(box, &patches)
            case "free", "skip": patches.erase(box.body, of: source)
            case let type where HEIFRemoval.ofMetadata.contains(type): break
            default: patches.free(box, of: source)
            }
        }
        patches.erase(end..<metadata.body.upperBound, of: source)
    }

    private struct Item {
        var number: Int
        var type: String
        /// Of `mime` items.
        var contentType: String
    }

    private func items(_ list: ISOBox) throws(LibraryError) -> [Item] {
        guard let version = source.bytes(at: list.body.lowerBound, 1)?.first else { throw .notRemovable }
        let start = list.body.lowerBound + (version == 0 ? 6 : 8)
        guard start <= list.body.upperBound else { throw .notRemovable }
        var items: [Item] = []
        for box in try ISOBox.all(source, start..<list.body.upperBound).boxes where box.type == "infe" {
            guard let bytes = source.bytes(at: box.body.lowerBound, min(box.body.count, 4096)), bytes.count >= 12 else {
                throw .notRemovable
            }
            // Version 2 has 16-bit numbers, version 3 32-bit ones. Older ones have no types.
            guard bytes[0] == 2 || bytes[0] == 3 else { throw .notRemovable }
            let width = bytes[0] == 2 ? 2 : 4
            let typeStart = 4 + width + 2
            guard bytes.count >= typeStart + 4 else { throw .notRemovable }
            let rest = bytes[(typeStart + 4)...].split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            items.append(
                Item(
                    number: bytes[4..<4 + width].reduce(0) { $0 << 8 | Int($1) },
                    type: String(decoding: bytes[typeStart..<typeStart + 4], as: UTF8.self),
                    contentType: rest.count > 1 ? String(decoding: rest[1], as: UTF8.self) : ""
                )
            )
        }
        return items
    }

    private func remove(
        _ item: Item,
        _ extents: [Range<Int>],
        _ patches: inout PatchList
    ) throws(LibraryError) {
        let size = extents.reduce(0) { $0 + $1.count }
        let isXMP = item.type == "mime" && item.contentType == "application/rdf+xml"
        guard item.type == "Exif" || isXMP, size <= HEIFRemoval.maximumItemSize else {
            for extent in extents { patches.erase(extent, of: source) }
            return
        }
        let old = extents.flatMap { source.prefix(at: $0.lowerBound, $0.count) }
        guard old.count == size else { throw .notRemovable }
        let new: [UInt8]
        if isXMP {
            new = XMPRemoval.blanked(old, removal)
        } else {
            // The offset of the TIFF structure after these four bytes.
            let offset = old.count >= 4 ? old[..<4].reduce(0) { $0 << 8 | Int($1) } : 0
            let base = offset <= old.count - 4 ? 4 + offset : min(4, old.count)
            new = TIFFRemoval.blanked(old, base: base, removal, depth: 1)
        }
        var start = 0
        for extent in extents {
            let end = start + extent.count
            patches.replace(at: extent.lowerBound, Array(old[start..<end]), by: Array(new[start..<end]))
            start = end
        }
    }

    /// A description that somebody wrote is a property of its image. Its index among the properties must not change.
    private func removeFromProperties(_ properties: ISOBox, _ patches: inout PatchList) throws(LibraryError) {
        for container in try ISOBox.all(source, properties.body).boxes where container.type == "ipco" {
            for property in try ISOBox.all(source, container.body).boxes where property.type == "udes" {
                if removal.contains(.captions) { patches.free(property, of: source) }
            }
        }
    }
}
