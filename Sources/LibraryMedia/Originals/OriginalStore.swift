internal import Digests
internal import Glibc
package import LibraryModel
package import LinuxSystem
package import MediaWorkerProtocol

/// The content-addressed originals of a library: files named for the SHA-256 of their bytes, written once and never
/// changed.
///
///     incoming/<32 hexadecimal digits>.part   on their way in
///     originals/ab/<64 hexadecimal digits>    ingested, `ab` being the first two digits
///
/// Guarantees:
/// 1. A file under `originals` is durable and complete: it is written and fsynced under a temporary name, renamed, and
///    its folder fsynced, before `place` returns.
/// 2. The digest is that of the stored bytes, not of an earlier read.
/// 3. A failure leaves nothing behind. A killed process leaves files in `incoming`, which `removeLeftovers` clears.
/// 4. Files under `originals` are never overwritten. When equal bytes are ingested again and the stored file does not
///    match its name, it is set aside, not deleted.
/// 5. Clients cannot change a file that they get (`LentFiles`).
///
/// Thread-safe, for one process.
package struct OriginalStore: Sendable {
    /// Bytes read and hashed between checks for cancellation.
    private static let chunkSize = 1 << 20

    /// Appended to the name of a file that does not match it.
    static let damagedSuffix = ".damaged"

    let bundle: FilePath
    private let files: LentFiles
    private let isInCloud: IsInCloud
    private var incoming: FilePath { bundle.appending("incoming") }

    /// Whether an original whose file is not here is in the bucket.
    package typealias IsInCloud = @Sendable (ContentDigest) throws(LibraryError) -> Bool

    /// Creates missing folders of the bundle. `files`: of the same bundle.
    package init(
        bundle: FilePath,
        files: LentFiles,
        isInCloud: @escaping IsInCloud = { _ in false }
    ) throws(LibraryError) {
        self.bundle = bundle
        self.files = files
        self.isInCloud = isInCloud
        do throws(SystemCallError) {
            try FileNames.makeFolders(bundle.appending("incoming"))
            let originals = bundle.appending("originals")
            try FileNames.makeFolders(originals)
            // All of them now, so that ingesting a file never has to create a folder durably.
            for shard in shardNames { try FileNames.makeFolders(originals.appending(FilePath(shard))) }
            try FileNames.synchronizeFolder(originals)
            try FileNames.synchronizeFolder(bundle)
        } catch {
            throw LibraryError(storing: error)
        }
    }

    /// The path of a digest's file, relative to the bundle.
    package func relativePath(of digest: ContentDigest) -> String {
        "originals/\(digest.shard)/\(digest.hexadecimal)"
    }

    /// Copies a file, whatever its offset, to `incoming`, and shares blocks where the file system can. `place` makes it
    /// an original.
    ///
    /// Throws `invalidResource` for a file that is no photo or video, cannot be read, or changes meanwhile;
    /// `notEnoughSpace`. A failed fsync has `fsync` as its detail `call`: the disk's content is unknown then.
    package func copyIn(
        _ source: consuming OwnedDescriptor,
        _ limits: CopyLimits,
        by copies: FileCopies,
        for requester: Requester
    ) throws(LibraryError) -> CopiedFile {
        let name = FilePath("\(ObjectID.random().hexadecimal).part")
        let incoming = IncomingFile(at: incoming.appending(name))
        let file = try makeFile(incoming.path)
        switch try copies.copy(source, to: file, limits, for: requester) {
        case .copied(let digest, let size):
            do throws(SystemCallError) { try file.synchronize() } catch { throw LibraryError(storing: error) }
            guard let digest = ContentDigest(digest), size >= 0, size <= limits.size else {
                throw .workerTalkedNonsense
            }
            return .copied(incoming, digest, size: size)
        case .tooLarge(let size): return .tooLarge(size: size)
        case .notStored(let errorNumber, let call): throw LibraryError(storing: SystemCallError(errorNumber, call))
        }
    }

    /// Renames a copy to its original's name, or drops it when that exists.
    package func place(
        _ incoming: consuming IncomingFile,
        _ digest: ContentDigest,
        size: Int64,
        _ cancellation: Cancellation? = nil
    ) throws(LibraryError) -> StoredOriginal {
        let placed = StoredOriginal(
            digest: digest,
            size: size,
            relativePath: relativePath(of: digest),
            isNew: try place(incoming.path, digest: digest, size: size, cancellation)
        )
        assertInvariants(of: placed, from: incoming.path)
        return placed
    }

    /// Opens an original for this process and its workers. Throws `networkAccessRequired` for one that is in the cloud
    /// alone, `missingResource` without one.
    package func open(_ digest: ContentDigest) throws(LibraryError) -> OwnedDescriptor {
        do throws(SystemCallError) { return try files.open(FilePath(relativePath(of: digest))) } catch {
            switch error.errorNumber {
            case ENOENT:
                guard try isInCloud(digest) else { throw LibraryError(.missingResource, "an original is missing") }
                throw LibraryError(.networkAccessRequired, "the original is in the cloud and has to be downloaded")
            case EAGAIN: throw LibraryError(.unavailable, "an app has a lease on the original", isRetryable: true)
            default: throw LibraryError(storing: error)
            }
        }
    }

    /// Whether anybody has an original open, or its file cannot be looked at.
    package func isInUse(_ digest: ContentDigest) -> Bool {
        do throws(SystemCallError) { return try files.isOpen(FilePath(relativePath(of: digest))) } catch {
            return true
        }
    }

    /// Opens an original for a client.
    package func lend(
        _ digest: ContentDigest,
        _ cancellation: Cancellation? = nil
    ) throws(LibraryError) -> OwnedDescriptor {
        try files.lend(try open(digest), cancellation)
    }

    /// Reads an original and compares it with its digest and size. Returns nil when it matches. Throws
    /// `networkAccessRequired` for one that is in the cloud alone.
    package func problem(
        with digest: ContentDigest,
        size: Int64,
        _ cancellation: Cancellation? = nil
    ) throws(LibraryError) -> OriginalProblem? {
        do throws(LibraryError) {
            let file = try open(digest)
            let actual: Int64
            do throws(SystemCallError) { actual = try file.status().size } catch { return .unreadable }
            guard actual == size else { return .wrongSize }
            guard let found = try OriginalStore.digest(of: file, cancellation) else { return .unreadable }
            return found == digest ? nil : .wrongContent
        } catch {
            if error.code == .missingResource { return .missing }
            throw error
        }
    }

    /// Reads a file from its beginning. Nil when it cannot be read.
    package static func digest(
        of file: borrowing OwnedDescriptor,
        _ cancellation: Cancellation? = nil
    ) throws(LibraryError) -> ContentDigest? {
        var sha = SHA256()
        var buffer = [UInt8](repeating: 0, count: chunkSize)
        var offset: Int64 = 0
        while true {
            if let cause = cancellation?.cause { throw LibraryError(stopped: cause) }
            let count: Int
            do throws(SystemCallError) { count = try file.read(into: &buffer, at: offset) } catch { return nil }
            if count == 0 { return ContentDigest(sha.finish()) }
            sha.update(buffer.span.extracting(first: count))
            offset += Int64(count)
        }
    }

    /// The folders of originals.
    package static let folderCount = 256

    /// The files in one of the folders, referenced or not.
    package func digests(inFolder folder: Int) throws(LibraryError) -> [ContentDigest] {
        do throws(SystemCallError) {
            let shard = "originals/\(shardNames[folder])"
            var digests: [ContentDigest] = []
            var reader = try FolderReader(bundle.appending(FilePath(shard)))
            while let entry = try reader.next() {
                if let digest = ContentDigest(originalAt: "\(shard)/\(entry.name.text)") { digests.append(digest) }
            }
            return digests
        } catch {
            throw LibraryError(storing: error)
        }
    }

    /// Deletes an original that nothing refers to any more. No error when it does not exist.
    package func remove(_ digest: ContentDigest) throws(LibraryError) {
        do throws(SystemCallError) { try FileNames.remove(path(of: digest)) } catch {
            if error.errorNumber != ENOENT { throw LibraryError(storing: error) }
        }
    }

    /// Removes what a killed process left in `incoming`, only files with names of this store. Call it at the start,
    /// before anything is ingested. Returns their number.
    @discardableResult
    package func removeLeftovers() throws(LibraryError) -> Int {
        do throws(SystemCallError) {
            var names: [FilePath] = []
            var reader = try FolderReader(incoming)
            while let entry = try reader.next() {
                let text = entry.name.exactText ?? ""
                let isOurs =
                    text.utf8.count == 37 && text.hasSuffix(".part")
                    && text.dropLast(5).allSatisfy { $0.isHexDigit && !$0.isUppercase }
                if isOurs, entry.kind == .regularFile || entry.kind == nil { names.append(entry.name) }
            }
            for name in names { try FileNames.remove(incoming.appending(name)) }
            return names.count
        } catch {
            throw LibraryError(storing: error)
        }
    }

    private func path(of digest: ContentDigest) -> FilePath { bundle.appending(FilePath(relativePath(of: digest))) }

    private func makeFile(_ path: FilePath) throws(LibraryError) -> OwnedDescriptor {
        do throws(SystemCallError) {
            // Mode 0400 from the start, because an original never changes.
            return try OwnedDescriptor(opening: path, [.readWrite, .create, .exclusive], mode: 0o400)
        } catch {
            throw LibraryError(storing: error)
        }
    }

    /// Renames the copy. Returns false when the original exists; the copy is removed then.
    private func place(
        _ temporary: FilePath,
        digest: ContentDigest,
        size: Int64,
        _ cancellation: Cancellation?
    ) throws(LibraryError) -> Bool {
        let path = path(of: digest)
        var isNew = try placeWhereNothingIs(temporary, at: path)
        // The stored file was complete once. Its bytes are at hand now, so it can be checked and replaced.
        if !isNew, try problem(with: digest, size: size, cancellation) != nil {
            do throws(SystemCallError) {
                try FileNames.rename(path, to: FilePath(bytes: path.bytes + Array(OriginalStore.damagedSuffix.utf8)))
            } catch {
                throw LibraryError(storing: error)
            }
            isNew = try placeWhereNothingIs(temporary, at: path)
        }
        do throws(SystemCallError) {
            // Also for an existing file: another thread may have renamed it and not fsynced the folder yet.
            try FileNames.synchronizeFolder(path.folder)
        } catch {
            throw LibraryError(storing: error)
        }
        return isNew
    }

    /// Returns false when `path` exists.
    private func placeWhereNothingIs(_ temporary: FilePath, at path: FilePath) throws(LibraryError) -> Bool {
        do throws(SystemCallError) {
            try FileNames.renameWithoutReplacing(temporary, to: path)
            return true
        } catch {
            if error.errorNumber == EEXIST { return false }
            throw LibraryError(storing: error)
        }
    }
}

