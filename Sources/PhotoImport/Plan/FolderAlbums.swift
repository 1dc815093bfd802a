package import LibraryClient
internal import LibraryModel
package import LinuxSystem
internal import PhotoSearch

/// The albums of an import with `--albums-from-folders`: one for each folder with photos below the paths that were
/// given, inside folders like those that it is in.
package struct FolderAlbums {
    /// Files of one folder.
    package struct Group: Hashable {
        /// Names of the folders below the given path, the album's last; empty for files that come into no album.
        package var titles: [String]
        package var files: [FoundFile]
        /// Which of several albums of one title in one folder it is, from 1.
        package var occurrence = 1

        package init(titles: [String], files: [FoundFile]) {
            self.titles = titles
            self.files = files
        }
    }

    /// The files by their folders, in the order of the scan. `paths`: what was given.
    package static func groups(_ files: [FoundFile], below paths: [FilePath]) -> [Group] {
        var positions: [FilePath: Int] = [:]
        var groups: [Group] = []
        for file in files {
            let folder = file.path.folder
            if let position = positions[folder] {
                groups[position].files.append(file)
            } else {
                positions[folder] = groups.count
                groups.append(Group(titles: titles(of: folder, below: paths), files: [file]))
            }
        }
        return groups
    }

    private static func titles(of folder: FilePath, below paths: [FilePath]) -> [String] {
        let separator = UInt8(ascii: "/")
        let parts = folder.bytes.split(separator: separator)
        let roots = paths.map { $0.bytes.split(separator: separator) }
        // The innermost of the given paths that it is in.
        guard let root = roots.filter({ parts.starts(with: $0) }).max(by: { $0.count < $1.count }) else { return [] }
        return parts.dropFirst(root.count).map { FilePath(bytes: Array($0)).text }
    }

    private let client: LibraryClient
    private var folders: [[String]: ObjectID] = [:]

    package init(_ client: LibraryClient) { self.client = client }

    /// The album for a group, which its first block creates if it is missing; nil for none.
    package mutating func album(for group: Group) throws -> ImportAlbum? {
        guard let title = group.titles.last else { return nil }
        let parent = try folder(Array(group.titles.dropLast()))
        let known = try FolderAlbums.children(title, .assetCollection, of: parent, client)
        if known.count >= group.occurrence { return ImportAlbum(id: known[group.occurrence - 1]) }
        return ImportAlbum(id: try FolderAlbums.newIdentifier(client), titleToCreate: title, parent: parent)
    }

    /// The folder of these names, which is created if it is missing; nil for the top level.
    private mutating func folder(_ titles: [String]) throws -> ObjectID? {
        guard let title = titles.last else { return nil }
        if let known = folders[titles] { return known }
        let parent = try folder(Array(titles.dropLast()))
        let id: ObjectID
        if let known = try FolderAlbums.children(title, .collectionList, of: parent, client).first {
            id = known
        } else {
            id = try FolderAlbums.newIdentifier(client)
            _ = try client.perform(
                ChangeBlock(operations: [.createCollection(.collectionList, id, title: title, parent: parent)])
            )
        }
        folders[titles] = id
        return id
    }

    /// The albums or folders of a title in a folder, in its order; nil for the top level.
    static func children(
        _ title: String,
        _ kind: ObjectKind,
        of folder: ObjectID?,
        _ client: LibraryClient
    ) throws -> [ObjectID] {
        try CollectionLine.all(of: FetchRequest(.children(ofList: folder)), client)
            .filter { $0.title == title && $0.identifier.kind == kind && $0.isEditable }.map(\.identifier.id)
    }

    static func newIdentifier(_ client: LibraryClient) throws -> ObjectID {
        guard let id = try client.mintIdentifiers(1).first else {
            throw LibraryError(.protocolViolation, "the server gave no identifier")
        }
        return id
    }
}
