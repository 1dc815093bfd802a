import BucketTestSupport
import Glibc
import HTTPTransfer
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// Nothing but `photolibrary-sync` with a store, and `photolibrary-upload`, opens network connections: all other
    /// programs work in a trap, which the programs that they start inherit, and in which the first socket for a network
    /// ends a process.
    ///
    /// The agent's page waits for the person's browser on this machine, so its sockets are TCP's: it works where these
    /// cannot connect.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct NetworkTrapTests {
        private func trapped(
            _ program: String,
            _ arguments: [String],
            _ server: ServerProcess,
            mode: String = "none"
        ) throws -> RunningProgram {
            try RunningProgram(
                "network-trap",
                [mode, try BuiltProgram.path(program).text] + arguments,
                environment: server.environment.merging(["DISPLAY": "", "WAYLAND_DISPLAY": ""]) { $1 }
            )
        }

        @Test func `the trap ends who goes to a network, also when another program started it`() throws {
            let actor = try BuiltProgram.path("sandbox-actor").text
            let direct = try RunningProgram("network-trap", ["none", actor, "-", "-", "connect"]).finish()
            #expect(direct.status == .killed(signal: SIGSYS))
            let shell = try RunningProgram(
                "network-trap",
                ["none", "/bin/sh", "-c", "\(actor) - - connect; echo $?"]
            ).finish()
            #expect(shell.output == "\(128 + SIGSYS)\n", "\(shell)")
            let page = try RunningProgram("network-trap", ["page", actor, "-", "-", "connect"]).finish()
            #expect(page.output == "Permission denied\n")
        }

        @Test func `server, media workers, photos, agent, apps, and synchronisation with a folder open none`() throws {
            let scene = try CloudScene()
            let folder = scene.folder
            let trap = [try BuiltProgram.path("network-trap").text, "none"]
            let server = try ServerProcess(in: folder, library: "first.photolibrary", launcher: trap)
            for name in ["import", "bucket"] { try FileNames.makeFolder(folder.file(name)) }
            try folder.write(CloudScene.photo(1), to: "import/one.jpg")
            for arguments in [["import", folder.file("import").text], ["list"], ["stats"], ["verify"]] {
                let finished = try trapped("photos", arguments, server).finish()
                #expect(finished.status == .exited(0), "\(arguments): \(finished)")
            }
            let found = try server.owner.fetch(FetchRequest(.allAssets))
            let photo = try #require(found.count == 1 ? found[0] : nil)
            #expect(try server.owner.thumbnail(of: photo, fitting: PixelSize(width: 9, height: 9)).size.width == 9)
            try server.letIn("Hello", "full")
            let app = try trapped("Hello", [], server).finish()
            #expect(app.status == .exited(0), "\(app)")

            let setup = try trapped("photos", ["cloud", "setup", scene.bucket], server).finish()
            #expect(setup.status == .exited(0), "\(setup)")
            let synchronized = try trapped("photos", ["cloud", "sync"], server).finish()
            #expect(synchronized.status == .exited(0), "\(synchronized)")

            // Its input stays open as long as this holds the pipe.
            let input = folder.file("input")
            try RunningProgram(path: "/usr/bin/mkfifo", [input]).finish()
            let pipe = try OwnedDescriptor(opening: input, [.readWrite])
            let agent = try BuiltProgram.path("photos-agent").text
            let text = try RunningProgram(
                "network-trap",
                ["none", "/bin/sh", "-c", "exec \"$0\" --interface text < \"$1\"", agent, input.text],
                environment: server.environment.merging(["DISPLAY": "", "WAYLAND_DISPLAY": ""]) { $1 }
            )
            #expect(text.waitForOutput(containing: "Ready for questions.\n"))
            try text.send(signal: SIGTERM)
            #expect(try text.finish().status != .killed(signal: SIGSYS))
            withExtendedLifetime(pipe) {}
            let page = try trapped("photos-agent", ["--no-open"], server, mode: "page")
            #expect(page.waitForOutput(containing: "/open?secret="))
            let link = page.outputText.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http://") }
            let opened = try HTTPClient().perform(
                HTTPRequest("GET", String(try #require(link))),
                into: .bytes(limit: 1 << 20),
                cancellation: Cancellation()
            )
            #expect(opened.status == 303)
            try page.send(signal: SIGTERM)
            #expect(try page.finish().status == .exited(0))

            let end = try server.stop()
            #expect(end.status == .exited(0))
            #expect(!end.errors.contains("sync-ended") && !end.errors.contains("worker-ended"), "\(end.errors)")
        }
    }
}
