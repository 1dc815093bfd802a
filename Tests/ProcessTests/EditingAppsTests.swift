import Foundation
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// The examples that look at one photo, and edit it.
    @Suite(.serialized, .timeLimit(.minutes(2))) struct EditingAppsTests {
        private let folder: ScratchFolder

        init() throws { folder = try ScratchFolder() }

        /// A photo of 60 x 40 pixels.
        private func prepare(_ programs: String...) throws -> (server: ServerProcess, photo: ObjectID) {
            let server = try ServerProcess(in: folder)
            let photo = SamplePhoto(size: PixelSize(width: 60, height: 40), seed: 9)
            let asset = try server.owner.addPhoto(try photo.encoded())
            for program in programs { try server.letIn(program, "full") }
            return (server, asset)
        }

        private func run(
            _ program: String,
            _ arguments: [String],
            _ server: ServerProcess
        ) throws -> (status: LinuxSystem.ExitStatus, output: String, errors: String) {
            let finished = try RunningProgram.run(program, arguments, environment: server.environment)
            return (finished.status, finished.output, finished.errors)
        }

        private func picture(_ server: ServerProcess, _ photo: ObjectID) throws -> PixelImage {
            try server.owner.thumbnail(of: photo, fitting: PixelSize(width: 100, height: 100))
        }

        @Test func `Hello shows the newest photo in colours of the terminal`() throws {
            let (server, _) = try prepare("Hello")
            let shown = try run("Hello", [], server)
            #expect(shown.status == .exited(0), "\(shown.errors)")
            let lines = shown.output.split(separator: "\n")
            // Two rows of pixels in a line of text.
            #expect(lines.count == 20)
            #expect(lines.allSatisfy { $0.count { $0 == "▀" } == 60 && $0.contains("\u{1B}[38;2;") })
            #expect(try run("Hello", ["--help"], server).output.hasPrefix("usage: Hello"))
            #expect(try run("Hello", ["x"], server).status == .exited(64))
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `Hello says why it shows nothing`() throws {
            let server = try ServerProcess(in: folder)
            try server.letIn("Hello", "full")
            let empty = try run("Hello", [], server)
            #expect(empty.status == .exited(0) && empty.output == "there are no photos yet\n")
            try server.owner.setStatus(.denied, ofApp: identity(of: "Hello"), for: .readWrite)
            #expect(try run("Hello", [], server).status == .exited(77))
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `an edit is taken up by another run, and reverted`() throws {
            let (server, photo) = try prepare("Editor")
            let name = LocalIdentifier(.asset, photo).string
            let before = try picture(server, photo)
            let turned = try run("Editor", [name, "--turn", "right", "--crop", "0,0,1,0.5"], server)
            #expect(turned.status == .exited(0), "\(turned.errors)")
            #expect(try picture(server, photo).size == PixelSize(width: 40, height: 30))
            let further = try run("Editor", [name, "--turn", "left", "--black-and-white"], server)
            #expect(further.status == .exited(0), "\(further.errors)")
            let after = try picture(server, photo)
            #expect(after.size == PixelSize(width: 30, height: 40))
            let spread = stride(from: 0, to: after.rgba.count, by: 4).map { start in
                let pixel = after.rgba[start..<start + 3]
                return Int(pixel.max() ?? 0) - Int(pixel.min() ?? 0)
            }
            #expect(spread.max() ?? 255 <= 8)
            let steps = try run("Editor", [name, "--show"], server)
            #expect(steps.output == "turn right\ncrop 0.0,0.0,1.0,0.5\nturn left\nblack and white\n")

            #expect(try run("Editor", [name, "--revert"], server).status == .exited(0))
            #expect(try picture(server, photo) == before)
            #expect(try run("Editor", [name, "--show"], server).output.isEmpty)
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `another app's edit is not lost by going on with one's own`() throws {
            let (server, photo) = try prepare("Editor", "Darkroom")
            let name = LocalIdentifier(.asset, photo).string
            #expect(try run("Darkroom", [name, "--sepia"], server).status == .exited(0))
            let developed = try picture(server, photo)
            let refused = try run("Editor", [name, "--turn", "right"], server)
            #expect(refused.status == .exited(1))
            #expect(refused.errors.contains("another app edited the photo"))
            #expect(try picture(server, photo) == developed)
            #expect(try run("Editor", [name, "--revert"], server).status == .exited(0))
            #expect(try run("Editor", [name, "--turn", "right"], server).status == .exited(0))
            #expect(try run("Editor", ["nobody", "--show"], server).status == .exited(1))
            #expect(try run("Editor", ["--help"], server).output.hasPrefix("usage: Editor"))
            #expect(try server.stop().status == .exited(0))
        }
    }
}
