import FoundationEssentials
import Glibc
import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools
import PhotoImport
import PhotoSearch

/// The file that `photos export --side-cars` writes beside what it exports, and from which an import makes the same
/// library: what no side-car of other programs can say, such as favorites, edits and the order of albums.
///
/// A line of JSON for each thing: first the format, then folders and albums in the person's order, each photo with its
/// files, and each photo of each album in its order. Paths are relative to the file's folder.
final class ExportManifest {
    struct Head: Encodable {
        var format = ExportFormat.name
        var version = ExportFormat.version
    }

    /// A folder or an album. `number` names it in other lines.
    struct Collection: Encodable {
        var folder: Int?
        var album: Int?
        var title: String
        var parent: Int?
    }

    struct Photo: Encodable {
        /// The original's first.
        var files: [String]
        /// `ResourceKind` of each.
        var kinds: [UInt32]
        /// What the library calls them, where it is not the names that they got.
        var names: [String]?
        var title: String?
        var caption: String?
        var keywords: [String]?
        var keywordPaths: [String]?
        var regions: [AssetJSON.Region]?
        var rating: UInt32?
        /// Microseconds since 1970.
        var date: Int64?
        /// `CaptureDate.Source`, as a number. Absent in manifests of before, and where there is no date.
        var dateSource: UInt8?
        /// Seconds east of UTC; absent where no zone is known.
        var utcOffset: Int32?
        /// `CaptureDate.OffsetSource`, as a number.
        var offsetSource: UInt8?
        var latitude: Double?
        var longitude: Double?
        var altitude: Double?
        var camera: CameraJSON?
        var favorite: Bool?
        var hidden: Bool?
        var edit: Edit?
    }

    struct Edit: Encodable {
        var files: [String]
        var names: [String]?
        var format: String
        var version: String
        /// The recipe, in Base64.
        var data: String
    }

    struct Member: Encodable {
        var member: String
        var of: Int
    }

    private let folder: FilePath
    private let file: OwnedDescriptor
    private var buffer: [UInt8] = []
    private let json = JSONOutput()
    /// The first file of each photo that is in an album.
    private var firstFiles: [ObjectID: String] = [:]
    private var albums: [(number: Int, id: ObjectID)] = []
    private var collections = 0

    private static let bufferSize = 64 << 10
    private static let maximumNumber = 10_000

    /// Begins one, with a number if there is one already.
    init(in folder: FilePath) throws {
        self.folder = folder
        file = try ExportManifest.create(in: folder)
        try write(Head())
        try flush()
    }

    private static func create(in folder: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        var number = 1
        while true {
            let mark = number > 1 ? " (\(number))" : ""
            do throws(SystemCallError) {
                return try OwnedDescriptor(
                    opening: folder.appending(ExportFormat.filename(mark)),
                    [.writeOnly, .create, .exclusive],
                    mode: 0o666
                )
            } catch {
                guard error.errorNumber == EEXIST, number < maximumNumber else { throw error }
                number += 1
            }
        }
    }

    /// A path below the folder, as it is written.
    private func relative(_ path: FilePath) -> String {
        let start = folder.appending("").bytes
        return path.bytes.starts(with: start)
            ? FilePath(bytes: Array(path.bytes.dropFirst(start.count))).text : path.text
    }

    private func write(_ line: some Encodable) throws {
        buffer += Array(try json.text(line).utf8)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= ExportManifest.bufferSize { try flush() }
    }

    private func flush() throws {
        try file.write(buffer)
        buffer = []
    }

    /// Writes folders and albums.
    func write(_ nodes: [CollectionNode], in parent: Int? = nil) throws {
        for node in nodes {
            collections += 1
            let number = collections
            var line = Collection(title: node.row.title, parent: parent)
            if let children = node.children {
                line.folder = number
                try write(line)
                try write(children, in: number)
            } else {
                line.album = number
                albums.append((number, node.row.identifier.id))
                try write(line)
            }
        }
    }

    /// Writes a photo. `edit`: its recipe, without the files.
    func write(
        _ asset: AssetLine,
        _ details: AssetDetails,
        _ edit: Adjustment?,
        _ written: AssetExport.Written
    ) throws {
        let files = written.files.map { relative($0.path) }
        let edited = written.edited.map { relative($0.path) }
        var line = Photo(files: files, kinds: written.files.map(\.resource.kind.rawValue))
        line.names = names(of: written.files)
        line.title = details.title
        line.caption = details.caption
        if !details.keywords.isEmpty { line.keywords = details.keywords }
        if asset.rating > 0 { line.rating = asset.rating }
        if !details.keywordPaths.isEmpty { line.keywordPaths = details.keywordPaths }
        if !details.regions.isEmpty { line.regions = details.regions.map(AssetJSON.Region.init) }
        line.date = asset.creationDate
        line.dateSource = details.dateSource?.rawValue
        line.utcOffset = details.utcOffset
        line.offsetSource = details.offsetSource?.rawValue
        if let place = asset.location {
            (line.latitude, line.longitude, line.altitude) = (place.latitude, place.longitude, place.altitude)
        }
        line.camera = CameraJSON(details)
        if asset.flags.contains(.favorite) { line.favorite = true }
        if asset.flags.contains(.hidden) { line.hidden = true }
        if let edit, !edited.isEmpty {
            line.edit = Edit(
                files: edited,
                names: names(of: written.edited),
                format: edit.formatIdentifier,
                version: edit.formatVersion,
                data: Data(edit.data).base64EncodedString()
            )
        }
        try write(line)
        // However the export ends, what there is of it is described.
        try flush()
        if firstFiles[asset.id] == nil { firstFiles[asset.id] = files.first }
    }

    private func names(of files: [AssetExport.Written.File]) -> [String]? {
        let names = files.map(\.resource.filename)
        return names == files.map(\.path.lastComponent.text) ? nil : names
    }

    /// Writes who is in which album, and ends the file.
    func finish(_ client: LibraryClient) throws {
        for album in albums {
            let members = try client.fetch(
                FetchRequest(.assets(inCollection: album.id), includesHidden: true, includesAllBurstAssets: true)
            )
            for position in 0..<members.count {
                guard let file = firstFiles[members[position]] else { continue }
                try write(Member(member: file, of: album.number))
            }
        }
        try flush()
    }
}
