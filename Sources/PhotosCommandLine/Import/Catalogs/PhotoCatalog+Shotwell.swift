import LinuxSystem
import PhotoImport
import SQLiteDatabase

extension PhotoCatalog {
    /// `LibraryPhoto.FLAG_TRASH` and `FLAG_FLAGGED`.
    private static let trashFlag: Int64 = 4
    private static let flaggedFlag: Int64 = 16

    /// Events are albums, tags keywords, and flagged photos favorites.
    init(shotwell connection: Connection) throws(SQLiteError) {
        self.init("Shotwell")
        let events = try Self.events(connection)
        let tags = try Self.tags(connection)
        let photos = try connection.statement(
            """
            SELECT p.id, p.filename, p.exposure_time, p.event_id, p.rating, p.flags, p.title, p.comment, b.filepath,
                p.transformations
            FROM PhotoTable p LEFT JOIN BackingPhotoTable b ON b.id = p.editable_id ORDER BY p.id
            """
        )
        while try photos.step() {
            var photo = Self.photo(photos, events)
            photo.notes.keywords = tags["thumb\(Self.hexadecimal(photos.integer(0)))"] ?? []
            photo.edited = photos.optionalText(8).map { FilePath($0) }
            if photo.edited == nil, photos.optionalText(9)?.isEmpty == false { hiddenEdits += 1 }
            append(photo)
        }
        let videos = try connection.statement(
            "SELECT id, filename, exposure_time, event_id, rating, flags, title, comment FROM VideoTable ORDER BY id"
        )
        while try videos.step() {
            var video = Self.photo(videos, events)
            video.notes.keywords = tags["video-\(Self.hexadecimal(videos.integer(0)))"] ?? []
            append(video)
        }
    }

    private static func photo(_ row: borrowing Statement, _ events: [Int64: String]) -> Photo {
        var notes = PhotoNotes()
        let time = row.integer(2)
        if time > 0, time < Int64.max / 1_000_000 { notes.date = time * 1_000_000 }
        let flags = row.integer(5)
        notes.isFavorite = flags & flaggedFlag != 0
        notes.isInTrash = flags & trashFlag != 0
        notes.rating = UInt32(exactly: row.integer(4))
        notes.title = row.optionalText(6)
        notes.caption = row.optionalText(7)
        return Photo(path: FilePath(row.text(1)), notes: notes, album: events[row.integer(3)].map { [$0] } ?? [])
    }

    /// Events without a name are only days.
    private static func events(_ connection: Connection) throws(SQLiteError) -> [Int64: String] {
        let select = try connection.statement("SELECT id, name FROM EventTable WHERE name IS NOT NULL AND name <> ''")
        var events: [Int64: String] = [:]
        while try select.step() { events[select.integer(0)] = select.text(1) }
        return events
    }

    /// The keywords of each source, by its name: `thumb0000000000000001` is photo 1.
    private static func tags(_ connection: Connection) throws(SQLiteError) -> [Substring: [String]] {
        let select = try connection.statement("SELECT name, photo_id_list FROM TagTable ORDER BY id")
        var tags: [Substring: [String]] = [:]
        while try select.step() {
            // Hierarchical ones begin with a slash.
            guard let name = select.text(0).split(separator: "/").last else { continue }
            for source in select.text(1).split(separator: ",") { tags[source, default: []].append(String(name)) }
        }
        return tags
    }

    private static func hexadecimal(_ number: Int64) -> Substring {
        let digits = String(UInt64(bitPattern: number), radix: 16)
        return Substring(String(repeating: "0", count: 16 - digits.count) + digits)
    }
}
