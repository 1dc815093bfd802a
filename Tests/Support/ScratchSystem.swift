import FoundationEssentials
import Glibc
package import InstalledPrograms
internal import LinuxSystem

/// A made-up system below a folder of a test's own, whose administrator is the test's user.
package final class ScratchSystem: Sendable {
    private let folder: ScratchFolder

    /// A disk of 48 pixels, as PNG.
    package static let icon: [UInt8] = Array(
        Data(
            base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAMAAABg3Am1AAAACVBMVEUAAAAvfVv/1UBc3LbZAAAAA3RSTlMA//9E"
                + "UNYhAAAAi0lEQVR42uWWMQ7AIAwDcf7/6EodKhVCyIUy1Ss+gUSwae0D6RFzpxg5gvYAUSDq9wiJERIjJEZIkKDA"
                + "sGS35oTn9pi1f0IE/o5I+D0i9r+JHjBbEJkNhi12ALPMmf4OHLoHPBpbw5cbb/yA+BPFIcBj5nzy8TDmcc8LhVcW"
                + "L0Veu4ViL3wdCp+TlS7xWwhBGjORfgAAAABJRU5ErkJggg=="
        ) ?? Data()
    )

    package init() throws { folder = try ScratchFolder() }

    /// `owner`: who counts as the administrator.
    package func files(owner: UInt32 = OwnProcess.user) -> SystemFiles { SystemFiles(root: folder.path, owner: owner) }

    package func programs(dataFolders: String? = nil, clock: @escaping @Sendable () -> UInt64) -> InstalledPrograms {
        InstalledPrograms(files(), dataFolders: dataFolders, clock: clock)
    }

    /// Programs as they are now.
    package func programs(dataFolders: String? = nil) -> InstalledPrograms {
        InstalledPrograms(files(), dataFolders: dataFolders)
    }

    /// Writes a file at an absolute path, with the folders above it.
    package func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o755) throws {
        let place = place(path)
        try FileNames.makeFolders(place.folder, mode: 0o755)
        let file = try OwnedDescriptor(opening: place, [.writeOnly, .create, .truncate])
        try file.write(bytes)
        try setMode(mode, of: path)
    }

    package func write(_ text: String, to path: String, mode: UInt32 = 0o755) throws {
        try write(Array(text.utf8), to: path, mode: mode)
    }

    package func setMode(_ mode: UInt32, of path: String) throws {
        if unsafe chmod(place(path).text, mode) != 0 { throw SystemCallError(errno, "chmod") }
    }

    package func link(_ path: String, to target: String) throws {
        try FileNames.makeFolders(place(path).folder, mode: 0o755)
        if unsafe symlink(target, place(path).text) != 0 { throw SystemCallError(errno, "symlink") }
    }

    package func remove(_ path: String) throws { try FileNames.remove(place(path)) }

    private func place(_ path: String) -> FilePath { FilePath(folder.path.text + path) }
}
