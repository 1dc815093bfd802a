package import LinuxSystem

/// A folder of a test's own, removed with everything in it when the test lets go of it.
package final class ScratchFolder: Sendable {
    package let path: FilePath
    /// Holds the folder, and what a server puts beside it for its management socket.
    private let outer: FilePath

    /// `base`: nil for where temporary files are.
    package init(in base: FilePath? = nil) throws {
        let base = base ?? FilePath(EnvironmentVariables.value("TMPDIR") ?? "/tmp")
        // Short, because socket paths have 107 bytes.
        outer = base.appending(FilePath("opk-\(UInt32.random(in: .min ... .max))"))
        path = outer.appending("in")
        try FileNames.makeFolders(path)
    }

    deinit {
        do { try ScratchFolder.removeAll(outer) } catch { print("left behind: \(path.text): \(error)") }
    }

    package func file(_ name: String) -> FilePath { path.appending(FilePath(name)) }

    /// Writes a file and returns its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> FilePath {
        let path = file(name)
        let file = try OwnedDescriptor(opening: path, [.writeOnly, .create, .truncate], mode: 0o600)
        try file.write(bytes)
        return path
    }

    private static func removeAll(_ path: FilePath) throws {
        var folders: [FilePath] = []
        var reader = try FolderReader(path)
        while let entry = try reader.next() {
            let child = path.appending(entry.name)
            if try FileStatus(of: child, followingLinks: false).kind == .folder {
                folders.append(child)
            } else {
                try FileNames.remove(child)
            }
        }
        for folder in folders { try removeAll(folder) }
        try FileNames.removeFolder(path)
    }
}
