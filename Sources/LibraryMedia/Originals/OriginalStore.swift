internal import Digests
internal import Glibc
package import LibraryModel
package import LinuxSystem
package import MediaWorkerProtocol

/// The originals of a library: files named for the SHA-256 of their bytes, written once and never changed.
///
///     incoming/<32 hexadecimal digits>.part   on their way in
///     originals/ab/<64 hexadecimal digits>    taken in, `ab` being the first two digits
///
/// What it guarantees:
/// 1. A name under `originals` has all of its bytes on disk: they are written and synchronized under a temporary name,
///    then renamed, and the folder is synchronized, before `place` returns.
/// 2. The digest is of exactly the bytes that are stored, not of what was read at another time.
/// 3. A failure leaves nothing behind but what a killed process leaves in `incoming`, which `removeLeftovers` clears.
/// 4. Nothing under `originals` is overwritten. When bytes come in again and the file there is not what its name says,
///    it is put aside, not deleted.
/// 5. Whoever is lent a file cannot change it (`LentFiles`).
///
/// Any number of threads may use it at once. Only one process may.
package struct OriginalStore: Sendable {
    /// Bytes that are read and hashed at a time; between them, cancellation is looked at.
    private static let chunkSize = 1 << 20

    private let bundle: FilePath
    private let files: LentFiles
    private var incoming: FilePath { bundle.appending("incoming") }

    /// Makes the folders that are missing inside the library's bundle. `files` are of the same bundle.
    package init(bundle: FilePath, files: LentFiles) throws(LibraryError) {
        self.bundle = bundle
        self.files = files
        do throws(SystemCallError) {
            try FileNames.makeFolders(bundle.appending("incoming"))
            let originals = bundle.appending("originals")
            try FileNames.makeFolders(originals)
            // All of them now, so that taking a file in never has to make a folder durable.
            for shard in hexadecimalPairs { try FileNames.makeFolders(originals.appending(FilePath(shard))) }
            try FileNames.synchronizeFolder(originals)
            try FileNames.synchronizeFolder(bundle)
        } catch {
            throw LibraryError(storing: error)
        }
    }

    /// Where a file of this digest is, relative to the bundle.
    package func relativePath(of digest: ContentDigest) -> String {
        "originals/\(digest.shard)/\(digest.hexadecimal)"
    }

    /// Copies a file in (sharing its blocks where the file system can), from its start, wherever the descriptor is. It
    /// is an original when it has been placed.
    ///
    /// `invalidResource` when it is no photo or video, cannot be read, or changes meanwhile; `notEnoughSpace`. A failed
    /// fsync has `fsync` as its detail `call`: after that the disk cannot be trusted any more.
    package func copyIn(
        _ source: consuming OwnedDescriptor,
        _ limits: CopyLimits,
        by copies: FileCopies,
        for requester: Requester
    ) throws(LibraryError) -> CopiedFile {
        let name = FilePath(ObjectID.random().bytes.reduce(into: "") { $0 += hexadecimalPairs[Int($1)] } + ".part")
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

    /// Gives a copy its name, or drops it where there is such a file already.
    package func place(
        _ incoming: consuming IncomingFile,
        _ digest: ContentDigest,
        size: Int64,
        _ cancellation: Cancellation? = nil
    ) throws(LibraryError) -> StoredOriginal {
        StoredOriginal(
            digest: digest,
            size: size,
            relativePath: relativePath(of: digest),
            isNew: try place(incoming.path, digest: digest, size: size, cancellation)
        )
    }

    /// Opens an original for this process and its workers. `missingResource` when it is not there.
    package func open(_ digest: ContentDigest) throws(LibraryError) -> OwnedDescriptor {
        do throws(SystemCallError) { return try files.open(FilePath(relativePath(of: digest))) } catch {
            switch error.errorNumber {
            case ENOENT: throw LibraryError(.missingResource, "an original is missing")
            case EAGAIN: throw LibraryError(.unavailable, "an app has a lease on the original", isRetryable: true)
            default: throw LibraryError(storing: error)
            }
        }
    }

    /// Opens an original for whoever has asked over a connection.
    package func lend(
        _ digest: ContentDigest,
        _ cancellation: Cancellation? = nil
    ) throws(LibraryError) -> OwnedDescriptor {
        try files.lend(try open(digest), cancellation)
    }

    /// Reads all of an original and compares it with what it should be. Nil when it is as it should be.
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
            var sha = SHA256()
            var buffer = [UInt8](repeating: 0, count: OriginalStore.chunkSize)
            var offset: Int64 = 0
            while true {
                if let cause = cancellation?.cause { throw LibraryError(stopped: cause) }
                let count: Int
                do throws(SystemCallError) { count = try file.read(into: &buffer, at: offset) } catch {
                    return .unreadable
                }
                if count == 0 { break }
                sha.update(buffer.span.extracting(first: count))
                offset += Int64(count)
            }
            return sha.finish() == digest.bytes ? nil : .wrongContent
        } catch {
            if error.code == .missingResource { return .missing }
            throw error
        }
    }

    /// The folders that originals are spread over.
    package static let folderCount = 256

    /// What lies in one of the folders, whether an asset names it or not.
    package func digests(inFolder folder: Int) throws(LibraryError) -> [ContentDigest] {
        do throws(SystemCallError) {
            let shard = "originals/\(hexadecimalPairs[folder])"
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

    /// Deletes an original that nothing refers to any more. Fine when it is not there.
    package func remove(_ digest: ContentDigest) throws(LibraryError) {
        do throws(SystemCallError) { try FileNames.remove(path(of: digest)) } catch {
            if error.errorNumber != ENOENT { throw LibraryError(storing: error) }
        }
    }

    /// Removes what a killed process left in `incoming`: only files with the names that this store gives. For the start
    /// of the server, before anything is taken in. Returns how many there were.
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
            // Read-only for everybody from the start: an original does not change.
            return try OwnedDescriptor(opening: path, [.readWrite, .create, .exclusive], mode: 0o400)
        } catch {
            throw LibraryError(storing: error)
        }
    }

    /// Gives the copy its name. False when there was such a file already; then the copy is gone.
    private func place(
        _ temporary: FilePath,
        digest: ContentDigest,
        size: Int64,
        _ cancellation: Cancellation?
    ) throws(LibraryError) -> Bool {
        let path = path(of: digest)
        var isNew = try placeWhereNothingIs(temporary, at: path)
        // What is there was whole once. Its bytes are at hand now, so this is the moment to look.
        if !isNew, try problem(with: digest, size: size, cancellation) != nil {
            do throws(SystemCallError) {
                try FileNames.rename(path, to: FilePath(bytes: path.bytes + Array(".damaged".utf8)))
            } catch {
                throw LibraryError(storing: error)
            }
            isNew = try placeWhereNothingIs(temporary, at: path)
        }
        do throws(SystemCallError) {
            // Also for a file that was there: whoever placed it may not be this far yet.
            try FileNames.synchronizeFolder(path.folder)
        } catch {
            throw LibraryError(storing: error)
        }
        return isNew
    }

    /// False when there is a file at `path` already.
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

/// A file under a temporary name. It is removed when the value goes, unless it has another name by then.
package struct IncomingFile: ~Copyable, Sendable {
    let path: FilePath

    init(at path: FilePath) { self.path = path }

    deinit {
        // Not made yet, or renamed already. Anything else is left to `OriginalStore.removeLeftovers`.
        do throws(SystemCallError) { try FileNames.remove(path) } catch {}
    }
}

/// What became of a file that was to be copied in.
package enum CopiedFile: ~Copyable, Sendable {
    case copied(IncomingFile, ContentDigest, size: Int64)
    /// Larger than it may be; nothing was copied.
    case tooLarge(size: Int64)
}

/// A file that was taken in.
package struct StoredOriginal: Hashable, Sendable {
    package var digest: ContentDigest
    /// Bytes.
    package var size: Int64
    /// Inside the bundle.
    package var relativePath: String
    /// False when the library had these bytes already.
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
    /// A failure of the library's own disk.
    init(storing error: SystemCallError) {
        if error.errorNumber == ENOSPC || error.errorNumber == EDQUOT {
            self.init(.notEnoughSpace, "there is not enough space for the library", isRetryable: true)
        } else {
            self.init(.internal, "the library's disk: \(error)", details: ["call": error.call])
        }
    }
}
