import FoundationEssentials
import JSONText
import LibraryModel
import LinuxSystem

extension PhotoNotes {
    /// The line of `photos export` about a photo, which says all of it.
    init(manifest value: JSONValue) {
        isComplete = true
        title = value["title"]?.text
        caption = value["caption"]?.text
        keywords = (value["keywords"]?.elements ?? []).compactMap(\.text)
        rating = value["rating"]?.integer.flatMap { UInt32(exactly: $0) }
        date = value["date"]?.integer
        if let latitude = value["latitude"]?.double, let longitude = value["longitude"]?.double {
            let coordinate = Coordinate(latitude: latitude, longitude: longitude, altitude: value["altitude"]?.double)
            place = coordinate.isValid ? coordinate : nil
        }
        isFavorite = value["favorite"]?.isTrue == true
        isHidden = value["hidden"]?.isTrue == true
        if let edit = value["edit"], let format = edit["format"]?.text, let version = edit["version"]?.text,
            let data = edit["data"]?.text.flatMap({ Data(base64Encoded: $0) }), data.count <= Adjustment.maximumDataSize
        {
            recipe = Recipe(formatIdentifier: format, formatVersion: version, data: Array(data))
        }
    }

    /// Reads the line at an offset of a manifest.
    static func manifest(_ path: FilePath, at offset: Int64) throws(ImportFailure) -> PhotoNotes {
        let line: [UInt8]
        do throws(SystemCallError) {
            let file = try OwnedDescriptor(opening: path, [.readOnly, .nonBlocking])
            var reader = LineReader(maximumLength: ExportManifest.maximumLineLength, at: offset)
            line = try reader.next(in: file)?.line ?? []
        } catch {
            throw ImportFailure(path: path, reason: error.reason)
        }
        do throws(JSONValue.Malformed) { return PhotoNotes(manifest: try JSONValue(line)) } catch {
            throw ImportFailure(path: path, reason: "was changed meanwhile")
        }
    }

    /// What to set of a new photo so that it is as it is described, whatever its file says.
    func completeUpdate(of metadata: MediaMetadata) -> AssetUpdate {
        var update = AssetUpdate()
        let written = metadata.annotations
        // The same date keeps its offset from UTC.
        if date != metadata.captureDate?.instant { update.creationDate = date.map { .set($0) } ?? .clear }
        if place != metadata.location { update.location = place.map { .set($0) } ?? .clear }
        if title != written.title { update.title = title.map { .set($0) } ?? .clear }
        if caption != written.caption { update.caption = caption.map { .set($0) } ?? .clear }
        if keywords != written.keywords { update.keywords = Array(keywords.prefix(AssetUpdate.maximumKeywords)) }
        if (rating ?? 0) != (written.rating ?? 0) { update.rating = min(rating ?? 0, AssetUpdate.maximumRating) }
        if isFavorite { update.isFavorite = true }
        if isHidden { update.isHidden = true }
        return update
    }
}
