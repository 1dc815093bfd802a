import Languages
import LinuxSystem
import OwnerTools
import PhotoImport

/// What an import is going to do, known from the names of the files and the side-cars that had to be read for it.
struct ImportPlan {
    /// In the order in which they are imported.
    private(set) var groups: [FolderAlbums.Group]
    /// Folders and albums of exported libraries.
    private(set) var collections: [[ExportedLibrary.Collection]] = []
    private(set) var failures: [ImportFailure] = []
    private var exportedCount = 0
    /// What was found of a Google Takeout; nil when there is none.
    private(set) var takeout: TakeoutTree.Summary?
    /// JSON files that say nothing of the files.
    private(set) var unused: [TakeoutTree.UnusedFile] = []
    /// How the side-car of each file was found.
    private(set) var reasons: [FilePath: TakeoutMatching.Reason] = [:]
    /// Files that are passed over for their names.
    private(set) var passedOver: PassedOverFiles
    private(set) var fileCount: Int
    private var catalogLines: [String] = []

    /// `paths`: what was given; `catalogs`: the databases among it. `takesPlainly`: files of other programs count for
    /// nothing.
    init(
        _ scan: FolderScan,
        _ catalogs: [PhotoCatalog] = [],
        below paths: [FilePath],
        makesAlbums: Bool,
        takesPlainly: Bool
    ) {
        fileCount = scan.files.count
        passedOver = scan.passedOverFiles
        var files = scan.files
        groups = []
        for catalog in catalogs { add(catalog) }
        for manifest in takesPlainly ? [] : scan.manifests {
            let exported = ExportedLibrary(manifest, taking: &files)
            failures += exported.failures
            exportedCount += exported.files.count
            if !exported.files.isEmpty { groups.append(FolderAlbums.Group(titles: [], files: exported.files)) }
            if !exported.collections.isEmpty { collections.append(exported.collections) }
        }
        if !takesPlainly, let tree = TakeoutTree(files, sideCars: scan.jsonFiles) {
            files = tree.others
            groups += tree.groups
            takeout = tree.summary
            unused = tree.unused
            reasons = tree.reasons
        }
        if !takesPlainly { AppleExport(jsonFiles: scan.jsonFiles).relate(&files) }
        let used = Set(groups.flatMap(\.files).compactMap(\.sideCar))
            .union(files.compactMap(\.sideCar)).union(unused.map(\.path))
        for path in scan.jsonFiles where !used.contains(path) {
            let file = TakeoutTree.UnusedFile(path: path, reason: "about no photo here", isLoss: false)
            passedOver.add(path, because: file.reason)
            unused.append(file)
        }
        if makesAlbums {
            groups += FolderAlbums.groups(files, below: paths)
        } else if !files.isEmpty {
            groups.append(FolderAlbums.Group(titles: [], files: files))
        }
    }

    /// The same for some of the files alone. Collections whose photos are not among them are not made.
    func only(_ groups: [FolderAlbums.Group]) -> ImportPlan {
        var part = self
        part.groups = groups
        part.failures = []
        part.fileCount = groups.reduce(0) { $0 + $1.files.count }
        let files = Set(groups.flatMap(\.files).map(\.path))
        part.collections = collections.filter { $0.contains { !files.isDisjoint(with: $0.members) } }
        return part
    }

    private mutating func add(_ catalog: PhotoCatalog) {
        let found = CatalogFiles(catalog)
        groups += found.groups
        failures += found.failures
        let count = found.groups.reduce(0) { $0 + $1.files.count }
        fileCount += count
        var parts = [CountText.files(count), CountText.albums(found.groups.count { !$0.titles.isEmpty })]
        if !found.failures.isEmpty { parts.append(localized("{count} missing", ["count": found.failures.count])) }
        if catalog.hiddenEdits > 0 {
            let values: KeyValuePairs<String, any CustomStringConvertible> =
                ["count": catalog.hiddenEdits, "program": catalog.program]
            parts.append(localized("{count} edits that only {program} can show", values))
        }
        catalogLines.append("\(catalog.program): " + parts.listed)
    }

    /// Of the albums that are filled, below their folders.
    var albumTitles: [String] {
        groups.filter { !$0.titles.isEmpty }.map { $0.titles.joined(separator: "/") }
            + collections.flatMap { $0 }.filter { !$0.isFolder }.map(\.title)
    }

    /// What was recognised, for the person; empty for plain folders.
    var lines: [String] {
        var lines = catalogLines
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
