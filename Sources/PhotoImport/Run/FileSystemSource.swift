package import LinuxSystem

/// Files where they are.
package struct FileSystemSource: ImportSource {
    package init() {}

    package func open(_ path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        // Non-blocking: the name may belong to a pipe by now.
        try OwnedDescriptor(opening: path, [.readOnly, .nonBlocking])
    }

    package func exists(_ path: FilePath) -> Bool {
        do { return try FileStatus(of: path).isRegularFile } catch { return false }
    }
}
