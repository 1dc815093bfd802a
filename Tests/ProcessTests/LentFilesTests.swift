import LibraryClient
import LibraryMedia
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

        /// A folder of the server's user. In one that root gave them, clients of other users know the server by that.
        private func makeFolder() throws -> ScratchFolder {
            let folder = try ScratchFolder(in: "/run")
            let script = "chmod 755 \"$1\" && mkdir \"$2-manage\" && chown \(LentFilesTests.user) \"$2\" \"$2-manage\""
            let given = try RunningProgram(
                path: "/bin/sh",
                ["-c", FilePath(script), "sh", folder.path.folder, folder.path]
            ).finish()
            try #require(given.status == .exited(0))
            return folder
        }

        /// What can be told of the originals without reading them.
        private func originals(of server: ServerProcess) throws -> String {
            let format: FilePath = "%p %s %m %T@ %C@\\n"
            return try RunningProgram(
                path: "/usr/bin/find",
                [server.library.appending("originals"), "-type", "f", "-printf", format]
            ).finish().output
        }

        /// Runs a program as the server's user.
        private func run(_ program: String, _ arguments: [String], _ server: ServerProcess) throws -> FinishedProgram {
            let command = LentFilesTests.asUser + [try BuiltProgram.path(program).text] + arguments
            return try RunningProgram(
                path: FilePath(command[0]),
                command.dropFirst().map { FilePath($0) },
                // The test's own is root's.
                environment: server.environment.merging(["TMPDIR": server.socket.folder.text]) { $1 }
            ).finish()
        }

        @Test func `a program of the server's own user cannot change a file that it was given`() throws {
            let folder = try makeFolder()
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

        @Test func `where there can be no such mount, files are copies up to 64 MiB, and larger ones are refused`()
            throws
        {
            let folder = try makeFolder()
            // No namespaces, as under Docker's filter: without them an ordinary user mounts nothing.
            let confined = LentFilesTests.asUser + [try BuiltProgram.path("identity-actor").text, "confine", "exec"]
            let server = try ServerProcess(in: folder, launcher: confined)
            #expect(server.program.errorText.contains("originals-lent as=\"copies in memory\" up-to=\"64 MiB\""))
            let small = try TestPhoto.jpeg(1)
            func padded(to size: Int) throws -> [UInt8] {
                let photo = try TestPhoto.jpeg(UInt64(size))
                return photo + [UInt8](repeating: 0, count: size - photo.count)
            }
            let most = Int(LentFiles.maximumCopySize)
            let assets = [
                try server.owner.addPhoto(small, filename: "small.jpg"),
                try server.owner.addPhoto(try padded(to: most + 1), filename: "large.jpg"),
                try server.owner.addPhoto(try padded(to: most), filename: "most.jpg"),
            ]
            let before = try originals(of: server)
            #expect(before.split(separator: "\n").count == 3)

            // The person's tool.
            let out = folder.file("out")
            let identifiers = assets.map { LocalIdentifier(.asset, $0).string }
            let exported = try run("photos", ["export"] + identifiers + ["--to", out.text], server)
            #expect(exported.status == .exited(1))
            let written = ["small.jpg", "most.jpg"].map { out.appending(FilePath($0)) }
            #expect(exported.output == written.map { $0.text + "\n" }.joined())
            #expect(exported.errors.contains("\(identifiers[1]): files of more than 64 MiB cannot be handed out"))
            #expect(exported.errors.contains("1 of 3 items could not be exported"))
            #expect(!exported.errors.contains("--socket"))
            #expect(try OwnedDescriptor(opening: written[0]).readToEnd(limit: 1 << 20) == small)
            #expect(try FileStatus(of: written[1]).size == LentFiles.maximumCopySize)

            // An app.
            let agent = try TestAgent(server.owner) { _ in .picked(assets) }
            let into = folder.file("into")
            let picked = try run("PickPhotos", ["--into", into.text], server)
            agent.leave()
            #expect(picked.status == .exited(1), "\(picked.errors)")
            #expect(picked.errors.contains("2 copied, 0 kept, 0 removed"), "\(picked.errors)")
            #expect(picked.errors.contains("PickPhotos: files of more than 64 MiB cannot be handed out"))
            #expect(try OwnedDescriptor(opening: into.appending("small.jpg")).readToEnd(limit: 1 << 20) == small)
            #expect(try FileStatus(of: into.appending("most.jpg")).size == LentFiles.maximumCopySize)

            // Whatever is tried with a copy, nothing is written, and nothing of it reaches the original.
            let tried = try attack(try server.owner.openResource(.photo, of: assets[0]), LentFilesTests.asUser)
            #expect(!tried.contains("append") && !tried.contains("write"))
            #expect(try originals(of: server) == before)
            #expect(try server.problems() == [])
            try server.stop()
        }
    }
}
