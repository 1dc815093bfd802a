import LibraryClient
import LibraryModel
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

extension RealPrograms {
    /// Where sockets may lie, and whom clients take for their server.
    @Suite(.serialized, .timeLimit(.minutes(2))) struct SocketPlaceTests {
        @Test func `the management socket lies in a folder beside that of the apps' socket`() {
            let path = ManagementSocket.path(besideApps: "/run/photolibrary/library.sock")
            #expect(path == "/run/photolibrary-manage/library.sock")
        }

        @Test(arguments: [0o777, 0o1777, 0o770, 0o702] as [UInt32])
        func `a folder that others may write to is no place for a socket`(_ mode: UInt32) throws {
            let folder = try ScratchFolder()
            let open = folder.file("open")
            try FileNames.makeFolders(open.appending("closed"))
            try FileNames.setMode(mode, of: open)
            func start(_ socket: FilePath) throws -> FinishedProgram {
                try RunningProgram.run(
                    "photolibraryd",
                    ["--library", folder.file("A.photolibrary").text, "--socket", socket.text]
                )
            }
            let refused = try start(open.appending("library.sock"))
            #expect(refused.status == .exited(69))
            #expect(refused.errors.contains("may be written to by others"))
            #expect(throws: SystemCallError.self) { _ = try FileStatus(of: open.appending("library.sock")) }
            if mode & 0o1000 == 0 {
                // Nor is one inside it, which they could put another in the place of.
                #expect(try start(open.appending("closed/library.sock")).status == .exited(69))
            }
            // The folder of the management socket is looked at as well.
            try FileNames.setMode(0o700, of: open)
            let management = ManagementSocket.path(besideApps: open.appending("library.sock")).folder
            try FileNames.makeFolder(management)
            try FileNames.setMode(mode, of: management)
            #expect(try start(open.appending("library.sock")).status == .exited(69))
            #expect(throws: SystemCallError.self) { _ = try FileStatus(of: open.appending("library.sock")) }
        }

        @Test func `a socket's folder is made, and none above it`() throws {
            let folder = try ScratchFolder()
            let server = try RunningProgram.run(
                "photolibraryd",
                ["--library", folder.file("A.photolibrary").text, "--socket", folder.file("typo/run/s.sock").text]
            )
            #expect(server.status == .exited(69))
            #expect(server.errors.contains("the folder \(folder.file("typo").text)"), "\(server.errors)")
            #expect(try FileStatus.ifPresent(folder.file("typo")) == nil)
            let made = try ServerProcess(in: folder, socketName: "run/s.sock")
            #expect(try made.photos("stats").status == .exited(0))
        }

        @Test(arguments: ["library.sock", "./library.sock", "/library.sock"])
        func `a socket without a folder of a name is refused`(_ socket: String) throws {
            let folder = try ScratchFolder()
            let server = try RunningProgram.run(
                "photolibraryd",
                ["--library", folder.file("A.photolibrary").text, "--socket", socket]
            )
            #expect(server.status == .exited(64))
            #expect(server.errors.contains("needs a folder"))
            let tool = try RunningProgram.run("photos", ["stats", "--socket", socket])
            #expect(tool.status == .exited(2))
            #expect(tool.errors.contains("needs a folder with a name, such as DIR/library.sock, not \(socket)"))
        }

        @Test(.disabled(if: !OtherUsers.arePossible, "only root can run programs as other users"))
        func `a client gives nothing to a server of another user`() throws {
            let folder = try ScratchFolder()
            try OtherUsers.open(folder, copying: ["photolibraryd"])
            for name in ["run", "run-manage", "library"] {
                try FileNames.makeFolder(folder.file(name))
                OtherUsers.give(folder.file(name), to: OtherUsers.server)
            }
            let socket = folder.file("run/library.sock")
            let command = OtherUsers.command(as: OtherUsers.server) + [folder.file("photolibraryd")]
            let server = try RunningProgram(
                path: command[0],
                Array(command.dropFirst()) + ["--library", folder.file("library/A.photolibrary"), "--socket", socket]
            )
            #expect(server.waitForError(containing: "ready "), "\(server.errorText)")
            for address in [ServerAddress(path: socket.text), .management(socket.text)] {
                let error = #expect(throws: LibraryError.self) {
                    _ = try LibraryClient(address).stage(SealedMemoryFile.make(TestPhoto.jpeg(1)), filename: "x.jpg")
                }
                #expect(error?.code == .unavailable)
                #expect(error?.reason.contains("another user's server") == true, "\(error?.reason ?? "")")
            }
            let importing = try RunningProgram.run(
                "photos",
                ["import", folder.writePhotos(1, to: "photos").text],
                environment: ["PHOTOLIBRARY_SOCKET": socket.text]
            )
            #expect(importing.status != .exited(0))
            #expect(importing.errors.contains("another user's server"))
            try server.send(signal: 15)
            #expect(try server.finish().status == .exited(0))
        }

        @Test func `the files of a library are for nobody else, wherever a copy of them lies`() throws {
            let folder = try ScratchFolder()
            let library = folder.file("Test.photolibrary")
            try FileNames.makeFolders(library)
            // As an earlier server made it.
            _ = try OwnedDescriptor(opening: library.appending("library.sqlite"), [.writeOnly, .create], mode: 0o644)
            try FileNames.setMode(0o644, of: library.appending("library.sqlite"))
            let server = try ServerProcess(in: folder)
            try server.owner.addPhoto(TestPhoto.jpeg(1))
            for name in ["library.sqlite", "library.sqlite-wal", "library.sqlite-shm", "lock"] {
                let mode = try FileStatus(of: library.appending(FilePath(name))).mode
                #expect(mode == 0o600, "\(name): \(String(mode, radix: 8))")
            }
            #expect(try server.stop().status == .exited(0))
        }
    }
}
