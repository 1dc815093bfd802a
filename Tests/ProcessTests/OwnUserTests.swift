import LibraryClient
import LibraryModel
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

extension RealPrograms {
    /// A server of a user of its own, with the capabilities of its systemd unit and no more, and apps of another user
    /// in its group.
    @Suite(
        .serialized,
        .timeLimit(.minutes(3)),
        .disabled(if: !OtherUsers.arePossible, "only root can run programs as other users")
    )
    struct OwnUserTests {
        typealias Scene = IdentityTests.Scene

        /// What the unit gives the server.
        private func capabilities() throws -> [String] {
            let units = FilePath(#filePath).folder.folder.folder.appending("Sources/photolibraryd/systemd/system")
            let unit = try OwnedDescriptor(opening: units.appending("photolibraryd.service"))
            let lines = String(decoding: try unit.readToEnd(limit: 1 << 16), as: UTF8.self).split(separator: "\n")
            func words(_ name: String) throws -> [String] {
                let line = try #require(lines.first { $0.hasPrefix(name + "=") })
                return line.dropFirst(name.count + 1).split(separator: " ").map { $0.dropFirst(4).lowercased() }
            }
            #expect(try words("AmbientCapabilities") == words("CapabilityBoundingSet"))
            return try words("AmbientCapabilities")
        }

        @Test func `apps of another user in the group get what was granted, and nobody else gets it`() throws {
            let folder = try ScratchFolder()
            try OtherUsers.open(folder, copying: ["photolibraryd", "photolibrary-media", "identity-actor"])
            try FileNames.makeFolder(folder.file("library"))
            OtherUsers.give(folder.file("library"), to: OtherUsers.server)
            // As systemd does: the sockets are there before the server.
            let socket = folder.file("library.sock")
            let managementSocket = ManagementSocket.path(besideApps: socket)
            try FileNames.makeFolder(managementSocket.folder)
            let apps = try UnixSocketListener(at: socket, mode: 0o660)
            let management = try UnixSocketListener(at: managementSocket)
            OtherUsers.give(socket, to: OtherUsers.server)
            let start: [FilePath] = [
                "-c", "LISTEN_PID=$$ exec \"$0\" \"$@\"", folder.file("photolibraryd"), "--library",
                folder.file("library/A.photolibrary"), "--socket", socket,
            ]
            let command = OtherUsers.command(as: OtherUsers.server, keeping: try capabilities()) + ["/bin/sh"] + start
            let server = try RunningProgram(
                path: command[0],
                Array(command.dropFirst()),
                environment: ["LISTEN_FDS": "2", "LISTEN_FDNAMES": "manage:apps"],
                descriptors: [.init(management.descriptor, as: 3), .init(apps.descriptor, as: 4)]
            )
            #expect(server.waitForError(containing: "ready "), "\(server.errorText)")
            let owner = LibraryClient(.management(socket.text))
            try owner.addPhoto(TestPhoto.jpeg(1))

            func run(_ name: String, _ steps: [String], groups: [UInt32] = [OtherUsers.server]) throws -> Scene.Outcome
            {
                let command = OtherUsers.command(as: OtherUsers.app, groups: groups) + [folder.file(name)]
                let arguments = command.dropFirst().map { $0.text } + Scene.arguments(steps, socket: socket.text)
                return try Scene.outcome(of: IdentityTests.Actor(command[0], arguments))
            }
            let copy = FilePath(
                "cd \(folder.path.text); cp identity-actor app; cp identity-actor other; printf x >> other"
            )
            _ = try RunningProgram(path: "/bin/sh", ["-c", copy]).finish()
            let app = "exe:" + folder.file("app").text
            #expect(try run("app", Scene.question) == .count(0))
            try owner.setStatus(.authorized, ofApp: app, for: .readWrite)
            #expect(try run("app", Scene.question) == .count(1), "\(server.errorText)")
            #expect(try run("other", Scene.question) == .count(0))
            // What is pinned without opening the process's memory.
            for steps in [
                ["fork"], ["orphan"], ["exec", folder.file("other").text], ["exec", folder.file("app").text],
            ] {
                #expect(try run("app", ["hello"] + steps + ["ask"]) == .closed, "\(steps)")
            }
            if Bubblewrap.isPossible {
                // What tells who a Flatpak is only its own user may read. Whatever is granted to it, it is nobody.
                try owner.setStatus(.authorized, ofApp: "flatpak:org.example.Viewer", for: .readWrite)
                let info = try folder.write(Array("[Application]\nname=org.example.Viewer\n".utf8), to: "info")
                try FileNames.setMode(0o644, of: info)
                let sandbox = try Bubblewrap.command(
                    description: info,
                    actor: folder.file("app"),
                    folder: folder.path
                )
                let command = OtherUsers.command(as: OtherUsers.app, groups: [OtherUsers.server]).map(\.text) + sandbox
                let steps = Scene.arguments(Scene.question, socket: "/run/photolibrary/library.sock")
                let flatpak = try IdentityTests.Actor(
                    FilePath(command[0]),
                    Array(command.dropFirst()) + ["/actor"] + steps
                )
                #expect(try Scene.outcome(of: flatpak) == .closed)
                #expect(server.waitForError(containing: "refused reason=\"open: Permission denied\""))
            }
            // The group's alone.
            #expect(try run("app", Scene.question, groups: []) == .unexpected("connect: Permission denied\n"))

            try server.send(signal: 15)
            #expect(try server.finish().status == .exited(0))
        }
    }
}
