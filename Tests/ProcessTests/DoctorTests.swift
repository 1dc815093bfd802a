import Foundation
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// What `photos doctor` says of machines on which something is wrong.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct DoctorTests {
        private struct Finding: Decodable {
            var subject: String
            var state: String
            var text: String
            var advice: String?
        }

        /// The findings by their subjects.
        private func examine(
            _ socket: FilePath,
            _ environment: [String: String] = [:],
            _ more: String...
        ) throws -> (findings: [String: Finding], status: LinuxSystem.ExitStatus) {
            let environment = ["PHOTOLIBRARY_SOCKET": socket.text].merging(environment) { $1 }
            let finished = try RunningProgram.run("photos", ["doctor", "--json"] + more, environment: environment)
            let found = try JSONDecoder().decode([Finding].self, from: Data(finished.output.utf8))
            return (Dictionary(uniqueKeysWithValues: found.map { ($0.subject, $0) }), finished.status)
        }

        @Test func `a library in order is called that`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            // A machine without a desktop: on others xdg-open decides.
            let environment = ["DISPLAY": "", "WAYLAND_DISPLAY": ""]
            let (findings, status) = try examine(server.socket, environment, "--library", server.library.text)
            for subject in ["programs", "server", "apps' socket", "library", "synchronisation", "disk", "questions"] {
                #expect(findings[subject]?.state == "well", "\(subject): \(findings[subject]?.text ?? "not looked at")")
            }
            let isWell = findings.values.allSatisfy { $0.state == "well" }
            #expect(status == .exited(isWell ? 0 : 1))
            let text = try server.photos("doctor", "--library", server.library.text).output
            #expect(text.contains("ok       server") && text.contains("answers at \(server.managementSocket.text)"))
        }

        @Test func `the library is the server's, and the default one is named where it is another`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let other = ["XDG_DATA_HOME": folder.file("data").text]
            let (findings, _) = try examine(server.socket, other)
            #expect(findings["library"]?.text.hasPrefix("\(server.library.text), takes changes; it is not") == true)
            #expect(findings["library"]?.text.hasSuffix("/data/photolibrary/Photos.photolibrary") == true)
            #expect(findings["disk"]?.text.hasSuffix(" are free at \(server.library.text)") == true)
            try FileNames.makeFolders(folder.file("data/photolibrary"))
            let link = folder.file("data/photolibrary/Photos.photolibrary")
            #expect(unsafe symlink(server.library.text, link.text) == 0)
            let same = try examine(server.socket, other).findings["library"]?.text
            #expect(same == "\(server.library.text), takes changes")
        }

        @Test func `a server that is not there, and one whose socket was left behind, are told apart`() throws {
            let folder = try ScratchFolder()
            let (absent, status) = try examine(folder.file("none/s.sock"))
            #expect(status == .exited(1))
            #expect(absent["server"]?.state == "problem" && absent["library"]?.state == "unknown")
            #expect(absent["server"]?.advice?.contains("systemctl --user start photolibraryd.socket") == true)
            let server = try ServerProcess(in: folder)
            try server.kill()
            let (left, _) = try examine(server.socket)
            #expect(left["server"]?.advice == "nobody listens there any more: start photolibraryd")
            try FileNames.remove(server.managementSocket)
            _ = try OwnedDescriptor(opening: server.managementSocket, [.writeOnly, .create], mode: 0o600)
            let (replaced, _) = try examine(server.socket)
            #expect(replaced["server"]?.advice?.hasPrefix("a file that is no socket") == true)
        }

        @Test func `an apps' socket that was removed is a problem of its own`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            try FileNames.remove(server.socket)
            let (findings, status) = try examine(server.socket)
            #expect(status == .exited(1) && findings["server"]?.state == "well")
            #expect(findings["apps' socket"]?.state == "problem")
        }

        @Test func `a library in a folder that is synchronised by others takes no changes`() throws {
            let folder = try ScratchFolder()
            try FileNames.makeFolders(folder.file("Synced/.stfolder"))
            let server = try ServerProcess(in: folder, library: "Test.photolibrary")
            #expect(try examine(server.socket).findings["library"]?.state == "well")
            try server.stop()
            try FileNames.rename(server.library, to: folder.file("Synced/Test.photolibrary"))
            let moved = try ServerProcess(in: folder, library: "Synced/Test.photolibrary")
            let (findings, status) = try examine(moved.socket)
            #expect(status == .exited(1))
            #expect(findings["library"]?.advice?.contains("move the library out") == true, "\(findings)")
        }

        @Test func `programs that are missing are named`() throws {
            let folder = try ScratchFolder()
            let (photos, bin) = (try BuiltProgram.path("photos"), folder.file("bin"))
            try FileNames.makeFolder(bin)
            try copy(photos, to: bin.appending("photos"))
            let finished = try RunningProgram(
                path: bin.appending("photos"),
                ["doctor"],
                environment: ["PHOTOLIBRARY_SOCKET": folder.file("s.sock").text]
            ).finish()
            #expect(finished.status == .exited(1))
            #expect(finished.output.contains("lacks photolibraryd, photolibrary-media, photolibrary-sync"))
            #expect(finished.output.contains("?        sandbox"))
        }

        private func copy(_ program: FilePath, to path: FilePath) throws {
            let copy = try OwnedDescriptor(opening: path, [.writeOnly, .create], mode: 0o700)
            _ = try copy.copyContent(of: OwnedDescriptor(opening: program, [.readOnly]))
        }

        @Test func `a library's folder that is not there is a problem of the disk`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let (findings, status) = try examine(server.socket, [:], "--library", folder.file("elsewhere").text)
            #expect(status == .exited(1) && findings["disk"]?.state == "problem")
        }
    }
}
