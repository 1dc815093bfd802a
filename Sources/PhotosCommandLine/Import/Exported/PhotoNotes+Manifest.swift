import FoundationEssentials
import JSONText
import LibraryModel
import LinuxSystem
import PhotoImport

extension PhotoNotes {
    /// The line of `photos export` about a photo, which says all of it.
    init(manifest value: JSONValue) {
        self.init()
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
}
