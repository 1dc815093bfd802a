internal import JSONText
internal import LibraryModel
package import LinuxSystem

/// A library that `photos export --side-cars` wrote, as its manifest describes it.
package struct ExportedLibrary {
    /// A folder or an album of it, in the order of its person.
    package struct Collection: Hashable, Sendable {
        package var title: String
        package var isFolder: Bool
        /// Its position in the list; nil at the top level.
        package var parent: Int?
        /// Which of several of one title in one place it is, from 1.
        package var occurrence = 1
        /// Of an album: the paths of its photos' files, in order.
        package var members: [FilePath] = []
    }

    /// The files that it describes, each with the place of its description.
    private(set) var files: [FoundFile] = []
    private(set) var collections: [Collection] = []
    /// Why the manifest, or a part of it, counts for nothing.
    private(set) var failures: [ImportFailure] = []

    /// Albums and folders; the rest is left out.
    static let maximumCollections = 100_000
    /// Lines that are damaged: after so many the rest of the list counts for nothing.
    static let maximumFailures = 1_000

    /// What tells a collection from others, but for its occurrence.
    private struct Place: Hashable {
        var title: String
        var isFolder: Bool
        var parent: Int?
    }

    /// An album has each of its photos once.
    private struct Membership: Hashable {
        var file: FilePath
        /// Its position in `collections`.
        var album: Int
    }

    private let root: FilePath
    private let manifest: FilePath
    private let source: any ImportSource
    private var found: [FilePath: FoundFile]
    private let known: Set<FilePath>
    private var positions: [Int64: Int] = [:]
    private var occurrences: [Place: Int] = [:]
    private var memberships: Set<Membership> = []

    /// Takes the files that are described out of `files`. `known`: all files of the import, also those that another
    /// manifest describes: an album may have them.
    init(
        _ manifest: FilePath,
        taking files: inout [FoundFile],
        among known: Set<FilePath>,
        in source: any ImportSource
    ) {
        self.manifest = manifest
        self.source = source
        self.known = known
        root = manifest.folder
        found = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
        do {
            try read()
        } catch let error as SystemCallError {
            failures.append(ImportFailure(path: manifest, reason: error.reason))
        } catch let error as ImportFailure {
            failures.append(error)
        } catch {
            failures.append(ImportFailure(path: manifest, reason: "\(error)"))
        }
        memberships = []
        let taken = Set(self.files.map(\.path))
        files.removeAll { taken.contains($0.path) }
    }

    private mutating func read() throws {
        if let reason = source.refusal(of: manifest) { return fail(reason) }
        let file = try source.open(manifest)
        var lines = LineReader(maximumLength: ExportFormat.maximumLineLength)
        var number = 0
        while let (line, offset) = try lines.next(in: file) {
            number += 1
            let value: JSONValue
            do { value = try JSONValue(line) } catch {
                fail("line \(number) is damaged")
                if number == 1 || failures.count == ExportedLibrary.maximumFailures { return }
                continue
            }
            if number == 1 {
                guard value["format"]?.text == ExportFormat.name else { return fail("not of photos export") }
                guard let version = value["version"]?.integer, version <= ExportFormat.version else {
                    return fail("written by a newer version")
                }
            } else {
                take(value, at: offset)
            }
        }
    }

    private mutating func fail(_ reason: String) {
        failures.append(ImportFailure(path: manifest, reason: reason + "; the files are imported without it"))
    }

    private mutating func take(_ value: JSONValue, at offset: Int64) {
        if let title = value["title"]?.text, let number = (value["album"] ?? value["folder"])?.integer {
            let parent = value["parent"]?.integer.flatMap { positions[$0] }
            let isFolder = value["folder"] != nil
            // A folder comes before what is in it, so that there is no circle.
            if let parent, !collections[parent].isFolder { return }
            guard collections.count < ExportedLibrary.maximumCollections else { return }
            let place = Place(title: title, isFolder: isFolder, parent: parent)
            let occurrence = occurrences[place, default: 0] + 1
            occurrences[place] = occurrence
            positions[number] = collections.count
            collections.append(Collection(title: title, isFolder: isFolder, parent: parent, occurrence: occurrence))
        } else if let member = value["member"]?.text, let album = value["of"]?.integer.flatMap({ positions[$0] }) {
            // The path of the file, so that however many albums have it share its bytes.
            guard !collections[album].isFolder, let position = known.firstIndex(of: path(member)) else { return }
            let membership = Membership(file: known[position], album: album)
            if memberships.insert(membership).inserted { collections[album].members.append(membership.file) }
        } else {
            takePhoto(value, at: offset)
        }
    }

    private mutating func takePhoto(_ value: JSONValue, at offset: Int64) {
        let own = paths(value)
        guard let first = own.first, found[first] != nil else { return }
        let edited = FoundFile.Relation(kind: .edited, owner: first)
        for (paths, relation) in [(own, nil), (paths(value["edit"]), edited)] {
            for path in paths {
                guard var file = found.removeValue(forKey: path) else { continue }
                file.sideCar = manifest
                file.sideCarOffset = offset
                file.relation = relation
                files.append(file)
            }
        }
    }

    /// Of the files that a photo, or its edited version, has.
    private func paths(_ value: JSONValue?) -> [FilePath] {
        (value?["files"]?.elements ?? []).prefix(FileGroup.maximumFiles).compactMap(\.text).map(path)
    }

    private func path(_ name: String) -> FilePath { root.appending(FilePath(name)) }
}
