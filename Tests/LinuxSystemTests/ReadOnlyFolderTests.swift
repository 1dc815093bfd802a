import Glibc
import LinuxSystem
import Testing

@Suite(.enabled(if: canMount, "the system gives no mounts that take no changes")) struct ReadOnlyFolderTests {
    private static let content = Array("what came in".utf8)

    /// Calls `body` with a folder that has a file `sub/file`, a link to it, and the folder's path.
    private func withFolder(_ body: (borrowing ReadOnlyFolder, FilePath) throws -> Void) throws {
        try withScratchFolder { path in
            try FileNames.makeFolder(path.appending("sub"))
            do {
                let file = try OwnedDescriptor(opening: path.appending("sub/file"), [.writeOnly, .create])
                try file.write(ReadOnlyFolderTests.content)
            }
            let linked = unsafe symlink("file", path.appending("sub/link").text)
            try #require(linked == 0)
            try body(try ReadOnlyFolder(path), path)
        }
    }

    @Test func `a file that its owner got for reading cannot be changed by any way through the descriptor`() throws {
        try withFolder { folder, path in
            let file = try folder.open("sub/file")
            #expect(try file.readToEnd(limit: 100) == ReadOnlyFolderTests.content)
            let again = FilePath("/proc/self/fd/\(file.rawValue)")
            for flags: OpenFlags in [.readWrite, .writeOnly, [.writeOnly, .truncate], [.writeOnly, .append]] {
                #expect(throws: SystemCallError(EROFS, "open")) { _ = try OwnedDescriptor(opening: again, flags) }
            }
            let times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
            let name = path.appending("sub/other").text
            let attempts: [(String, () -> CInt)] = [
                ("fchmod", { fchmod(file.rawValue, 0o666) }),
                ("chmod", { unsafe chmod(again.text, 0o666) }),
                ("fchown", { fchown(file.rawValue, geteuid(), getegid()) }),
                ("futimens", { unsafe futimens(file.rawValue, times) }),
                ("utimensat", { unsafe utimensat(AT_FDCWD, again.text, times, 0) }),
                ("truncate", { unsafe truncate(again.text, 0) }),
            ]
            for (call, attempt) in attempts {
                #expect(attempt() == -1, "\(call)")
                #expect(errno == EROFS, "\(call)")
            }
            // Not by a second name in the folder itself, where changes are taken.
            #expect(unsafe linkat(AT_FDCWD, again.text, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == -1)
            #expect(errno == EXDEV)
        }
    }

    @Test func `what is changed in the folder itself is seen`() throws {
        try withFolder { folder, path in
            let file = try OwnedDescriptor(opening: path.appending("later"), [.writeOnly, .create])
            try file.write([1, 2, 3])
            #expect(try folder.open("later").readToEnd(limit: 100) == [1, 2, 3])
            try FileNames.remove(path.appending("later"))
            #expect(failure { () throws(SystemCallError) in _ = try folder.open("later") }?.errorNumber == ENOENT)
        }
    }

    @Test func `nothing is opened by a link, nor outside of the folder`() throws {
        try withFolder { folder, _ in
            for (path, error): (FilePath, CInt) in [
                ("sub/link", ELOOP), ("../etc/passwd", EXDEV), ("/etc/passwd", EXDEV), ("sub/none", ENOENT),
            ] {
                #expect(
                    failure { () throws(SystemCallError) in _ = try folder.open(path) }
                        == SystemCallError(error, "openat2")
                )
            }
        }
    }

    @Test func `a lease on a file holds nobody up`() throws {
        try withFolder { folder, _ in
            // What the kernel tells the holder of a lease by.
            _ = signal(SIGIO, SIG_IGN)
            let file = try folder.open("sub/file")
            let leased = fcntl(file.rawValue, CInt(1024), CInt(F_WRLCK))
            try #require(leased == 0)
            #expect(failure { () throws(SystemCallError) in _ = try folder.open("sub/file") }?.errorNumber == EAGAIN)
        }
    }
}

private var canMount: Bool { failure { () throws(SystemCallError) in _ = try ReadOnlyFolder("/tmp") } == nil }
