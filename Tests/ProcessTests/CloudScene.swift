import BucketTestSupport
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos

/// Servers with libraries of their own, as on several machines, and a bucket between them.
struct CloudScene {
    /// The kinds of buckets, all of which must do.
    enum Kind: CaseIterable {
        case folder
        /// The tests' own store of S3's kind.
        case store
        case moto
    }

    let folder: ScratchFolder
    let bucket: String
    /// Where the bucket is in it.
    let store: StrictStore?
    private let moto: MotoServer?
    private let environment: [String: String]

    init(_ kind: Kind = .folder) throws {
        folder = try ScratchFolder()
        store = kind == .store ? try StrictStore() : nil
        moto = kind == .moto ? try MotoServer() : nil
        bucket = store?.url() ?? moto?.url() ?? "folder:\(folder.file("bucket").text)"
        environment = store != nil ? StrictStore.environment : moto != nil ? MotoServer.environment : [:]
    }

    /// A machine of this name, with a new library unless it had one.
    func machine(_ name: String) throws -> ServerProcess {
        try ServerProcess(
            in: folder,
            library: "\(name).photolibrary",
            socketName: "\(name).sock",
            environment: environment
        )
    }

    /// The recovery phrase that `setup` printed.
    static func phrase(_ finished: FinishedProgram) -> String? {
        finished.output.split(separator: "\n").map { $0.filter { $0 != " " } }.first { line in
            line.split(separator: "-").count == 14
        }
    }

    static func photo(_ seed: UInt64) throws -> [UInt8] {
        try SamplePhoto(size: PixelSize(width: 24, height: 16), seed: seed).encoded()
    }
}

extension ServerProcess {
    /// `photos cloud join`, with the phrase on standard input.
    func join(_ bucket: String, _ phrase: String, in folder: ScratchFolder) throws -> FinishedProgram {
        try folder.write(Array("\(phrase)\n".utf8), to: "phrase")
        return try RunningProgram(
            path: "/bin/sh",
            [
                "-c", FilePath("exec \"$0\" cloud join \"$1\" < \"$2\""), try BuiltProgram.path("photos"),
                FilePath(bucket), folder.file("phrase"),
            ],
            environment: environment
        ).finish()
    }

    /// The process that synchronises this library, where one runs.
    func syncProcess() throws -> Int32? {
        let folder = library.appending("cloud").bytes
        var reader = try FolderReader("/proc")
        while let entry = try reader.next() {
            guard let process = Int32(entry.name.text) else { continue }
            do throws(SystemCallError) {
                let file = try OwnedDescriptor(
                    opening: FilePath("/proc/\(process)/cmdline"),
                    [.readOnly]
                )
                let arguments = try file.readToEnd(limit: 65_536).split(separator: 0).map { Array($0) }
                if arguments.count == 3, arguments[2] == folder { return process }
            } catch {
                // It has ended.
            }
        }
        return nil
    }
}

/// What is in a library, in terms that do not depend on the machine.
struct LibraryContents: Equatable {
    struct Asset: Equatable {
        var flags: UInt32
        var creationDate: Int64
        var rating: UInt32
        var title: String?
        var caption: String?
        var keywords: [String]
        var files: [String]
        var location: [Double]
    }

    var assets: [[UInt8]: Asset] = [:]
    /// Digests of the members' originals, in their order, by the album's title.
    var albums: [String: [[UInt8]]] = [:]
    var recentlyDeleted = 0

    init(_ client: LibraryClient) throws {
        var request = FetchRequest(.allAssets)
        request.includesHidden = true
        let found = try client.fetch(request)
        let page = try client.assets(found, 0..<found.count)
        let details = try client.details(of: page.ids)
        var digests: [ObjectID: [UInt8]] = [:]
        for row in 0..<found.count {
            let resources = try client.resources(of: page.ids[row])
            guard let original = resources.first else { continue }
            digests[page.ids[row]] = original.digest
            // The bytes themselves, and not what the database says of them.
            let files = try resources.map { resource in
                let file = try client.openResource(resource.kind, of: page.ids[row])
                let size = try file.readToEnd(limit: 1 << 24).count
                return "\(resource.kind.rawValue) \(resource.filename) \(resource.digest) \(size)"
            }
            assets[original.digest] = Asset(
                flags: page.flags[row],
                creationDate: page.creationDate[row],
                rating: page.rating[row],
                title: details[row].title,
                caption: details[row].caption,
                keywords: details[row].keywords.sorted(),
                files: files.sorted(),
                location: page.latitude.isEmpty ? [] : [page.latitude[row], page.longitude[row]]
            )
        }
        let collections = try client.fetch(FetchRequest(.allCollections(.assetCollection)))
        let titles = try client.collections(collections, 0..<collections.count).title
        for row in 0..<collections.count {
            let members = try client.fetch(FetchRequest(.assets(inCollection: collections[row])))
            albums[titles[row]] = (0..<members.count).map { digests[members[$0]] ?? [] }
        }
        recentlyDeleted = try client.statistics().recentlyDeletedCount
    }
}