/// A file under a temporary name, which is removed on deinit unless it was renamed.
package struct IncomingFile: ~Copyable, Sendable {
    let path: FilePath

    init(at path: FilePath) { self.path = path }

    deinit {
        // Not created yet, or renamed already. `OriginalStore.removeLeftovers` handles other failures.
        do throws(SystemCallError) { try FileNames.remove(path) } catch {}
    }
}

/// The outcome of copying a file.
package enum CopiedFile: ~Copyable, Sendable {
    case copied(IncomingFile, ContentDigest, size: Int64)
    /// Larger than the limit; nothing was copied.
    case tooLarge(size: Int64)
}

/// An ingested file.
package struct StoredOriginal: Hashable, Sendable {
    package var digest: ContentDigest
    /// Bytes.
    package var size: Int64
    /// Relative to the bundle.
    package var relativePath: String
    /// False when the library had these bytes before.
    package var isNew: Bool
}

/// What is wrong with an original.
package enum OriginalProblem: String, Hashable, Sendable {
    case missing = "the file is missing"
    case wrongSize = "the file has another size"
    case wrongContent = "the file's content has changed"
    case unreadable = "the file cannot be read"
}

extension LibraryError {
    /// The library's disk failed.
    init(storing error: SystemCallError) {
        if error.errorNumber == ENOSPC || error.errorNumber == EDQUOT {
            self = .noSpace
        } else {
            self.init(.internal, "the library's disk: \(error)", details: ["call": error.call])
        }
    }
}
