import LinuxSystem
import PhotoImport

/// Files where they are.
struct FileSystemSource: ImportSource {
    func open(_ path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        // Non-blocking: the name may belong to a pipe by now.
        try OwnedDescriptor(opening: path, [.readOnly, .nonBlocking])
    }

    func notes(of file: FoundFile) throws(ImportFailure) -> PhotoNotes? {
        guard let path = file.sideCar else { return nil }
        if let offset = file.sideCarOffset { return try PhotoNotes.manifest(path, at: offset, of: file.path) }
        return try JSONSideCar.notes(path)
    }
}
