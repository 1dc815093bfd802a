import Glibc
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import LoopbackHTTP
import Testing

extension RealPrograms {
    /// What is being sent when processes are killed.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct UploadKillTests {
        private let folder: ScratchFolder
        private let inbox: UploadInbox

        init() throws {
            folder = try ScratchFolder()
            inbox = try UploadInbox(answers: false)
        }

        private func serve() throws -> ServerProcess {
            let server = try ServerProcess(in: folder)
            try server.letIn(.authorized)
            try server.allowUploads(to: inbox.server.url)
            return server
        }

        private func creations(_ count: Int, of photo: ObjectID, _ client: LibraryClient) throws -> ChangeBlock {
            let operations = try client.mintIdentifiers(count).map { id in
                let request = UploadRequest(url: inbox.server.url + "/x", method: "POST", timeout: 600)
                return ChangeOperation.createUploadJob(
                    UploadJobCreation(id: id, asset: photo, resource: .photo, destination: request)
                )
            }
            return ChangeBlock(operations: operations)
        }

        @Test func `all jobs of an app outlive a server that is killed, and their number is still limited`() throws {
            let first = try serve()
            let photo = try first.owner.addPhoto(TestPhoto.jpeg(1))
            _ = try first.app.perform(creations(UploadJob.maximumPerApp, of: photo, first.app))
            #expect(eventually { inbox.requests.count == 2 })
            let processes = try first.uploadProcesses()
            #expect(processes.count == 2)
            try first.kill()
            // They end with it.
            #expect(eventually { processes.allSatisfy { kill($0, 0) != 0 } })

            let second = try ServerProcess(in: folder)
            #expect(try second.app.uploadJobs(for: .process).count == UploadJob.maximumPerApp)
            let more = #expect(throws: LibraryError.self) {
                _ = try second.app.perform(creations(1, of: photo, second.app))
            }
            #expect(more?.code == .limitExceeded)
            inbox.answer()
            #expect(try eventually { try second.app.uploadJobs(for: .acknowledge).count > 10 })
            #expect(try second.app.uploadJobs(for: .acknowledge).allSatisfy { $0.state == .succeeded })
            // Revocation ends the rest.
            try second.letIn(.denied)
            #expect(try eventually { try second.uploadProcesses() == [] })
            try second.letIn(.authorized)
            #expect(try second.app.uploadJobs(for: .process).isEmpty)
            let count = inbox.server.connectionCount
            #expect(try second.stop().status == .exited(0))
            #expect(inbox.server.connectionCount == count)
        }

        @Test func `a process that is killed while it sends is replaced, and the job succeeds`() throws {
            let server = try serve()
            let photo = try server.owner.addPhoto(TestPhoto.jpeg(1))
            _ = try server.app.perform(creations(1, of: photo, server.app))
            #expect(eventually { inbox.requests.count == 1 })
            let process = try #require(server.uploadProcesses().first)
            #expect(kill(process, SIGKILL) == 0)
            inbox.answer()
            #expect(try eventually { try server.app.uploadJobs(for: .acknowledge).first?.state == .succeeded })
            #expect(inbox.requests.count == 2)
            #expect(try server.stop().status == .exited(0))
        }
    }
}
