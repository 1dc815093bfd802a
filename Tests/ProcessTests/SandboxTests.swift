import LibraryClient
import LibraryModel
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

extension RealPrograms {
    /// Sandboxes as Flatpak makes them, with its own tool.
    @Suite(
        .serialized,
        .timeLimit(.minutes(3)),
        .disabled(if: !Bubblewrap.isPossible, "bubblewrap is not installed, or may make no user namespaces here")
    )
    struct SandboxTests {
        typealias Outcome = IdentityTests.Scene.Outcome

        private static let application = "org.example.Viewer"
        private static let description = "[Application]\nname=org.example.Viewer\nruntime=runtime/x\n"

        /// What a program in a sandbox gets that asks how many photos there are. `folder` is what the sandbox was let
        /// into.
        private func ask(
            _ scene: IdentityTests.Scene,
            _ options: [String] = Bubblewrap.described,
            description: String = SandboxTests.description,
            folder: FilePath? = nil
        ) throws -> Outcome {
            let info = try scene.folder.write(Array(description.utf8), to: "info")
            let sandbox = try Bubblewrap.command(
                options,
                description: info,
                actor: BuiltProgram.path("identity-actor"),
                folder: folder ?? scene.server.socket.folder
            )
            let program = try scene.start(
                "/actor",
                IdentityTests.Scene.question,
                under: sandbox,
                socket: "/run/photolibrary/library.sock"
            )
            return try scene.outcome(of: program)
        }

        @Test func `a sandboxed app is known by its application, and gets what that was granted`() throws {
            let scene = try IdentityTests.Scene()
            #expect(try ask(scene) == .count(0))
            try scene.owner.setStatus(.authorized, ofApp: "flatpak:\(SandboxTests.application)", for: .readWrite)
            #expect(try ask(scene) == .count(1))
            #expect(try ask(scene, description: "[Application]\nname=org.example.Other\n") == .count(0))
        }

        @Test func `a sandboxed app does not reach the management socket, and is refused there`() throws {
            let scene = try IdentityTests.Scene()
            let management = scene.server.managementSocket
            // What lets it into the apps' folder does not let it in there.
            #expect(management.folder != scene.server.socket.folder)
            #expect(!management.bytes.starts(with: scene.server.socket.folder.bytes + [UInt8(ascii: "/")]))
            #expect(try ask(scene, folder: management.folder) == .closed)
            #expect(scene.server.program.waitForError(containing: "for nobody in a sandbox or namespace"))
            // Nor is another sandbox taken for the person.
            #expect(try ask(scene, [], folder: management.folder) == .closed)
        }

        @Test func `a sandbox that is not as Flatpak makes it is nobody`() throws {
            let scene = try IdentityTests.Scene()
            try scene.owner.setStatus(.authorized, ofApp: "flatpak:\(SandboxTests.application)", for: .readWrite)
            let file = try scene.folder.write(Array(SandboxTests.description.utf8), to: "file").text
            // None, a link, a folder, and a device.
            let others = [
                [], ["--ro-bind", file, "/real", "--symlink", "/real", "/.flatpak-info"], ["--dir", "/.flatpak-info"],
                ["--dev-bind", "/dev/zero", "/.flatpak-info"],
            ]
            for options in others { #expect(try ask(scene, options) == .closed, "\(options)") }
            for description in ["", "[Application]\n", "[Application]\nname=a b\n", "[Application]\nname=\u{1B}[2J\n"] {
                #expect(try ask(scene, description: description) == .closed, "\(description)")
            }
            let long = SandboxTests.description + String(repeating: "#", count: 64 << 10)
            #expect(try ask(scene, description: long) == .closed)
            #expect(try scene.run(scene.app, IdentityTests.Scene.question) == .count(1))
        }
    }
}
