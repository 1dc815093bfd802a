import Foundation
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import LoopbackHTTP
import Testing

extension RealPrograms {
    /// An app whose photos the library sends, and which the library starts when they are sent: the example `Uploader`.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct UploadAppTests {
        private let scene: UploaderScene
        private let server: ServerProcess
        private let inbox: UploadInbox

        init() throws {
            scene = try UploaderScene()
            server = try scene.server()
            inbox = try UploadInbox(answers: false)
        }

        /// The person gives access, and allows this server and no other.
        private func person() throws -> TestAgent {
            let port = inbox.server.port
            return try TestAgent(server.owner) { prompt in
                switch prompt.question {
                case .access: .access(.authorized)
                case .upload(let question) where question.origin.port == port: .upload(isAllowed: true)
                default: nil
                }
            }
        }

        private func addPhotos(_ count: Int) throws -> [ObjectID] {
            try (0..<count).map { try server.owner.addPhoto(TestPhoto.jpeg(UInt64($0)), filename: "\($0).jpg") }
        }

        @Test func `photos arrive, and the app that was started takes notice of it`() throws {
            _ = try addPhotos(3)
            let agent = try person()
            let first = try scene.run(server, "--to", inbox.server.url + "/in")
            #expect(first.status == .exited(0), "\(first.errors)")
            #expect(first.errors.contains("3 being sent, 0 waiting"))
            inbox.answer()
            #expect(server.program.waitForError(containing: "upload-app-ended"))
            #expect(Set(inbox.requests.map(\.body)) == Set(try (0..<3).map { try TestPhoto.jpeg(UInt64($0)) }))
            #expect(inbox.requests.allSatisfy { $0.method == "PUT" && $0.path.hasPrefix("/in/") })
            #expect(Set(inbox.requests.map(\.path)).count == 3)
            // Nothing is left to take notice of.
            let second = try scene.run(server)
            #expect(second.status == .exited(0) && second.output == "", "\(second.errors)")
            #expect(second.errors.contains("0 being sent, 0 waiting"))

            try server.owner.addPhoto(TestPhoto.jpeg(9), filename: "9.jpg")
            #expect(try scene.run(server).errors.contains("1 being sent"))
            #expect(eventually { inbox.requests.count == 4 })
            #expect(try inbox.requests.last?.body == TestPhoto.jpeg(9))
            #expect(agent.shown.count == 2)
            agent.leave()
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `what is started is the app itself, as the server's user, with nothing of the server's`()
            async throws
        {
            let photos = try addPhotos(2)
            let agent = try person()
            let first = try scene.run(server, "--to", inbox.server.url)
            #expect(first.status == .exited(0), "\(first.errors)")
            // It is going to ask about another server, so that it waits.
            let other = try UploadInbox()
            try scene.redirectState(to: other.server.url, sending: photos[0])
            inbox.answer()
            let prompt = try #require(await agent.prompt(3))
            #expect(prompt.app == scene.identity)
            let process = try #require(server.startedApp)
            #expect(prompt.process == process)
            #expect(try FileNames.target(ofLink: FilePath("/proc/\(process)/exe")) == scene.program)
            #expect(try lines(of: "status", process).contains { $0 == "Uid:\t0\t0\t0\t0" || OwnProcess.user != 0 })
            let arguments = try lines(of: "cmdline", process, separator: 0)
            #expect(arguments == [scene.program.text, "--process-upload-jobs"])
            let environment = try lines(of: "environ", process, separator: 0)
            #expect(environment.contains("PHOTOLIBRARY_SOCKET=\(server.socket.text)"))
            #expect(!environment.contains { $0.hasPrefix("AWS_") })
            for number in 0..<3 { #expect(try file(number, of: process) == "/dev/null") }
            #expect(try file(3, of: process) == scene.program.text)
            var reader = try FolderReader(FilePath("/proc/\(process)/fd"))
            while let entry = try reader.next() {
                guard let number = Int(entry.name.text) else { continue }
                #expect(try !file(number, of: process).contains(".photolibrary"))
            }
            try agent.answer(prompt, .upload(isAllowed: false))
            #expect(server.program.waitForError(containing: "upload-app-ended"))
            #expect(other.requests.isEmpty && inbox.requests.count == 2)
            agent.leave()
        }

        private func file(_ number: Int, of process: Int32) throws -> String {
            try FileNames.target(ofLink: FilePath("/proc/\(process)/fd/\(number)")).text
        }

        private func lines(of name: String, _ process: Int32, separator: UInt8 = 10) throws -> [String] {
            let file = try OwnedDescriptor(opening: FilePath("/proc/\(process)/\(name)"), [.readOnly])
            return try file.readToEnd(limit: 1 << 20).split(separator: separator).map {
                String(decoding: $0, as: UTF8.self)
            }
        }

        @Test func `another program in the app's place is not started`() throws {
            _ = try addPhotos(1)
            let agent = try person()
            let first = try scene.run(server, "--to", inbox.server.url)
            #expect(first.status == .exited(0), "\(first.errors)")
            try scene.install("Hello")
            inbox.answer()
            #expect(server.program.waitForError(containing: "upload-app-not-started"))
            #expect(server.program.errorText.contains("not the one that the person granted access to"))
            #expect(server.startedApp == nil)
            agent.leave()
        }

        @Test func `jobs that were over before the server came are told to the app, and not after revocation`() throws {
            _ = try addPhotos(1)
            let agent = try person()
            #expect(try scene.run(server, "--to", inbox.server.url).status == .exited(0))
            agent.leave()
            #expect(eventually { inbox.requests.count == 1 })
            // The answer comes when nobody is there to start the app.
            try server.kill()
            inbox.answer()
            let second = try scene.server()
            #expect(second.program.waitForError(containing: "upload-app-ended"))
            try second.stop()

            let revoked = try scene.server()
            try revoked.owner.addPhoto(TestPhoto.jpeg(5))
            #expect(try scene.run(revoked).errors.contains("1 being sent"))
            try revoked.owner.setStatus(.denied, ofApp: scene.identity, for: .readWrite)
            #expect(try eventually { try revoked.uploadProcesses() == [] })
            #expect(try revoked.stop().errors.contains("upload-app-started") == false)
        }
    }
}
