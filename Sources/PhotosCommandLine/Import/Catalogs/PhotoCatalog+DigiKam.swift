import CivilDates
import LibraryModel
import LinuxSystem
import PhotoImport
import SQLiteDatabase

extension PhotoCatalog {
    /// `Images.status`.
    private static let trashed: Int64 = 3
    /// `ImageComments.type`.
    private static let comment: Int64 = 1
    private static let titleComment: Int64 = 3
    private static let internalTag = "_Digikam_Internal_Tags_"
    /// Levels of tags.
    private static let maximumTagDepth = 64

    /// Albums are albums, tags keywords. Its own tags, such as labels of colours, are left out.
    init(digiKam connection: Connection, at path: FilePath) throws(SQLiteError) {
        self.init("digiKam")
        let roots = try Self.roots(connection, beside: path)
        let tags = try Self.tags(connection)
        let comments = try Self.comments(connection)
        let select = try connection.statement(
            """
            SELECT i.id, a.albumRoot, a.relativePath, i.name, i.status, n.rating, n.creationDate, p.latitudeNumber,
                p.longitudeNumber, p.altitude
            FROM Images i JOIN Albums a ON a.id = i.album
                LEFT JOIN ImageInformation n ON n.imageid = i.id LEFT JOIN ImagePositions p ON p.imageid = i.id
            WHERE i.status <= 3 ORDER BY i.id
            """
        )
        while try select.step() {
            let id = select.integer(0)
            let names = select.text(2).split(separator: "/").map(String.init)
            guard let root = roots[select.integer(1)] else { continue }
            var notes = PhotoNotes()
            notes.isInTrash = select.integer(4) == Self.trashed
            notes.rating = UInt32(exactly: select.integer(5))
            notes.date = select.optionalText(6).flatMap { DateParser(zone: .fixed(0)).instant($0) }
            if let latitude = select.optionalReal(7), let longitude = select.optionalReal(8) {
                let place = Coordinate(latitude: latitude, longitude: longitude, altitude: select.optionalReal(9))
                notes.place = place.isValid ? place : nil
            }
            notes.caption = comments[CommentKey(photo: id, type: Self.comment)]
            notes.title = comments[CommentKey(photo: id, type: Self.titleComment)]
            notes.keywords = tags[id] ?? []
            let folder = names.reduce(root) { $0.appending(FilePath($1)) }
            append(Photo(path: folder.appending(FilePath(select.text(3))), notes: notes, album: names))
        }
    }

    /// Folders of collections. Those on other disks are named by these and found where they are mounted at the root;
    /// one that is not there is looked for beside the database, where digiKam puts it.
    private static func roots(_ connection: Connection, beside path: FilePath) throws(SQLiteError) -> [Int64: FilePath]
    {
        let select = try connection.statement("SELECT id, identifier, specificPath FROM AlbumRoots")
        var roots: [Int64: FilePath] = [:]
        while try select.step() {
            var candidates = [FilePath(select.text(2))]
            for name in ["path=", "mountpath="] {
                guard let range = select.text(1).firstRange(of: name) else { continue }
                let rest = select.text(1)[range.upperBound...].prefix { $0 != "&" }
                let mount = FilePath(bytes: percentDecoded(rest))
                let below = FilePath(bytes: Array(select.text(2).utf8.drop { $0 == UInt8(ascii: "/") }))
                candidates.append(below.bytes.isEmpty ? mount : mount.appending(below))
            }
            candidates.append(path.folder)
            roots[select.integer(0)] = candidates.first { $0.bytes.count > 1 && isFolder($0) } ?? candidates[0]
        }
        return roots
    }

    private static func isFolder(_ path: FilePath) -> Bool {
        do { return try FileStatus(of: path).kind == .folder } catch { return false }
    }

    private static func percentDecoded(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private struct CommentKey: Hashable {
        var photo: Int64
        var type: Int64
    }

    /// Titles and captions: those of no language before others.
    private static func comments(_ connection: Connection) throws(SQLiteError) -> [CommentKey: String] {
        let select = try connection.statement(
            """
            SELECT imageid, type, comment FROM ImageComments
            WHERE type IN (1, 3) AND comment <> '' ORDER BY language = 'x-default' DESC, id
            """
        )
        var comments: [CommentKey: String] = [:]
        while try select.step() {
            let key = CommentKey(photo: select.integer(0), type: select.integer(1))
            if comments[key] == nil { comments[key] = select.text(2) }
        }
        return comments
    }

    private static func tags(_ connection: Connection) throws(SQLiteError) -> [Int64: [String]] {
        let all = try connection.statement("SELECT id, pid, name FROM Tags")
        var names: [Int64: (parent: Int64, name: String)] = [:]
        while try all.step() { names[all.integer(0)] = (all.integer(1), all.text(2)) }
        func isInternal(_ tag: Int64) -> Bool {
            var tag = tag
            for _ in 0..<maximumTagDepth {
                guard let known = names[tag] else { return false }
                if known.name == internalTag { return true }
                tag = known.parent
            }
            return true
        }
        let own = Set(names.keys.filter { !isInternal($0) })
        let select = try connection.statement("SELECT imageid, tagid FROM ImageTags ORDER BY imageid, tagid")
        var tags: [Int64: [String]] = [:]
        while try select.step() {
            guard own.contains(select.integer(1)), let name = names[select.integer(1)]?.name else { continue }
            tags[select.integer(0), default: []].append(name)
        }
        return tags
    }
}
