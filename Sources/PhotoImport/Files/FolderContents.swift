package import LinuxSystem

/// What was found for an import.
package struct FolderContents: Hashable, Sendable {
    /// Files to import.
    package var files: [FoundFile] = []
    package var jsonFiles: [FilePath] = []
    /// What `photos export` wrote of a library.
    package var manifests: [FilePath] = []

    package init() {}
}
