internal import Glibc
internal import LibraryModel
package import LinuxSystem
internal import Synchronization

/// Opens the bundle's files for reading, so that no receiver of a descriptor can change the file, not even its owner.
///
/// 1. If the system allows it, files are opened through a read-only mount of the bundle (`ReadOnlyFolder`).
/// 2. Otherwise clients get a copy in sealed memory of files up to `maximumCopySize`, and for larger ones an error with
///    the cause. Only this process and its workers get descriptors of the files themselves.
package final class LentFiles: Sendable {
    /// Bytes of a copy in memory: photos, raw files, short videos.
    package static let maximumCopySize: Int64 = 64 << 20
    /// Bytes copied between checks for cancellation.
    private static let chunkSize = 1 << 20

    private enum Source: ~Copyable, Sendable {
        case mount(ReadOnlyFolder)
        /// Why there is no read-only mount.
        case copies(SystemCallError)
    }

    private let source: Source
    private let bundle: FilePath
    /// Held while a lease is taken: who opens the file meanwhile tries again afterwards.
    private let leasing = Mutex(())

    /// `isMounting`: false in tests of systems without such mounts.
    package init(bundle: FilePath, isMounting: Bool = true) {
        self.bundle = bundle
        do throws(SystemCallError) {
            guard isMounting else { throw SystemCallError(EPERM, "open_tree") }
            source = .mount(try ReadOnlyFolder(bundle))
        } catch {
            source = .copies(error)
        }
    }

    /// Why clients get copies in memory; nil when they do not.
    package var reasonForCopies: SystemCallError? {
        switch source {
        case .mount: nil
        case .copies(let reason): reason
        }
    }

    /// Opens a file for this process and its workers. `path` is relative to the bundle.
    func open(_ path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        do throws(SystemCallError) { return try openNow(path) } catch {
            guard error.errorNumber == EAGAIN else { throw error }
            return try leasing.withLock { _ throws(SystemCallError) in try openNow(path) }
        }
    }

    /// Whether anybody has a file open. Where the file system cannot tell, whoever has it open keeps its bytes when it
    /// is deleted: it counts as not open.
    func isOpen(_ path: FilePath) throws(SystemCallError) -> Bool {
        let file = try OwnedDescriptor(
            opening: bundle.appending(path),
            [.readOnly, .notFollowingLinks, .nonBlocking]
        )
        do throws(SystemCallError) {
            return try leasing.withLock { _ throws(SystemCallError) in try file.isOpenElsewhere() }
        } catch {
            if error.errorNumber == EINVAL { return false }
            throw error
        }
    }

    private func openNow(_ path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        switch source {
        case .mount(let folder): return try folder.open(path)
        case .copies:
            return try OwnedDescriptor(opening: bundle.appending(path), [.readOnly, .notFollowingLinks, .nonBlocking])
        }
    }

    /// The descriptor for a client: `file`, from `open`, or a copy of it.
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

    /// Returns nil when it was stopped.
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
