internal import Languages
package import LinuxSystem
internal import OwnerTools

/// What an import is going to do, known from the names of the files and the side-cars that had to be read for it.
package struct ImportPlan {
    /// In the order in which they are imported.
    package private(set) var groups: [FolderAlbums.Group]
    /// Folders and albums of exported libraries.
    package private(set) var collections: [[ExportedLibrary.Collection]] = []
    package private(set) var failures: [ImportFailure] = []
    private var exportedCount = 0
    /// What was found of a Google Takeout; nil when there is none.
    package private(set) var takeout: TakeoutTree.Summary?
    /// JSON files that say nothing of the files.
    package private(set) var unused: [TakeoutTree.UnusedFile] = []
    /// How the side-car of each file was found.
    package private(set) var reasons: [FilePath: TakeoutMatching.Reason] = [:]
    /// Of them, those beside which nothing is imported that they could be about.
    package private(set) var strays: [TakeoutTree.UnusedFile] = []
    package private(set) var fileCount: Int
    private var furtherLines: [String] = []

    /// Side-cars are read in `source`. `paths`: what was given. `takesPlainly`: files of other programs count for
    /// nothing.
    package init(
        _ contents: FolderContents,
        in source: any ImportSource,
        below paths: [FilePath] = [],
        makesAlbums: Bool = false,
        takesPlainly: Bool = false
    ) {
        fileCount = contents.files.count
        var files = contents.files
        groups = []
        let manifests = takesPlainly ? [] : contents.manifests
        let known = manifests.isEmpty ? [] : Set(files.map(\.path))
        for manifest in manifests {
            let exported = ExportedLibrary(manifest, taking: &files, among: known, in: source)
            failures += exported.failures
            exportedCount += exported.files.count
            if !exported.files.isEmpty { groups.append(FolderAlbums.Group(titles: [], files: exported.files)) }
            if !exported.collections.isEmpty { collections.append(exported.collections) }
        }
        if !takesPlainly, let tree = TakeoutTree(files, sideCars: contents.jsonFiles, in: source) {
            files = tree.others
            groups += tree.groups
            takeout = tree.summary
            unused = tree.unused
            reasons = tree.reasons
        }
        if !takesPlainly { AppleExport(jsonFiles: contents.jsonFiles, exists: source.exists).relate(&files) }
        let used = Set(groups.flatMap(\.files).compactMap(\.sideCar))
            .union(files.compactMap(\.sideCar)).union(unused.map(\.path))
        for path in contents.jsonFiles where !used.contains(path) {
            let file = TakeoutTree.UnusedFile(path: path, reason: "about no photo here", isLoss: false)
            strays.append(file)
            unused.append(file)
        }
        if makesAlbums {
            groups += FolderAlbums.groups(files, below: paths)
        } else if !files.isEmpty {
            groups.append(FolderAlbums.Group(titles: [], files: files))
        }
    }

    /// The same for some of the files alone. Collections whose photos are not among them are not made.
    package func only(_ groups: [FolderAlbums.Group]) -> ImportPlan {
        var part = self
        part.groups = groups
        part.failures = []
        part.fileCount = groups.reduce(0) { $0 + $1.files.count }
        let files = Set(groups.flatMap(\.files).map(\.path))
        part.collections = collections.filter { $0.contains { !files.isDisjoint(with: $0.members) } }
        return part
    }

    /// Adds files of which all is known, before the others. `line`: what there is to tell the person.
    package mutating func add(_ groups: [FolderAlbums.Group], _ failures: [ImportFailure], line: String) {
        self.groups = groups + self.groups
        self.failures += failures
        fileCount += groups.reduce(0) { $0 + $1.files.count }
        furtherLines.insert(line, at: 0)
    }

    /// Of the albums that are filled, below their folders.
    package var albumTitles: [String] {
        groups.filter { !$0.titles.isEmpty }.map { $0.titles.joined(separator: "/") }
            + collections.flatMap { $0 }.filter { !$0.isFolder }.map(\.title)
    }

    /// What was recognised, for the person; empty for plain folders.
    package var lines: [String] {
        var lines = furtherLines
        if exportedCount > 0 {
            let albums = collections.flatMap { $0 }.count { !$0.isFolder }
            let values: KeyValuePairs<String, any CustomStringConvertible> =
                ["files": CountText.files(exportedCount), "albums": CountText.albums(albums)]
            lines.append(localized("Exported library: {files}, {albums}", values))
        }
        guard let takeout else { return lines }
        let matched = CountText.files(takeout.matched)
        var parts = [localized("{files} matched with what Google wrote of them", ["files": matched])]
        if takeout.edited > 0 { parts.append(localized("{count} of them edited versions", ["count": takeout.edited])) }
        if takeout.unmatched > 0 { parts.append(localized("{count} without", ["count": takeout.unmatched])) }
        if takeout.albums > 0 { parts.append(CountText.albums(takeout.albums)) }
        if takeout.unusedSideCars > 0 {
            parts.append(localized("{count} JSON without their photo", ["count": takeout.unusedSideCars]))
        }
        return lines + ["Google Takeout: " + parts.listed]
    }
}
