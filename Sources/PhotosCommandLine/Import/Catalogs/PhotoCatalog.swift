import Languages
import LinuxSystem
import PhotoImport
import SQLiteDatabase

/// What another program's database says of the photos in folders: Shotwell's `photo.db`, digiKam's `digikam4.db`.
struct PhotoCatalog {
    struct Photo: Hashable, Sendable {
        var path: FilePath
        var notes: PhotoNotes
        /// The names of the album that it is in and of the folders around it; empty for none.
        var album: [String] = []
        /// The file of its edited version.
        var edited: FilePath?
    }

    /// The program's name.
    var program: String
    private(set) var photos: [Photo] = []
    /// Edits that are only in the database, which no other program can apply.
    var hiddenEdits = 0

    /// Entries of a database that are looked at.
    static let maximumPhotos = 5_000_000

    init(_ program: String) { self.program = program }

    mutating func append(_ photo: Photo) {
        if photos.count < PhotoCatalog.maximumPhotos { photos.append(photo) }
    }

    /// Reads a database; nil for a file that is none of a program that is known. Throws for one that cannot be read.
    static func read(_ path: FilePath) throws(ImportFailure) -> PhotoCatalog? {
        guard isDatabase(path) else { return nil }
        do {
            let connection = try Connection(path: path.text, role: .reader, cacheKibibytes: 2_048)
            let tables = try names(of: connection)
            if tables.isSuperset(of: ["PhotoTable", "EventTable", "TagTable"]) {
                return try PhotoCatalog(shotwell: connection)
            }
            if tables.isSuperset(of: ["AlbumRoots", "Albums", "Images"]) {
                return try PhotoCatalog(digiKam: connection, at: path)
            }
            throw ImportFailure(path: path, reason: localized("not a database of Shotwell or digiKam"))
        } catch let error as ImportFailure {
            throw error
        } catch let error as SQLiteError {
            let reason =
                error.isBusy
                ? localized("another program uses it: close that first")
                : localized("it cannot be read ({reason})", ["reason": error.message])
            throw ImportFailure(path: path, reason: reason)
        } catch {
            throw ImportFailure(path: path, reason: "\(error)")
        }
    }

    private static func isDatabase(_ path: FilePath) -> Bool {
        do {
            let file = try OwnedDescriptor(opening: path, [.readOnly, .nonBlocking])
            guard try file.status().isRegularFile else { return false }
            return try file.read(at: 0, count: 16).elementsEqual(Array("SQLite format 3".utf8) + [0])
        } catch {
            // The scan says why.
            return false
        }
    }

    private static func names(of connection: Connection) throws(SQLiteError) -> Set<String> {
        let select = try connection.statement("SELECT name FROM sqlite_master WHERE type = 'table'")
        var names: Set<String> = []
        while try select.step() { names.insert(select.text(0)) }
        return names
    }
}
