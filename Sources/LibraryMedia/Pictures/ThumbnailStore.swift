internal import Glibc
package import LibraryModel
package import LinuxSystem

/// Stored thumbnails: JPEG files at `derivatives/ab/<digest of the original>-512.jpg`.
///
/// They can be recreated from originals, so they are not fsynced. Each is written in `derivatives/incoming`, which
/// `removeLeftovers` clears, and renamed when it is complete. `Renditions` recreates one that a system crash damaged.
package struct ThumbnailStore: Sendable {
    /// Pixels of the box that thumbnails fit into.
    package static let size = Rendition.thumbnail.box
    /// Bytes. A thumbnail has about 50,000.
    private static let maximumFileSize: Int64 = 8 << 20

    private let bundle: FilePath
    private let files: LentFiles
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
        do throws(SystemCallError) {
            var names: [FilePath] = []
            var reader = try FolderReader(incoming)
            while let entry = try reader.next() { names.append(entry.name) }
            for name in names { try FileNames.remove(incoming.appending(name)) }
            return names.count
        } catch {
            throw LibraryError(storing: error)
        }
    }

    /// Stores a thumbnail, a JPEG file in sealed memory, and replaces an existing one.
    package func store(_ jpeg: borrowing OwnedDescriptor, for digest: ContentDigest) throws(LibraryError) {
        let path = path(of: digest)
        // A name for each attempt, because two may be stored at once.
        let temporary = incoming.appending(FilePath("\(UInt64.random(in: .min ... .max)).jpg"))
        do throws(SystemCallError) {
            let mapped = try MappedMemory(sealed: jpeg, maximumCount: Int(ThumbnailStore.maximumFileSize))
            try FileNames.makeFolders(path.folder)
            do throws(SystemCallError) {
                let file = try OwnedDescriptor(opening: temporary, [.writeOnly, .create, .exclusive])
                try mapped.withBytes { bytes throws(SystemCallError) in try file.write(bytes) }
                try FileNames.rename(temporary, to: path)
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

    /// Opens a thumbnail for this process and its workers. Returns nil without a complete one.
    package func open(_ digest: ContentDigest) throws(LibraryError) -> OwnedDescriptor? {
        do throws(SystemCallError) {
            let file = try files.open(relativePath(of: digest))
            let size = try file.status().size
            guard size > 4, size <= ThumbnailStore.maximumFileSize else { return nil }
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

    /// Deletes the thumbnail of a removed original. No error without one.
    package func remove(_ digest: ContentDigest) throws(LibraryError) {
        do throws(SystemCallError) { try FileNames.remove(path(of: digest)) } catch {
            if error.errorNumber != ENOENT { throw LibraryError(storing: error) }
        }
    }

    private func path(of digest: ContentDigest) -> FilePath { bundle.appending(relativePath(of: digest)) }

    private func relativePath(of digest: ContentDigest) -> FilePath {
        FilePath("derivatives/\(digest.shard)/\(digest.hexadecimal)-\(ThumbnailStore.size.width).jpg")
    }
}
