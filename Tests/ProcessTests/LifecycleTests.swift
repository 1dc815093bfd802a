import Glibc
import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Synchronization
import Testing

extension RealPrograms {
    /// How a server starts, is kept out, and stops.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct LifecycleTests {
        private func startServer(_ library: FilePath, _ socket: FilePath) throws -> FinishedProgram {
            try RunningProgram.run("photolibraryd", ["--library", library.text, "--socket", socket.text])
        }

        // MARK: Starting

        @Test func `a second server on a library is refused, and the first goes on`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let second = try startServer(server.library, folder.file("second.sock"))
            #expect(second.status == .exited(75))
            #expect(second.errors.contains("another server has the library"))
            #expect(second.errors.contains(server.library.text))
            #expect(throws: SystemCallError.self) { _ = try FileStatus(of: folder.file("second.sock")) }
            #expect(try server.owner.statistics().assetCount == 0)
            #expect(try server.stop().status == .exited(0))
            // Not kept out by a lock of the dead.
            let next = try ServerProcess(in: folder)
            try next.kill()
            #expect(try ServerProcess(in: folder).stop().status == .exited(0))
        }

        @Test func `a socket in use is left alone`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let second = try startServer(folder.file("Second.photolibrary"), server.socket)
            #expect(second.status == .exited(75))
            #expect(second.errors.contains("another program listens on \(server.socket.text)"))
            #expect(try server.owner.statistics().assetCount == 0)
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `a file that is no socket is left alone`() throws {
            let folder = try ScratchFolder()
            let precious = try folder.write([1, 2, 3], to: "precious")
            let free = folder.file("free.sock")
            let management = ManagementSocket.path(besideApps: free)
            try FileNames.makeFolders(management.folder)
            try OwnedDescriptor(opening: management, [.writeOnly, .create]).write([1, 2, 3])
            for (socket, file) in [(precious, precious), (free, management)] {
                let server = try startServer(folder.file("Test.photolibrary"), socket)
                #expect(server.status == .exited(75))
                #expect(server.errors.contains(file.text))
                #expect(try FileStatus(of: file).size == 3)
            }
            // Not half of a server's sockets stays behind.
            #expect(throws: SystemCallError.self) { _ = try FileStatus(of: folder.file("free.sock")) }
        }

        @Test func `a socket file that a killed server left behind is replaced`() throws {
            let folder = try ScratchFolder()
            let first = try ServerProcess(in: folder)
            try first.kill()
            #expect(try FileStatus(of: first.socket).kind == .socket)
            let second = try ServerProcess(in: folder)
            #expect(try second.owner.statistics().assetCount == 0)
            #expect(try second.stop().status == .exited(0))
        }

        @Test func `a command line that makes no sense, and places where no library can be`() throws {
            let folder = try ScratchFolder()
            #expect(try RunningProgram.run("photolibraryd", ["--nonsense"]).status == .exited(64))
            #expect(try RunningProgram.run("photolibraryd", ["--library"]).status == .exited(64))
            let help = try RunningProgram.run("photolibraryd", ["--help"])
            #expect(help.status == .exited(0))
            #expect(help.output.contains("--socket"))
            let file = try folder.write([1], to: "file")
            for library in [file, file.appending("below"), "/proc/nowhere"] {
                let server = try startServer(library, folder.file("library.sock"))
                #expect(server.status != .exited(0))
                #expect(server.status != .killed(signal: 4), "\(server.errors)")
                #expect(server.errors.contains(library.text), "\(server.errors)")
            }
            let long = folder.file(String(repeating: "x", count: 120))
            let server = try startServer(folder.file("Test.photolibrary"), long)
            #expect(server.status == .exited(69))
            #expect(server.errors.contains(long.text))
        }

        @Test func `a damaged database is refused and not touched`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            try server.stop()
            let garbage = [UInt8](repeating: 0x5A, count: 40_000)
            try folder.write(garbage, to: "Test.photolibrary/library.sqlite")
            let second = try startServer(server.library, server.socket)
            #expect(second.status != .exited(0))
            #expect(second.errors.contains("damaged"), "\(second.errors)")
            let file = try OwnedDescriptor(opening: server.library.appending("library.sqlite"))
            #expect(try file.readToEnd(limit: 1 << 20) == garbage)
        }

        // MARK: Stopping

        @Test(arguments: [SIGTERM, SIGINT])
        func `a signal ends it in good order`(_ signal: Int32) throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            try server.letIn(.authorized)
            var observer = try RawClient(server)
            _ = try observer.ask(ObserveCall())
            var asking = try RawClient(server)
            try server.owner.setStatus(.notDetermined, ofApp: ownIdentity(), for: .addOnly)
            let agent = try TestAgent(server.owner)
            defer { agent.leave() }
            _ = try asking.ask(RequestAuthorizationCall(.addOnly))

            let acknowledged = Mutex<[ObjectID]>([])
            let parker = Parker()
            let client = server.owner
            let worker = try SystemThread(name: "changes") {
                do throws(LibraryError) {
                    while true {
                        let id = try client.mintIdentifiers(1)[0]
                        let creation = ChangeOperation.createCollection(.assetCollection, id, title: "A", parent: nil)
                        _ = try client.perform(ChangeBlock(operations: [creation]))
                        acknowledged.withLock { $0.append(id) }
                        parker.unpark()
                    }
                } catch {
                    #expect(error.code == .unavailable)
                }
            }
            while acknowledged.withLock({ $0.count }) < 30 { parker.park() }
            try server.program.send(signal: signal)
            let finished = try server.program.finish()
            worker.join()
            #expect(finished.status == .exited(0))
            #expect(finished.errors.contains("stopping signal=\(signal)"))
            #expect(finished.errors.hasSuffix("stopped\n"))

            var isToldToGo = false
            while let frame = try observer.next() { if frame.header.type == .goAway { isToldToGo = true } }
            #expect(isToldToGo)
            try asking.waitForEnd()
            for path in [server.socket, server.managementSocket] {
                #expect(throws: SystemCallError.self) { _ = try FileStatus(of: path) }
            }

            let next = try ServerProcess(in: folder)
            let known = acknowledged.withLock { $0 }
            #expect(try next.owner.fetch(FetchRequest(.identifiers(.assetCollection, known))).count == known.count)
            #expect(try next.problems() == [])
            #expect(try next.stop().status == .exited(0))
        }

        @Test func `stopping does not take another server's socket away, nor fail when its own is gone`() throws {
            let folder = try ScratchFolder()
            let first = try ServerProcess(in: folder)
            let management = first.managementSocket
            try FileNames.remove(first.socket)
            try FileNames.remove(management)
            let second = try ServerProcess(in: folder, library: "Second.photolibrary")
            #expect(try first.stop().status == .exited(0))
            #expect(try FileStatus(of: second.socket).kind == .socket)
            #expect(try second.owner.statistics().assetCount == 0)
            try FileNames.remove(management)
            #expect(try second.stop().status == .exited(0))
        }

        // MARK: systemd

        @Test func `systemd's sockets are taken, and it is told`() throws {
            let folder = try ScratchFolder()
            let (appsPath, managementPath) = (folder.file("apps.sock"), folder.file("tools.sock"))
            let apps = try UnixSocketListener(at: appsPath)
            let management = try UnixSocketListener(at: managementPath)
            let supervisor = try Supervisor()
            let start = "LISTEN_PID=$$ exec \"$0\" \"$@\""
            let program = try RunningProgram(
                path: "/bin/sh",
                [
                    "-c", FilePath(start), BuiltProgram.path("photolibraryd"), "--library",
                    folder.file("A.photolibrary"),
                ],
                environment: [
                    "LISTEN_FDS": "2", "LISTEN_FDNAMES": "manage:apps", "NOTIFY_SOCKET": supervisor.name,
                    "XDG_RUNTIME_DIR": folder.path.text,
                ],
                descriptors: [.init(management.descriptor, as: 3), .init(apps.descriptor, as: 4)]
            )
            // A client that came before the server waits for it.
            let client = LibraryClient(ServerAddress(path: managementPath.text))
            #expect(try client.statistics().assetCount == 0)
            #expect(supervisor.next() == "READY=1")
            #expect(program.waitForError(containing: "ready "))
            let error = #expect(throws: LibraryError.self) {
                _ = try LibraryClient(ServerAddress(path: appsPath.text)).statistics()
            }
            #expect(error?.code == .unimplemented)
            try program.send(signal: SIGTERM)
            #expect(supervisor.next() == "STOPPING=1")
            #expect(try program.finish().status == .exited(0))
            // They are systemd's.
            #expect(try FileStatus(of: appsPath).kind == .socket)
            #expect(try FileStatus(of: managementPath).kind == .socket)
        }

        @Test func `one socket of systemd is not enough`() throws {
            let folder = try ScratchFolder()
            let apps = try UnixSocketListener(at: folder.file("apps.sock"))
            let program = try RunningProgram(
                path: "/bin/sh",
                [
                    "-c", "LISTEN_PID=$$ exec \"$0\" \"$@\"", BuiltProgram.path("photolibraryd"), "--library",
                    folder.file("A.photolibrary"),
                ],
                environment: ["LISTEN_FDS": "1", "XDG_RUNTIME_DIR": folder.path.text],
                descriptors: [.init(apps.descriptor, as: 3)]
            )
            let finished = try program.finish()
            #expect(finished.status == .exited(78))
            #expect(finished.errors.contains("two sockets"))
        }

        // MARK: The log

        @Test func `the log says nothing about photos`() throws {
            let folder = try ScratchFolder()
            try FileNames.makeFolder(folder.file("Secretfolder"))
            try folder.write(TestPhoto.jpeg(1), to: "Secretfolder/Secretname.jpg")
            try folder.write([1, 2, 3], to: "Secretfolder/Secretdamage.jpg")
            try folder.write([], to: "Secretfolder/Secretempty.jpg")
            let server = try ServerProcess(in: folder)
            let program = try server.photos("import", "--album", "Secrettitle", folder.file("Secretfolder").text)
            #expect(program.errors.contains("Secretdamage.jpg"))
            #expect(program.output.contains("1 imported, 2 failed"))
            let original = try #require(try server.owner.allAssets().first)
            #expect(try server.owner.resources(of: original).first?.filename == "Secretname.jpg")
            // Something goes wrong with the photo, too.
            let digest = try server.owner.resources(of: original)[0].digest
                .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            try FileNames.remove(server.library.appending(FilePath("originals/\(digest.prefix(2))/\(digest)")))
            #expect(try server.problems().count == 1)
            #expect(throws: LibraryError.self) {
                _ = try server.owner.openResource(.photo, of: original)
            }
            let log = try server.stop().errors
            #expect(log.contains("ready "))
            #expect(!log.contains("Secret"))
            #expect(!log.contains(digest))
            #expect(log.split(separator: "\n").allSatisfy { $0.first?.isLowercase == true })
        }
    }
}

/// What systemd is to a service that tells it of its state.
private struct Supervisor: ~Copyable {
    let name = "@photolibrary-process-test-\(UInt64.random(in: 0 ... .max))"
    private let socket: OwnedDescriptor

    init() throws {
        socket = OwnedDescriptor(owning: Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = name
        let length = unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
            for (index, byte) in name.utf8.enumerated().dropFirst() { unsafe path[index] = byte }
            return MemoryLayout<sa_family_t>.size + name.utf8.count
        }
        let rawValue = socket.rawValue
        let bound = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(rawValue, $0, socklen_t(length))
            }
        }
        try #require(bound == 0)
        try socket.setReceiveTimeout(60_000_000_000)
    }

    /// Waits for the next state, a minute at most.
    func next() -> String? {
        var text = [UInt8](repeating: 0, count: 64)
        let count = unsafe recv(socket.rawValue, &text, 64, 0)
        return count < 0 ? nil : String(decoding: text[..<count], as: UTF8.self)
    }
}
