package import LinuxSystem

/// Where the files of an import are. Called on several threads at once.
package protocol ImportSource: Sendable {
    /// Opens a file to read it from its start. `ENOENT` when there is none.
    func open(_ path: FilePath) throws(SystemCallError) -> OwnedDescriptor

    /// Whether there is a file of a path, though it may not be here yet.
    func exists(_ path: FilePath) -> Bool

    /// Why a side-car that is there is not read; nil when it may be.
    func refusal(of path: FilePath) -> String?
}

extension ImportSource {
    package func refusal(of path: FilePath) -> String? { nil }

    /// What another program wrote of a file in a file beside it; nil where there is nothing.
    func notes(of file: FoundFile) throws(ImportFailure) -> PhotoNotes? {
        guard let path = file.sideCar else { return nil }
        if let offset = file.sideCarOffset {
            return try PhotoNotes.manifest(path, at: offset, of: file.path, in: self)
        }
        return try JSONSideCar.notes(path, in: self)
    }
}
