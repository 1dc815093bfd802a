package import LinuxSystem

/// Where the files of an import are. Called on several threads at once.
package protocol ImportSource: Sendable {
    /// Opens a file to read it from its start. `ENOENT` when there is none.
    func open(_ path: FilePath) throws(SystemCallError) -> OwnedDescriptor

    /// What another program wrote of a file in a file beside it; nil where there is nothing.
    func notes(of file: FoundFile) throws(ImportFailure) -> PhotoNotes?
}
