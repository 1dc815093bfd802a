import Glibc
import LibraryClient
import LibraryModel
import LinuxSystem
import PhotoImport

/// Writes the files of an asset into a folder: its originals, or what is shown of it.
///
/// A file gets its name once it is complete, and never replaces another file, even one that another program creates at
/// the same time. The files of one asset get the name of its original, each with its own extension, and one number, so
/// that an import takes them for one asset again.
struct AssetExport {
    private let client: LibraryClient
    private let folder: FilePath
    private let showsEdits: Bool
    /// Writes edited versions beside the originals.
    private let addsEdits: Bool
    /// Downloads originals that are in the cloud.
    private let network: NetworkAccess

    private static let originals: [ResourceKind] = [.photo, .video, .audio, .alternatePhoto, .pairedVideo]
    /// Attempts to find free names.
    private static let maximumNumber = 100_000

    /// `showsEdits`: writes edits instead of the originals that they were made of, and no RAW beside a photo.
    init(
        _ client: LibraryClient,
        _ folder: FilePath,
        showsEdits: Bool,
        addsEdits: Bool = false,
        _ network: NetworkAccess = NetworkAccess()
    ) {
        self.network = network
        self.client = client
        self.folder = folder
        self.showsEdits = showsEdits
        self.addsEdits = addsEdits && !showsEdits
    }

    /// The files to write, the one that names the others first.
    private func selected(_ resources: [ResourceInfo]) -> [ResourceInfo] {
        let shown: [[ResourceKind]] = [
            [.fullSizePhoto, .photo], [.fullSizeVideo, .video], [.audio], [.fullSizePairedVideo, .pairedVideo],
        ]
        let edits: [ResourceKind] = addsEdits ? [.fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo] : []
        let wanted = showsEdits ? shown : (AssetExport.originals + edits).map { [$0] }
        return wanted.compactMap { kinds in
            kinds.lazy.compactMap { kind in resources.first { $0.kind == kind } }.first
        }
    }

    /// The files written.
    struct Written {
        struct File {
            var path: FilePath
            var resource: ResourceInfo
        }

        /// The one that names the others first.
        var files: [File] = []
        /// Edited versions beside the originals.
        var edited: [File] = []
    }

    func write(_ asset: ObjectID) throws -> Written {
        let fetched = FetchedIdentifiers([asset], kinds: .all(.asset))
        guard let row = AssetLine(try client.assets(fetched, 0..<1), 0) else {
            throw LibraryError(.notFound, "it is not there any more")
        }
        let resources = try client.resources(of: asset)
        let fallback = String(row.identifier.string.prefix(36))
        let original = resources.first { AssetExport.originals.contains($0.kind) }
        var waiting: [(temporary: FilePath, name: ExportName, resource: ResourceInfo)] = []
        defer {
            for (temporary, _, _) in waiting { discard(temporary) }
        }
        for resource in selected(resources) {
            let file = try client.openResource(resource.kind, of: asset, network)
            let temporary = temporaryName()
            let copy = try OwnedDescriptor(opening: temporary, [.writeOnly, .create, .exclusive], mode: 0o666)
            var name = ExportName(of: resource, orElse: fallback)
            // An edit is called whatever the app that made it likes.
            if let original, resource.kind.isEdit {
                name = name.renamed(after: ExportName(of: original, orElse: fallback))
            }
            let isBeside = addsEdits && resource.kind.isEdit
            let matching = isBeside ? name.edited : waiting.first.map { name.matching($0.name) } ?? name
            waiting.append((temporary, matching, resource))
            _ = try copy.copyContent(of: file)
            try copy.setModificationTime(row.creationDate ?? file.status().modificationTime)
        }
        var written = Written()
        var number = 1
        while let (temporary, name, resource) = waiting.first {
            if written.files.isEmpty { number = try firstFree(waiting.map(\.name), from: number) }
            let path = folder.appending(name.numbered(number))
            do {
                try place(temporary, at: path)
                waiting.removeFirst()
                let file = Written.File(path: path, resource: resource)
                if addsEdits, resource.kind.isEdit { written.edited.append(file) } else { written.files.append(file) }
            } catch {
                guard error.errorNumber == EEXIST, number < AssetExport.maximumNumber else { throw error }
                number += 1
            }
        }
        return written
    }

    /// Writes an XMP file beside a file that was written. Returns its path. Throws `EEXIST` when there is one.
    func writeSideCar(of asset: ObjectID, beside path: FilePath) throws -> FilePath {
        let (row, details) = try description(of: asset)
        let sideCar = FilePath(bytes: path.bytes + Array(".xmp".utf8))
        let temporary = temporaryName()
        let file = try OwnedDescriptor(opening: temporary, [.writeOnly, .create, .exclusive], mode: 0o666)
        do {
            try file.write(Array(SideCarText(row, details).text.utf8))
            try place(temporary, at: sideCar)
        } catch {
            discard(temporary)
            throw error
        }
        return sideCar
    }

    /// Says in a manifest what was written of an asset.
    func describe(_ asset: ObjectID, _ written: Written, in manifest: ExportManifest) throws {
        let (row, details) = try description(of: asset)
        let edit = written.edited.isEmpty ? nil : try client.adjustment(of: asset)
        try manifest.write(row, details, edit, written)
    }

    private func description(of asset: ObjectID) throws -> (AssetLine, AssetDetails) {
        let fetched = FetchedIdentifiers([asset], kinds: .all(.asset))
        guard let row = AssetLine(try client.assets(fetched, 0..<1), 0),
            let details = try client.details(of: [asset]).first
        else { throw LibraryError(.notFound, "it is not there any more") }
        return (row, details)
    }

    /// Of a file that is not complete.
    private func temporaryName() -> FilePath {
        folder.appending(FilePath(".photos-export-\(ObjectID.random().high)"))
    }

    /// Links a file to a free name; throws `EEXIST` when it is taken.
    private func place(_ temporary: FilePath, at path: FilePath) throws(SystemCallError) {
        do {
            try FileNames.renameWithoutReplacing(temporary, to: path)
        } catch {
            // Some file systems, such as NFS, cannot do that. There an empty file reserves the name first.
            guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.errorNumber) else { throw error }
            _ = try OwnedDescriptor(opening: path, [.writeOnly, .create, .exclusive], mode: 0o666)
            try FileNames.rename(temporary, to: path)
        }
    }

    /// The first number for which all names are free.
    private func firstFree(_ names: [ExportName], from start: Int) throws(SystemCallError) -> Int {
        for number in start..<AssetExport.maximumNumber {
            var isFree = true
            for name in names where isFree { isFree = try !exists(folder.appending(name.numbered(number))) }
            if isFree { return number }
        }
        throw SystemCallError(EEXIST, "rename")
    }

    private func exists(_ path: FilePath) throws(SystemCallError) -> Bool {
        do {
            _ = try FileStatus(of: path, followingLinks: false)
            return true
        } catch {
            if error.errorNumber == ENOENT { return false }
            throw error
        }
    }

    private func discard(_ temporary: FilePath) {
        do {
            try FileNames.remove(temporary)
        } catch {
            // The error that led here is the one to report.
        }
    }
}
