internal import Glibc
package import LibraryModel
package import LinuxSystem
internal import Synchronization

/// Stored renditions: JPEG files at `derivatives/ab/<digest of the original>-512.jpg` and `-2048.jpg`.
///
/// They can be recreated from originals, so they are not fsynced. Each is written in `derivatives/incoming`, which
/// `removeLeftovers` clears, and renamed when it is complete. `Renditions` recreates one that a system crash damaged.
package final class RenditionStore: Sendable {
    /// Bytes. A thumbnail has about 50,000, a preview 500,000.
    private static let maximumFileSize: Int64 = 16 << 20

    private let bundle: FilePath
    private let files: LentFiles
    /// Bytes of the files of each folder; nil for one that nobody has counted yet. Files are renamed and removed under
    /// the lock.
    private let usage = Mutex([Int64?](repeating: nil, count: shardNames.count))
    private var incoming: FilePath { bundle.appending("derivatives/incoming") }

    /// Creates missing folders of the bundle. `files`: of the same bundle.
    package init(bundle: FilePath, files: LentFiles) throws(LibraryError) {
        self.bundle = bundle
        self.files = files
        do throws(SystemCallError) { try FileNames.makeFolders(incoming) } catch { throw LibraryError(storing: error) }
    }

    /// Removes what a killed process was writing. Call it at the start. Returns their number.
    @discardableResult
    package func removeLeftovers() throws(LibraryError) -> Int {
        do throws(SystemCallError) { return try FileNames.removeFiles(in: incoming) } catch {
            throw LibraryError(storing: error)
        }
    }

    /// Stores a rendition, a JPEG file in sealed memory, and replaces an existing one.
    package func store(
        _ jpeg: borrowing OwnedDescriptor,
        as rendition: Rendition,
        of digest: ContentDigest
    ) throws(LibraryError) {
        let path = bundle.appending(relativePath(rendition, digest))
        // A name for each attempt, because two may be stored at once.
        let temporary = incoming.appending(FilePath("\(UInt64.random(in: .min ... .max)).jpg"))
        do throws(SystemCallError) {
            let mapped = try MappedMemory(sealed: jpeg, maximumCount: Int(RenditionStore.maximumFileSize))
            try FileNames.makeFolders(path.folder)
            do throws(SystemCallError) {
                let file = try OwnedDescriptor(opening: temporary, [.writeOnly, .create, .exclusive])
                try mapped.withBytes { bytes throws(SystemCallError) in try file.write(bytes) }
                let size = try file.status().size
                try change(digest) { () throws(SystemCallError) in
                    let replaced = try FileStatus.ifPresent(path)?.size ?? 0
                    try FileNames.rename(temporary, to: path)
                    return size - replaced
                }
            } catch {
                do throws(SystemCallError) { try FileNames.remove(temporary) } catch let removal {
                    // Renamed or never created: nothing is left behind.
                    if removal.errorNumber != ENOENT { throw removal }
                }
                throw error
            }
        } catch {
            throw LibraryError(storing: error)
        }
    }

    /// The descriptor for a client: `file`, from `open`, or a copy of it.
    func lend(
        _ file: consuming OwnedDescriptor,
        _ cancellation: Cancellation?
    ) throws(LibraryError) -> OwnedDescriptor {
        try files.lend(file, cancellation)
    }

    /// Opens a rendition for this process and its workers. Returns nil without a complete one.
    package func open(_ rendition: Rendition, of digest: ContentDigest) throws(LibraryError) -> OwnedDescriptor? {
        do throws(SystemCallError) {
            let file = try files.open(relativePath(rendition, digest))
            let size = try file.status().size
            guard size > 4, size <= RenditionStore.maximumFileSize else { return nil }
            var ends: [UInt8] = [0, 0]
            var start: [UInt8] = [0, 0]
            _ = try file.read(into: &start, at: 0)
            _ = try file.read(into: &ends, at: size - 2)
            guard start == [0xFF, 0xD8], ends == [0xFF, 0xD9] else { return nil }
            return file
        } catch {
            // One with a lease on it is recreated, too.
            if [ENOENT, EAGAIN].contains(error.errorNumber) { return nil }
            throw LibraryError(storing: error)
        }
    }

    /// Deletes all renditions of a removed original. No error without any.
    package func remove(_ digest: ContentDigest) throws(LibraryError) {
        for rendition in Rendition.allCases { try remove(rendition, of: digest) }
    }

    /// Deletes a rendition. Returns its size in bytes, 0 without one.
    @discardableResult
    package func remove(_ rendition: Rendition, of digest: ContentDigest) throws(LibraryError) -> Int64 {
        let path = bundle.appending(relativePath(rendition, digest))
        do throws(SystemCallError) {
            return
                -(try change(digest) { () throws(SystemCallError) in
                    guard let status = try FileStatus.ifPresent(path) else { return 0 }
                    try FileNames.remove(path)
                    return -status.size
                })
        } catch {
            throw LibraryError(storing: error)
        }
    }

    // MARK: Disk space

    /// Bytes of all renditions. Counts the files of each folder once, and keeps count from then on.
    package func usedBytes(_ cancellation: Cancellation? = nil) throws(LibraryError) -> Int64 {
        var total: Int64 = 0
        for folder in shardNames.indices {
            if let cause = cancellation?.cause { throw LibraryError(stopped: cause) }
            do throws(SystemCallError) {
                total += try usage.withLock { usage throws(SystemCallError) in
                    if let bytes = usage[folder] { return bytes }
                    let bytes = try count(folder)
                    usage[folder] = bytes
                    return bytes
                }
            } catch {
                throw LibraryError(storing: error)
            }
        }
        return total
    }

    private func count(_ folder: Int) throws(SystemCallError) -> Int64 {
        let folder = bundle.appending(FilePath("derivatives/\(shardNames[folder])"))
        guard try FileStatus.ifPresent(folder) != nil else { return 0 }
        var bytes: Int64 = 0
        var reader = try FolderReader(folder)
        while let entry = try reader.next() {
            bytes += try FileStatus.ifPresent(folder.appending(entry.name))?.size ?? 0
        }
        return bytes
    }

    /// Changes files of a digest's folder. `body` returns by how many bytes there are more.
    @discardableResult
    private func change(
        _ digest: ContentDigest,
        _ body: () throws(SystemCallError) -> Int64
    ) throws(SystemCallError) -> Int64 {
        try usage.withLock { usage throws(SystemCallError) in
            let added = try body()
            usage[Int(digest.bytes[0])]? += added
            return added
        }
    }

    private func relativePath(_ rendition: Rendition, _ digest: ContentDigest) -> FilePath {
        FilePath("derivatives/\(digest.shard)/\(digest.hexadecimal)-\(rendition.box.width).jpg")
    }
}
