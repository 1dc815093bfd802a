package import LinuxSystem

/// What is known of the files of a Google Takeout before they are imported: which JSON file describes each, which of
/// them belong together, and the albums.
///
/// A folder belongs to one when it has JSON files of Google Photos, or when it has the name of such a folder in another
/// archive of the same Takeout: archives are cut without regard to what belongs together.
package struct TakeoutTree {
    /// What was found, for the person.
    package struct Summary: Hashable, Sendable, Encodable {
        /// Photos and videos with a JSON file, also with one that they share.
        package var matched = 0
        /// Of them, edited versions of others.
        package var edited = 0
        package var unmatched = 0
        /// JSON files of photos that are not there.
        package var unusedSideCars = 0
        package var albums = 0
    }

    /// A JSON file that was used for no photo, and why.
    package struct UnusedFile: Hashable, Sendable {
        package var path: FilePath
        package var reason: String
        /// Whether it says something of a photo, or may.
        package var isLoss: Bool
    }

    /// Years first, so that albums find their photos in the library.
    private(set) var groups: [FolderAlbums.Group] = []
    /// Files in folders that belong to no Takeout.
    private(set) var others: [FoundFile] = []
    private(set) var unused: [UnusedFile] = []
    /// How each file was matched.
    private(set) var reasons: [FilePath: TakeoutMatching.Reason] = [:]
    private(set) var summary = Summary()

    /// Files of one name's folders.
    private struct Folder {
        var name: String
        var media: [FoundFile] = []
        var sideCars: [FilePath] = []
    }

    /// JSON files of a folder that are looked at to recognise it.
    private static let maximumProbes = 8

    private let source: any ImportSource
    private let titles: TakeoutTitles

    /// Nil when there is no Takeout among the files. `sideCars`: all JSON files, which
    /// are read in `source`.
    init?(_ files: [FoundFile], sideCars: [FilePath], in source: any ImportSource) {
        self.source = source
        titles = TakeoutTitles(source)
        var jsonFolders: [FilePath: [FilePath]] = [:]
        for path in sideCars { jsonFolders[path.folder, default: []].append(path) }
        let titles = titles
        let probed = jsonFolders.filter { _, paths in
            paths.prefix(TakeoutTree.maximumProbes).contains { path in
                if case .photo = titles.content(path) { true } else { false }
            }
        }
        if probed.isEmpty { return nil }
        let keys = Set(probed.keys.map(TakeoutTree.key))
        let parents = Set(probed.keys.map(\.folder))
        func isInTakeout(_ folder: FilePath) -> Bool {
            keys.contains(TakeoutTree.key(folder)) || parents.contains(folder.folder) && hasAlbum(jsonFolders[folder])
        }
        var folders: [FilePath: Folder] = [:]
        var order: [FilePath] = []
        func folder(_ path: FilePath) -> FilePath {
            let key = TakeoutTree.key(path)
            if folders[key] == nil {
                folders[key] = Folder(name: path.lastComponent.text)
                order.append(key)
            }
            return key
        }
        for file in files {
            if isInTakeout(file.path.folder) {
                folders[folder(file.path.folder)]?.media.append(file)
            } else {
                others.append(file)
            }
        }
        for (path, paths) in jsonFolders where isInTakeout(path) {
            folders[folder(path)]?.sideCars += paths.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        }
        var albums: [FolderAlbums.Group] = []
        var occurrences: [String: Int] = [:]
        for key in order {
            guard let folder = folders.removeValue(forKey: key) else { continue }
            var group = match(folder)
            if let title = group.titles.last {
                occurrences[title, default: 0] += 1
                group.occurrence = occurrences[title, default: 1]
                albums.append(group)
            } else if !group.files.isEmpty {
                groups.append(group)
            }
        }
        summary.albums = albums.count
        groups += albums
    }

    /// The name of a folder with that of the folder that it is in (`Google Photos/Rome`).
    private static func key(_ folder: FilePath) -> FilePath {
        folder.folder.lastComponent.appending(folder.lastComponent)
    }

    private func hasAlbum(_ sideCars: [FilePath]?) -> Bool {
        (sideCars ?? []).prefix(TakeoutTree.maximumProbes).contains { path in
            if case .album = titles.content(path) { true } else { false }
        }
    }

    private mutating func match(_ folder: Folder) -> FolderAlbums.Group {
        let matching = TakeoutMatching(media: folder.media.map(\.path), sideCars: folder.sideCars) { [titles] in
            titles.photoTitle($0)
        }
        var files = folder.media
        for position in files.indices {
            guard let match = matching.matches[position] else {
                summary.unmatched += 1
                continue
            }
            summary.matched += 1
            reasons[files[position].path] = match.reason
            files[position].sideCar = matching.sideCar(of: position)
            guard let owner = matching.owner(of: position) else { continue }
            switch match.reason {
            case .edited:
                summary.edited += 1
                files[position].relation = FoundFile.Relation(kind: .edited, owner: owner)
            case .livePhoto: files[position].relation = FoundFile.Relation(kind: .otherHalf, owner: owner)
            default: break
            }
        }
        var albumTitle: String?
        for path in matching.unused {
            switch titles.content(path) {
            case .album(let title):
                if albumTitle?.isEmpty != false { albumTitle = title }
                note(path, "about an album", isLoss: false)
            case .photo:
                summary.unusedSideCars += 1
                note(path, "its photo is not here", isLoss: true)
            case .other:
                // That of an album without a title is empty.
                albumTitle = albumTitle ?? ""
                note(path, "about no photo", isLoss: false)
            case .unreadable(let reason):
                summary.unusedSideCars += 1
                note(path, reason, isLoss: true)
            }
        }
        let title = files.isEmpty ? nil : self.title(folder, albumTitle, files)
        return FolderAlbums.Group(titles: title.map { [$0] } ?? [], files: files)
    }

    private mutating func note(_ path: FilePath, _ reason: String, isLoss: Bool) {
        unused.append(UnusedFile(path: path, reason: reason, isLoss: isLoss))
    }

    /// The title of the album that a folder is; nil when it is none. `written`: what its JSON file says.
    ///
    /// Folders of years, archives and the trash have no such file, which an album may have lost to another archive.
    private func title(_ folder: Folder, _ written: String?, _ files: [FoundFile]) -> String? {
        if TakeoutFolderName.isYear(folder.name) { return nil }
        if let written { return written.isEmpty ? nil : written }
        if TakeoutFolderName.mayBeYear(folder.name) { return nil }
        let isOrdinary = files.contains { file in
            guard let path = file.sideCar else { return false }
            do {
                guard let notes = try JSONSideCar.notes(path, in: source) else { return false }
                return !notes.isInTrash && !notes.isHidden && !notes.keywords.contains(PhotoNotes.archived)
            } catch {
                // Told when the photo is imported.
                return false
            }
        }
        // Files that were given without their folder are in none that has a name.
        if !isOrdinary || folder.name == "." { return nil }
        return TakeoutName.separated(folder.name).stem
    }
}
