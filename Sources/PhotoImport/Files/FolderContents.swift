package import LinuxSystem

/// What was found for an import.
package struct FolderContents: Hashable, Sendable {
    /// Files to import.
    package var files: [FoundFile] = []
    package var jsonFiles: [FilePath] = []
    /// What `photos export` wrote of a library.
    package var manifests: [FilePath] = []

    package init() {}

    /// What is in a list of files, by the rules of folders on a disk: a file in a folder counts when its name is that
    /// of a picture or a video, one that was given itself always does. `files` have different paths, those that were
    /// given themselves without a folder, in any order: that of albums is by names.
    package init(of files: [FoundFile]) {
        for file in FolderContents.ordered(files) where !PassedOverNames.isHidden(inside: file.path) {
            let name = file.path.lastComponent
            switch FileRole(name: name) {
            case .media: self.files.append(file)
            case .json: jsonFiles.append(file.path)
            case .manifest: manifests.append(file.path)
            case .companion, .archive: break
            case .other: if file.path == name { self.files.append(file) }
            }
        }
    }

    /// In the order in which folders are read: what was given in its order, then a folder's files and what is in its
    /// folders, each by the names.
    private static func ordered(_ files: [FoundFile]) -> [FoundFile] {
        var given: [ArraySlice<UInt8>: Int] = [:]
        let keys = files.map { file in
            let parts = file.path.bytes.split(separator: UInt8(ascii: "/"))
            let first = parts.first ?? []
            let place = given[first] ?? given.count
            given[first] = place
            return (file: file, place: place, parts: Array(parts.dropFirst()))
        }
        return keys.sorted { one, other in
            if one.place != other.place { return one.place < other.place }
            guard let at = zip(one.parts, other.parts).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
                return one.parts.count < other.parts.count
            }
            let (isFile, isOtherFile) = (at == one.parts.count - 1, at == other.parts.count - 1)
            if isFile != isOtherFile { return isFile }
            return one.parts[at].lexicographicallyPrecedes(other.parts[at])
        }.map(\.file)
    }
}
