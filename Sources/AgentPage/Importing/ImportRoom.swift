internal import Languages
internal import LibraryClient
internal import LibraryModel
package import LinuxSystem
internal import Synchronization

/// Where the page's files are kept while they are taken in: files without names, which are gone with the agent, too.
package final class ImportRoom: Sendable {
    private struct Taken {
        var uploads = 0
        /// Bytes that they have announced and not written yet.
        var bytes: UInt64 = 0
    }

    /// Nil where nothing can be kept.
    private let folder: FilePath?
    /// Bytes that stay free on the disk.
    private let reserve: UInt64
    private let taken = Mutex(Taken())

    /// Uploads at once, from all pages.
    static let maximumUploads = 2

    /// Bytes that stay free unless said otherwise.
    package static let defaultReserve: UInt64 = 256 << 20

    /// `folder`: nil for the first of $TMPDIR, /var/tmp and /tmp where there can be such files.
    package init(folder: FilePath? = nil, reserve: UInt64 = ImportRoom.defaultReserve) {
        let known = folder.map { [$0] } ?? ImportRoom.folders
        self.folder = known.first { folder in
            do throws(SystemCallError) {
                _ = try ImportRoom.makeFile(in: folder)
                return true
            } catch {
                return false
            }
        }
        self.reserve = reserve
    }

    private static var folders: [FilePath] {
        let own = EnvironmentVariables.value("TMPDIR").flatMap { $0.isEmpty ? nil : FilePath($0) }
        return (own.map { [$0] } ?? []) + ["/var/tmp", "/tmp"]
    }

    private static func makeFile(in folder: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        try OwnedDescriptor(opening: folder, [.readWrite, .unnamed, .exclusive])
    }

    /// The place of an upload that announces so many bytes.
    func place(for bytes: UInt64) throws(RequestFailure) -> UploadPlace {
        try taken.withLock { taken throws(RequestFailure) in
            guard taken.uploads < ImportRoom.maximumUploads else {
                throw RequestFailure(
                    429,
                    localized("Photos are being imported on other pages. Try again when they are done.")
                )
            }
            guard try free(besides: taken.bytes) >= bytes else {
                throw RequestFailure(507, localized("There is not enough free space on the disk."))
            }
            taken.uploads += 1
            taken.bytes += bytes
        }
        return UploadPlace(in: self, bytes)
    }

    /// Bytes that may be written besides so many.
    private func free(besides bytes: UInt64) throws(RequestFailure) -> UInt64 {
        guard let folder else { return 0 }
        do throws(SystemCallError) {
            let free = try FileSystemSpace(at: folder).freeBytes
            return free - min(free, reserve.saturatingAdding(bytes))
        } catch {
            throw RequestFailure(error)
        }
    }

    /// Called by the place of an upload.
    func wrote(_ bytes: UInt64) { taken.withLock { $0.bytes -= bytes } }

    /// Called by the place of an upload. `unwritten`: bytes that it did not use.
    func end(unwritten bytes: UInt64) {
        taken.withLock { taken in
            taken.uploads -= 1
            taken.bytes -= bytes
        }
    }

    /// A file that nobody else can open.
    func makeFile() throws(SystemCallError) -> OwnedDescriptor { try ImportRoom.makeFile(in: folder ?? "/tmp") }
}
