internal import Glibc
internal import LibraryModel
package import LinuxSystem

/// Opens the bundle's files for reading, so that whoever is handed a descriptor cannot change the file, its owner
/// either.
///
/// 1. Where the system allows it, every file is opened through a mount of the bundle that takes no changes
///    (`ReadOnlyFolder`).
/// 2. Elsewhere those who ask get a copy in sealed memory, of files up to `maximumCopySize`, and for larger ones an
///    error that names the cause. Nobody but this process and its workers gets a descriptor of the file itself.
package final class LentFiles: Sendable {
    /// Bytes of a copy in memory: photos, raw files, short videos.
    package static let maximumCopySize: Int64 = 64 << 20
    /// Bytes copied at a time; between them, cancellation is looked at.
    private static let chunkSize = 1 << 20

    private enum Source: ~Copyable, Sendable {
        case mount(ReadOnlyFolder)
        /// Why there is no such mount.
        case copies(SystemCallError)
    }

    private let source: Source
    private let bundle: FilePath

    /// `isMounting`: false for tests of a system that has no such mounts.
    package init(bundle: FilePath, isMounting: Bool = true) {
        self.bundle = bundle
        do throws(SystemCallError) {
            guard isMounting else { throw SystemCallError(EPERM, "open_tree") }
            source = .mount(try ReadOnlyFolder(bundle))
        } catch {
            source = .copies(error)
        }
    }

    /// Why files are handed out as copies in memory; nil where they are not.
    package var reasonForCopies: SystemCallError? {
        switch source {
        case .mount: nil
        case .copies(let reason): reason
        }
    }

    /// For this process and its workers, which reach the file anyway. `path` is inside the bundle.
    func open(_ path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        switch source {
        case .mount(let folder): return try folder.open(path)
        case .copies:
            return try OwnedDescriptor(opening: bundle.appending(path), [.readOnly, .notFollowingLinks, .nonBlocking])
        }
    }

    /// For whoever has asked over a connection: `file`, which `open` gave, or a copy of it.
    func lend(
        _ file: consuming OwnedDescriptor,
        _ cancellation: Cancellation?
    ) throws(LibraryError) -> OwnedDescriptor {
        guard let reasonForCopies else { return file }
        do throws(SystemCallError) {
            if let copy = try LentFiles.copy(of: file, cancellation) { return copy }
        } catch {
            throw error.errorNumber == EFBIG ? .tooLargeToCopy(reasonForCopies) : LibraryError(storing: error)
        }
        throw LibraryError(stopped: cancellation?.cause ?? .cancelled)
    }

    /// Nil when it was stopped.
    private static func copy(
        of file: borrowing OwnedDescriptor,
        _ cancellation: Cancellation?
    ) throws(SystemCallError) -> OwnedDescriptor? {
        let memory = try SealedMemory.makeUnsealed()
        var buffer = [UInt8](repeating: 0, count: chunkSize)
        var offset: Int64 = 0
        while true {
            if cancellation?.isStopped == true { return nil }
            let count = try file.read(into: &buffer, at: offset)
            if count == 0 { break }
            offset += Int64(count)
            guard offset <= maximumCopySize else { throw SystemCallError(EFBIG, "read") }
            try memory.write(buffer.span.extracting(first: count))
        }
        try SealedMemory.seal(memory)
        try memory.seek(to: 0)
        return memory
    }
}

extension LibraryError {
    fileprivate static func tooLargeToCopy(_ reason: SystemCallError) -> LibraryError {
        LibraryError(
            .limitExceeded,
            "files of more than \(LentFiles.maximumCopySize >> 20) MiB cannot be handed out: the system gives the server "
                + "no mount that takes no changes (\(reason))"
        )
    }
}
