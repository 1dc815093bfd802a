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
    /// given themselves without a folder.
    package init(of files: [FoundFile]) {
        for file in files where !PassedOverNames.isHidden(inside: file.path) {
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
}
