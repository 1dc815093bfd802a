import LibraryTestSupport
import LinuxSystem

/// What Flatpak makes its sandboxes with.
enum Bubblewrap {
    /// Flatpak's options, as far as they matter here.
    private static let options = [
        "--unshare-user", "--unshare-pid", "--unshare-ipc", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib",
        "--symlink", "usr/lib64", "/lib64", "--symlink", "usr/bin", "/bin", "--proc", "/proc", "--dev", "/dev",
        "--tmpfs", "/tmp", "--die-with-parent",
    ]

    /// Descriptor 8 is what `/.flatpak-info` is made of.
    static let described = ["--ro-bind-data", "8", "/.flatpak-info"]

    /// Runs what follows in a sandbox, which has a program as `/actor` and was let into a folder, its
    /// `/run/photolibrary`. `description`: the file with what Flatpak says of the sandbox.
    static func command(
        _ options: [String] = described,
        description: FilePath,
        actor: FilePath,
        folder: FilePath
    ) throws -> [String] {
        var command = ["/bin/sh", "-c", "exec 8<\"$0\"; exec bwrap \"$@\"", description.text]
        command += Bubblewrap.options
        // What Swift's toolchain links every program of the package to.
        for folder in try runtimeFolders() { command += ["--ro-bind", folder.text, folder.text] }
        return command + options + ["--bind", folder.text, "/run/photolibrary", "--ro-bind", actor.text, "/actor"]
    }

    /// Where this test has Swift's own libraries from, beside what lies in `/usr`.
    private static func runtimeFolders() throws -> Set<FilePath> {
        let maps = try OwnedDescriptor(opening: "/proc/self/maps").readToEnd(limit: 16 << 20)
        let paths = maps.split(separator: UInt8(ascii: "\n")).compactMap { line in
            line.firstIndex(of: UInt8(ascii: "/")).map { FilePath(bytes: Array(line[$0...])) }
        }
        let libraries = paths.filter { $0.lastComponent == "libswiftCore.so" && !$0.text.hasPrefix("/usr/") }
        return Set(libraries.map(\.folder))
    }

    static let isPossible: Bool = {
        do {
            let arguments = (options + ["/usr/bin/true"]).map { FilePath($0) }
            return try RunningProgram(path: "/usr/bin/bwrap", arguments).finish().status == .exited(0)
        } catch {
            return false
        }
    }()
}
