import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// Agents that the server starts when an app asks and none is there.
    @Suite(.serialized, .timeLimit(.minutes(2))) struct AgentLaunchTests {
        /// A program that leaves a line each time it is started, and then does what `rest` says.
        private func agent(_ rest: String, in folder: ScratchFolder) throws -> FilePath {
            let script = try folder.write(
                Array("#!/bin/sh\necho \"$PHOTOLIBRARY_SOCKET\" >> '\(folder.file("starts").text)'\n\(rest)\n".utf8),
                to: "agent"
            )
            try FileNames.setMode(0o700, of: script)
            return script
        }

        private func starts(_ folder: ScratchFolder) throws -> [String] {
            do throws(SystemCallError) {
                let file = try OwnedDescriptor(opening: folder.file("starts"), [.readOnly])
                let text = String(decoding: try file.readToEnd(limit: 4096), as: UTF8.self)
                return text.split(separator: "\n").map { String($0) }
            } catch {
                // Not started yet.
                guard error.errorNumber == SystemCallError.notFound else { throw error }
                return []
            }
        }

        private func outcome(_ client: LibraryClient) async -> Result<AuthorizationStatus, LibraryError> {
            do throws(LibraryError) {
                return .success(try await client.requestAuthorization(for: .readWrite))
            } catch { return .failure(error) }
        }

        @Test func `an agent that ends without attending leaves nobody to ask`() async throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder, ["--agent", agent("exit 1", in: folder).text])
            guard case .failure(let error) = await outcome(server.app) else {
                Issue.record("somebody answered")
                return
            }
            #expect(error.code == .nobodyToAsk)
            #expect(try starts(folder) == [server.socket.text])
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `the agent that is started answers, is started once, and ends with the server`() async throws {
            let folder = try ScratchFolder()
            // It shows nothing, but it stays; the test subscribes in its place.
            let script = try agent("exec sleep 1000", in: folder)
            let server = try ServerProcess(in: folder, ["--agent", script.text])
            async let first = outcome(server.app)
            async let second = outcome(server.app)
            #expect(try eventually { try starts(folder).count == 1 })
            let agent = try TestAgent(server.owner) { _ in .access(.authorized) }
            #expect(await first == .success(.authorized))
            #expect(await second == .success(.authorized))
            #expect(try starts(folder).count == 1)
            agent.leave()
            let end = try server.stop()
            #expect(end.status == .exited(0))
            #expect(end.errors.contains("agent-started"))
        }

        @Test func `an app that asks without end does not have agents started without end`() async throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder, ["--agent", agent("exit 1", in: folder).text])
            var codes: Set<LibraryError.Code> = []
            for _ in 0..<20 {
                if case .failure(let error) = await outcome(server.app) { codes.insert(error.code) }
            }
            #expect(codes == [.nobodyToAsk, .limitExceeded])
            #expect(try starts(folder).count <= 12)
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `without a program to start nobody is there`() async throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder, ["--agent", "none"])
            guard case .failure(let error) = await outcome(server.app) else {
                Issue.record("somebody answered")
                return
            }
            #expect(error.code == .nobodyToAsk)
            #expect(try server.stop().status == .exited(0))
        }
    }
}
