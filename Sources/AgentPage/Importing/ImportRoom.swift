internal import LibraryClient
internal import LibraryModel
package import LinuxSystem

/// Where the page's files are kept while they are taken in: files without names, which are gone with the agent, too.
package struct ImportRoom: Sendable {
    /// Nil where nothing can be kept.
    private var folder: FilePath?
    /// Bytes that stay free on the disk.
    private var reserve: UInt64

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

    /// Whether this many bytes have room.
    func hasRoom(for bytes: UInt64) throws(SystemCallError) -> Bool {
        guard let folder else { return false }
        let free = try FileSystemSpace(at: folder).freeBytes
        return free > reserve && free - reserve >= bytes
    }

    /// A file that nobody else can open.
    func makeFile() throws(SystemCallError) -> OwnedDescriptor { try ImportRoom.makeFile(in: folder ?? "/tmp") }
}
