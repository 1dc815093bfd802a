internal import LinuxSystem
internal import PhotoImport

/// A file that the page has sent.
struct UploadedFile: Sendable {
    /// Shared, because the files of an import are opened by several threads.
    private final class Content: Sendable {
        let descriptor: OwnedDescriptor

        init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
    }

    let offered: OfferedFile
    private let content: Content

    init(_ offered: OfferedFile, in room: ImportRoom) throws(SystemCallError) {
        self.offered = offered
        content = Content(try room.makeFile())
    }

    func append(_ bytes: [UInt8]) throws(SystemCallError) { try content.descriptor.write(bytes) }

    /// Call when all of it is there.
    func close() throws(SystemCallError) {
        if let time = offered.modificationTime { try content.descriptor.setModificationTime(time) }
    }

    /// Opens it once more, to be read from its start.
    func open() throws(SystemCallError) -> OwnedDescriptor {
        try OwnedDescriptor(opening: FilePath("/proc/self/fd/\(content.descriptor.rawValue)"))
    }
}

/// The files of a batch as the source of an import, with the side-cars that came before.
struct UploadedFiles: ImportSource {
    private let files: [FilePath: UploadedFile]
    private let origin: PageImport

    init(_ batch: ImportUpload.Batch) {
        files = Dictionary(zip(batch.members.map(\.file.path), batch.files)) { first, _ in first }
        origin = batch.origin
    }

    func open(_ path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        if let file = files[path] { return try file.open() }
        return try origin.open(path)
    }

    func exists(_ path: FilePath) -> Bool { origin.exists(path) }

    func refusal(of path: FilePath) -> String? { origin.refusal(of: path) }
}
