import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Synchronization
import Testing

extension RealPrograms {
    /// Nothing that an app may no longer see leaves the server after the person was told that it does not.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct RevocationTests {
        /// | app                             | server                     | person                |
        /// | asks for more than a socket     |                            |                       |
        /// | holds, and reads nothing        | sends until it is full     |                       |
        /// |                                 |                            | withdraws access      |
        /// |                                 | cuts the connection        |                       |
        /// | reads what the kernel had       |                            |                       |
        @Test func `what an app has not taken when access is withdrawn it never gets`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let photo = try server.owner.addPhoto(try TestPhoto.jpeg(1))
            var update = AssetUpdate()
            update.caption = .set(String(repeating: "a", count: AssetUpdate.maximumCaptionLength))
            _ = try server.owner.perform(ChangeBlock(operations: [.updateAsset(photo, update)]))
            try server.letIn(.authorized)
            var app = try RawClient(server)
            let asked = DetailsCall(of: Array(repeating: photo, count: 8))
            for _ in 0..<4 { try app.request(asked.encoded) }
            #expect(try Poll.wait(app.socket, for: .readable, timeoutNanoseconds: 60_000_000_000))

            let start = MonotonicClock.now()
            try server.letIn(.denied)
            print("withdrawn from an app that reads nothing after \((MonotonicClock.now() - start) / 1_000) µs")
            let handedOver = try app.socket.unreadByteCount()
            var read = 0
            var room = [UInt8](repeating: 0, count: 1 << 20)
            while true {
                do throws(SystemCallError) {
                    var span = room.mutableSpan
                    let count = try app.socket.receive(into: &span).count
                    if count == 0 { break }
                    read += count
                } catch {
                    // The end, where the server had not read all that was asked.
                    guard error.errorNumber == SystemCallError.connectionReset else { throw error }
                    break
                }
            }
            #expect(read == handedOver)
            #expect(read < 4 << 19)
            // It may come again, and is told what holds now.
            var next = try RawClient(server)
            #expect(try next.failure(of: CurrentTokenCall())?.code == .accessDenied)
            #expect(try server.stop().status == .exited(0))
        }

        /// The app asks on and on while the person withdraws access. What lay in its socket when the person was told
        /// that they had was sent before; everything behind that must be made by the new decision. A connection that
        /// the server closes, because a slow machine kept an answer from being sent in time, has no answers behind
        /// that.
        @Test func `an answer that comes after a withdrawal is made by it, however the two meet`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            try server.letIn(.authorized)
            var app = try RawClient(server)
            var isOpen = true
            _ = try app.ask(CurrentTokenCall())
            var afterwards = 0
            for _ in 0..<60 {
                try server.letIn(.authorized)
                if !isOpen { app = try RawClient(server) }
                isOpen = true
                let peek = Peek(try app.socket.duplicate())
                let sentBefore = Mutex<Int?>(nil)
                let person = try SystemThread(name: "person") {
                    do {
                        try server.letIn(.denied)
                        let count = try peek.socket.unreadByteCount()
                        sentBefore.withLock { $0 = count }
                    } catch { Issue.record("access was not withdrawn: \(error)") }
                }
                var asked = 0
                while isOpen, asked < 200, asked == 0 || sentBefore.withLock({ $0 }) == nil {
                    do { try app.request(CurrentTokenCall().encoded) } catch let error as SystemCallError
                        where [SystemCallError.brokenPipe, SystemCallError.connectionReset].contains(error.errorNumber)
                    { isOpen = false }
                    asked += 1
                }
                person.join()
                let boundary = try #require(sentBefore.withLock { $0 })
                var offset = 0
                for _ in 0..<asked {
                    guard let frame = try app.next() else {
                        isOpen = false
                        break
                    }
                    defer { offset += FrameHeader.byteCount + frame.payload.count }
                    guard offset >= boundary else { continue }
                    afterwards += 1
                    guard case .failure(let error) = try frame.reply(), error.code == .accessDenied else {
                        Issue.record("a withdrawn app was told something")
                        return
                    }
                }
            }
            print("\(afterwards) answers came after the withdrawal")
            #expect(afterwards > 0)
            #expect(try server.stop().status == .exited(0))
        }

        /// For another thread.
        private final class Peek: Sendable {
            let socket: OwnedDescriptor
            init(_ socket: consuming OwnedDescriptor) { self.socket = socket }
        }

        @Test(.enabled(if: !OwnProcess.hasTerminal)) func `SIGHUP has the administrator's policy read again`() throws {
            let folder = try ScratchFolder()
            let path = try folder.write(Array("{\"restrict\": []}".utf8), to: "policy.json")
            let server = try ServerProcess(in: folder, ["--policy", path.text])
            try server.letIn(.authorized)
            var app = try RawClient(server)
            guard case .success = try app.ask(CurrentTokenCall()) else {
                Issue.record("the app was not let in")
                return
            }
            try folder.write(Array("{\"restrict\": [{\"apps\": [\"*\"]}]}".utf8), to: "policy.json")
            try server.program.send(signal: 1)
            #expect(server.program.waitForError(containing: "policy-read"))
            #expect(try app.failure(of: CurrentTokenCall())?.code == .accessRestricted)
            let refused = try server.photos("privacy", "set", ownIdentity(), "full")
            #expect(refused.status == .exited(1))
            #expect(refused.errors.contains("policy"))
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `a server does not start under a policy that cannot be used`() throws {
            let folder = try ScratchFolder()
            let path = try folder.write(Array("{\"restrict\": [}".utf8), to: "policy.json")
            let arguments = [
                "--library", folder.file("A.photolibrary").text, "--socket", folder.file("a.sock").text, "--policy",
                path.text,
            ]
            let damaged = try RunningProgram.run("photolibraryd", arguments)
            #expect(damaged.status == .exited(78))
            #expect(damaged.errors.contains("line 1 is not JSON"))
            try folder.write(Array("{\"restrict\": []}".utf8), to: "policy.json")
            try FileNames.setMode(0o620, of: path)
            let open = try RunningProgram.run("photolibraryd", arguments)
            #expect(open.status == .exited(78))
            #expect(open.errors.contains("its group or everybody may write to it"))
        }
    }
}
