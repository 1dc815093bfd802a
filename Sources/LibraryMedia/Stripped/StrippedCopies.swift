internal import Admission
internal import Glibc
package import LibraryModel
package import LinuxSystem
internal import MediaWorkerProtocol
internal import Synchronization

/// Copies of originals without places or captions, at `derivatives/stripped/<digest of the original>-<removed
/// metadata>`.
///
/// 1. A worker that decodes nothing finds the changes (`RemovalPlan`); this process makes them, in a copy that has the
///    original's length. The original is only read.
/// 2. A copy is opened for clients only after another worker has read it and found no place or caption and nothing left
///    to change. Otherwise the file is refused.
/// 3. Copies are kept while there is room (`CopyBudget`) and remade when missing. None survives a restart of the
///    server.
package final class StrippedCopies: Sendable {
    /// The capacity in bytes.
    private static let capacity: Int64 = 4 << 30
    /// Bytes that are written at a time.
    private static let chunkSize = 1 << 20

    private let bundle: FilePath
    private let files: LentFiles
    private let originals: OriginalStore
    private let copies: FileCopies
    private let workers: MediaWorkers
    private let budget: Mutex<CopyBudget>

    private static let folder: FilePath = "derivatives/stripped"

    package convenience init(
        bundle: FilePath,
        files: LentFiles,
        originals: OriginalStore,
        copies: FileCopies,
        workers: MediaWorkers
    ) throws(LibraryError) {
        try self.init(bundle, files, originals, copies, workers, capacity: StrippedCopies.capacity)
    }

    /// Creates the folder, and empties it.
    init(
        _ bundle: FilePath,
        _ files: LentFiles,
        _ originals: OriginalStore,
        _ copies: FileCopies,
        _ workers: MediaWorkers,
        capacity: Int64
    ) throws(LibraryError) {
        self.bundle = bundle
        self.files = files
        self.originals = originals
        self.copies = copies
        self.workers = workers
        budget = Mutex(CopyBudget(capacity: capacity))
        let folder = bundle.appending(StrippedCopies.folder)
        do throws(SystemCallError) {
            try FileNames.makeFolders(folder)
            try FileNames.removeFiles(in: folder)
        } catch {
            throw LibraryError(storing: error)
        }
    }

    /// Opens the copy of an original for this process and its workers, and makes it if necessary.
    package func open(
        _ digest: ContentDigest,
        without removal: MetadataRemoval,
        from origin: FileOrigin,
        for requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        if removal.isEmpty { return try originals.open(digest) }
        let key = CopyBudget.Key(digest: digest, removal: removal)
        if budget.withLock({ $0.use(key) }), let copy = try existing(key) { return copy }
        return try make(key, requester.withFile(of: origin))
    }

    /// Opens the copy of an original for a client.
    package func lend(
        _ digest: ContentDigest,
        without removal: MetadataRemoval,
        from origin: FileOrigin,
        for requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        try files.lend(try open(digest, without: removal, from: origin, for: requester), requester.cancellation)
    }

    /// Removes the copies of a removed original.
    package func remove(_ digest: ContentDigest) throws(LibraryError) {
        let keys = budget.withLock { budget in
            let keys = budget.keys.filter { $0.digest == digest }
            for key in keys { budget.forget(key) }
            return keys
        }
        for key in keys { try remove(key) }
    }

    // MARK: Files

    private func relativePath(_ key: CopyBudget.Key) -> FilePath {
        StrippedCopies.folder.appending(FilePath("\(key.digest.hexadecimal)-\(key.removal.rawValue)"))
    }

    /// Nil when it was removed meanwhile.
    private func existing(_ key: CopyBudget.Key) throws(LibraryError) -> OwnedDescriptor? {
        do throws(SystemCallError) { return try files.open(relativePath(key)) } catch {
            if error.isMissing { return nil }
            throw LibraryError(storing: error)
        }
    }

    private func remove(_ key: CopyBudget.Key) throws(LibraryError) {
        do throws(SystemCallError) { try FileNames.remove(bundle.appending(relativePath(key))) } catch {
            if !error.isMissing { throw LibraryError(storing: error) }
        }
    }

    private func make(_ key: CopyBudget.Key, _ requester: Requester) throws(LibraryError) -> OwnedDescriptor {
        let original = try originals.open(key.digest)
        let patches = try copies.planRemoval(key.removal, of: original, for: requester)
        // A name for each attempt, because two may run at once.
        let name = FilePath("\(UInt64.random(in: .min ... .max)).part")
        let temporary = IncomingFile(at: bundle.appending(StrippedCopies.folder).appending(name))
        let copy = try makeFile(temporary.path)
        do throws(SystemCallError) {
            _ = try copy.copyContent(of: original)
            for patch in patches {
                if requester.cancellation?.isStopped == true { break }
                try StrippedCopies.apply(patch, to: copy)
            }
        } catch {
            throw LibraryError(storing: error)
        }
        if let cause = requester.cancellation?.cause { throw LibraryError(stopped: cause) }
        try check(copy, key.removal, requester)
        return try place(temporary, copy, key, requester.share)
    }

    private func makeFile(_ path: FilePath) throws(LibraryError) -> OwnedDescriptor {
        do throws(SystemCallError) {
            return try OwnedDescriptor(opening: path, [.readWrite, .create, .exclusive])
        } catch {
            throw LibraryError(storing: error)
        }
    }

    /// Reads a copy again, and distrusts the worker that planned it.
    private func check(
        _ copy: borrowing OwnedDescriptor,
        _ removal: MetadataRemoval,
        _ requester: Requester
    ) throws(LibraryError) {
        let read = try workers.examine(copy, for: requester).metadata
        if removal.contains(.location), read.location != nil { throw .notRemovable }
        if removal.contains(.captions), read.annotations != Annotations() { throw .notRemovable }
        guard try copies.planRemoval(removal, of: copy, for: requester).isEmpty else { throw .notRemovable }
    }

    /// Renames a copy, and opens it again: lent descriptors must not be writable.
    private func place(
        _ temporary: borrowing IncomingFile,
        _ copy: borrowing OwnedDescriptor,
        _ key: CopyBudget.Key,
        _ share: Share
    ) throws(LibraryError) -> OwnedDescriptor {
        let size: Int64
        do throws(SystemCallError) {
            size = try copy.status().size
            try FileNames.rename(temporary.path, to: bundle.appending(relativePath(key)))
        } catch {
            throw LibraryError(storing: error)
        }
        guard let file = try existing(key) else { throw LibraryError(.internal, "a copy was lost", isRetryable: true) }
        for removed in budget.withLock({ $0.add(key, size: size, for: share) }) { try remove(removed) }
        return file
    }

    private static func apply(_ patch: FilePatch, to copy: borrowing OwnedDescriptor) throws(SystemCallError) {
        try copy.seek(to: patch.offset)
        switch patch.change {
        case .bytes(let bytes): try copy.write(bytes)
        case .fill(let byte, let count):
            let chunk = [UInt8](repeating: byte, count: Int(min(count, Int64(chunkSize))))
            var left = count
            while left > 0 {
                let part = Int(min(left, Int64(chunk.count)))
                try copy.write(chunk.span.extracting(first: part))
                left -= Int64(part)
            }
        }
    }
}

extension SystemCallError {
    fileprivate var isMissing: Bool { errorNumber == ENOENT }
}
