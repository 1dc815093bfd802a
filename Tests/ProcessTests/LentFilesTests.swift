import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// A server that runs as an ordinary user, and what programs of the same user can do with the files that they get.
    @Suite(
        .serialized,
        .timeLimit(.minutes(3)),
        .enabled(if: OwnProcess.user == 0, "only root can run programs as another user")
    )
    struct LentFilesTests {
        /// Debian's "nobody".
        private static let user = "65534"
        private static let asUser = [
            "/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--inh-caps=-all",
        ]
        /// Everything that a shell can try with a descriptor; prints what succeeded.
        private static let attack = """
            chmod 0600 /proc/self/fd/0 2>/dev/null && echo chmod
            (printf X >>/proc/self/fd/0) 2>/dev/null && echo append
            (printf X 1<>/proc/self/fd/0) 2>/dev/null && echo write
            touch -d 2001-01-01 /proc/self/fd/0 2>/dev/null && echo date
            """

        /// Lets a program of the server's user do what it can with a file that it has for reading.
        private func attack(_ file: borrowing OwnedDescriptor, _ launcher: [String]) throws -> [Substring] {
            let command = launcher + ["/bin/sh", "-c", LentFilesTests.attack]
            let program = try RunningProgram(
                path: FilePath(command[0]),
                command.dropFirst().map { FilePath($0) },
                descriptors: [.init(file, as: 0)]
            )
            return try program.finish().output.split(separator: "\n")
        }

        /// The only file among the originals.
        private func original(of server: ServerProcess) throws -> FileStatus {
            let found = try RunningProgram(
                path: "/usr/bin/find",
                [server.library.appending("originals"), "-type", "f"]
            ).finish()
            return try FileStatus(of: FilePath(String(found.output.split(separator: "\n")[0])))
        }

        @Test func `a program of the server's own user cannot change a file that it was given`() throws {
            let folder = try ScratchFolder(in: "/run")
            // In a folder that root gave to the server's user, clients of other users know the server by that.
            let script = "chmod 755 \"$1\" && mkdir \"$2-manage\" && chown \(LentFilesTests.user) \"$2\" \"$2-manage\""
            let given = try RunningProgram(
                path: "/bin/sh",
                ["-c", FilePath(script), "sh", folder.path.folder, folder.path]
            ).finish()
            try #require(given.status == .exited(0))
            let server = try ServerProcess(in: folder, launcher: LentFilesTests.asUser)
            #expect(server.program.errorText.contains("originals-lent as=\"files of a read-only mount\""))
            let bytes = try TestPhoto.jpeg(1)
            let asset = try server.owner.addPhoto(bytes)
            let before = try original(of: server)
            #expect("\(before.owner)" == LentFilesTests.user)
            let lent = try server.owner.openResource(.photo, of: asset)
            #expect(try attack(lent, LentFilesTests.asUser) == [])
            #expect(try lent.readToEnd(limit: 1 << 20) == bytes)
            #expect(try original(of: server) == before)
            #expect(try attack(try server.owner.thumbnailFile(of: asset), LentFilesTests.asUser) == [])
            #expect(try server.problems() == [])
            try server.stop()
        }
    }
}
