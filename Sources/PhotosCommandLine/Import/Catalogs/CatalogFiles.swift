import LinuxSystem
import PhotoImport

/// The files that another program's database names, by its albums, as far as they are there.
struct CatalogFiles {
    /// Photos without an album first.
    private(set) var groups: [FolderAlbums.Group] = []
    /// Files that are named and not there.
    private(set) var failures: [ImportFailure] = []

    init(_ catalog: PhotoCatalog) {
        var positions: [[String]: Int] = [:]
        for photo in catalog.photos {
            guard let file = file(photo.path, catalog.program, photo.notes) else { continue }
            let position: Int
            if let known = positions[photo.album] {
                position = known
            } else {
                position = groups.count
                positions[photo.album] = position
                groups.append(FolderAlbums.Group(titles: photo.album, files: []))
            }
            groups[position].files.append(file)
            if let path = photo.edited, var edited = self.file(path, catalog.program, photo.notes) {
                edited.relation = FoundFile.Relation(kind: .edited, owner: photo.path)
                groups[position].files.append(edited)
            }
        }
        groups = groups.filter(\.titles.isEmpty) + groups.filter { !$0.titles.isEmpty }
    }

    private mutating func file(_ path: FilePath, _ program: String, _ notes: PhotoNotes) -> FoundFile? {
        do throws(SystemCallError) {
            let status = try FileStatus(of: path)
            guard status.isRegularFile else { throw .notFound }
            var file = FoundFile(path: path, size: status.size)
            file.known = [notes]
            return file
        } catch {
            failures.append(ImportFailure(path: path, reason: "\(program) has it in its library: \(error.reason)"))
            return nil
        }
    }
}

extension SystemCallError {
    /// `ENOENT`.
    fileprivate static let notFound = SystemCallError(2, "stat")
}
