import Admission
import Glibc
import LibraryClient
import LibraryMedia
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import MediaWorkerProtocol
import Testing

extension RealPrograms {
    /// Files whose file system does not answer, because the program that makes it up does not. Neither a thread nor a
    /// process that waits for such an answer can be ended.
    @Suite(
        .serialized,
        .timeLimit(.minutes(3)),
        .enabled(if: IdentityTests.Scene.canMountFUSE, "mounting a file system of a program takes root and /dev/fuse")
    )
    struct HangingFilesTests {
        typealias Scene = IdentityTests.Scene

        /// Nanoseconds in which a stopping server has ended, with some for a busy machine.
        private static let stopTime: UInt64 = 7_000_000_000
        /// The same for a killed one.
        private static let endTime: UInt64 = 2_000_000_000
        private static let timeout: UInt64 = 400_000_000

        /// A server with an app that waits for such a file, and another app.
        private final class Attack: Sendable {
            // It goes first.
            let drive: HangingDrive
            let scene: Scene

            init(silent calls: String) throws {
                scene = try Scene()
                try scene.server.letIn(.authorized)
                drive = try HangingDrive(silent: calls, in: scene.folder)
            }

            /// Hands the file over, and returns what it is answered with and after how long.
            func stage() throws -> (code: LibraryError.Code?, nanoseconds: UInt64) {
                var peer = try RawClient(scene.server)
                var request: [UInt8] = []
                let call = LibraryRequest(StageCall(filename: "x.jpg"), timeout: HangingFilesTests.timeout)
                let end = call.encode(into: &request, at: 0)
                let start = MonotonicClock.now()
                do {
                    let photo = DescriptorList(try drive.open())
                    let frames = try peer.frames(of: Array(request[..<end]), descriptors: photo)
                    guard case .failure(let error)? = try frames.last?.reply() else { return (nil, 0) }
                    return (error.code, MonotonicClock.now() - start)
                } catch is RawClient.ConnectionEnded {
                    return (nil, MonotonicClock.now() - start)
                }
            }

            /// Nobody else notices.
            func expectService() throws {
                let start = MonotonicClock.now()
                #expect(try scene.run(scene.app, Scene.question) == .count(try scene.server.owner.allAssets().count))
                try scene.server.owner.addPhoto(try TestPhoto.jpeg(UInt64.random(in: 1_000 ... .max)))
                #expect(MonotonicClock.now() - start < 10_000_000_000)
            }

            func expectRestart() throws {
                let next = try ServerProcess(in: scene.folder)
                #expect(try next.owner.allAssets().isEmpty == false)
                #expect(try next.stop().status == .exited(0))
            }
        }

        @Test(arguments: HangingDrive.calls)
        func `a file that never answers costs its app, until the deadline, and nobody else`(_ calls: String) throws {
            let attack = try Attack(silent: calls)
            for _ in 0..<4 {
                let (code, time) = try attack.stage()
                #expect(code == .deadlineExceeded)
                #expect(time < HangingFilesTests.timeout + 1_000_000_000)
            }
            try attack.expectService()
            // None of it is the server's own.
            let server = "/proc/\(attack.scene.server.program.processIdentifier)/fd"
            let open = try RunningProgram(path: "/bin/ls", ["-l", FilePath(server)]).finish().output
            #expect(!open.contains("/drive/file"))

            let start = MonotonicClock.now()
            #expect(try attack.scene.server.stop().status == .exited(0))
            #expect(MonotonicClock.now() - start < HangingFilesTests.stopTime)
            try attack.expectRestart()
        }

        @Test(arguments: HangingDrive.calls)
        func `a server that is killed ends at once, whatever hangs, and the next one has the library`(
            _ calls: String
        ) throws {
            let attack = try Attack(silent: calls)
            for _ in 0..<4 { #expect(try attack.stage().code == .deadlineExceeded) }
            let start = MonotonicClock.now()
            try attack.scene.server.kill()
            #expect(MonotonicClock.now() - start < HangingFilesTests.endTime)
            try attack.expectRestart()
        }

        @Test func `whoever has too many of them held is refused more, and others are not`() throws {
            let attack = try Attack(silent: "flush")
            var answers: [LibraryError.Code?] = []
            for _ in 0..<12 { answers.append(try attack.stage().code) }
            #expect(answers.prefix(6).allSatisfy { $0 == .deadlineExceeded })
            #expect(answers.last == .some(.none))
            #expect(attack.scene.server.program.waitForError(containing: "descriptorsHeld"))
            try attack.expectService()
            #expect(try attack.scene.server.stop().status == .exited(0))
        }

        @Test func `copies that hang take none from other apps`() throws {
            let folder = try ScratchFolder()
            let drive = try HangingDrive(silent: "read", in: folder)
            let bundle = folder.file("bundle")
            let originals = try OriginalStore(bundle: bundle, files: LentFiles(bundle: bundle))
            let copies = try FileCopies(program: BuiltProgram.path("photolibrary-media"))
            let limits = CopyLimits(size: 1 << 30, pictureSize: 1 << 30)
            func copy(_ file: consuming OwnedDescriptor, of app: String, within time: UInt64) throws(LibraryError) {
                let cancellation = Cancellation(deadline: MonotonicClock.deadline(after: time))
                let requester = Requester(.app(app), cancellation)
                guard case .copied = try originals.copyIn(file, limits, by: copies, for: requester) else {
                    throw LibraryError(.limitExceeded, "too large")
                }
            }
            // As many as apps may have at a time, and more.
            for app in ["a", "b", "c"] {
                for _ in 0..<WorkerLimits.copiers.perApp {
                    let file = try drive.open()
                    do throws(LibraryError) { try copy(file, of: app, within: HangingFilesTests.timeout) } catch {
                        #expect(error.code == .deadlineExceeded)
                        continue
                    }
                    Issue.record("a file that does not answer was copied")
                }
            }
            let photo = try TestPhoto.jpeg(1)
            try copy(try SealedMemory.make(photo.span), of: "d", within: 30_000_000_000)
            copies.shutDown()
            try drive.end()
        }

        @Test func `what comes in the place of sealed memory is not waited for`() throws {
            let attack = try Attack(silent: "read,flush,getattr,statfs")
            let size = PixelSize(width: 4, height: 4)
            do {
                var peer = try RawClient(attack.scene.server)
                let photo = DescriptorList(try attack.drive.open())
                let stream = try peer.request(MessageInDescriptor.payload, descriptors: photo)
                let frame = try peer.next()
                #expect(frame?.header.stream == stream)
                guard case .failure(let error)? = try frame?.reply() else {
                    Issue.record("a file was taken for memory")
                    return
                }
                #expect(error.code == .invalidRequest)
                let pixels = DescriptorList(try attack.drive.open())
                guard
                    case .failure(let refusal) = try peer.ask(
                        EncodeJPEGCall(size, quality: 80),
                        descriptors: pixels
                    )
                else {
                    Issue.record("a file was taken for pixels")
                    return
                }
                #expect(refusal.code == .invalidRequest)
            }
            try attack.expectService()
            #expect(try attack.scene.server.stop().status == .exited(0))
        }

        @Test func `a program on a file system that never answers is nobody, and nobody waits for it`() throws {
            let scene = try Scene()
            let drive = try HangingDrive(silent: "", in: scene.folder)
            // The server sleeps until the program has connected.
            try scene.server.program.send(signal: SIGSTOP)
            let program = try scene.start(drive.file, ["connect", "sayHello", "say", "ready", "pause"])
            #expect(program.waitForOutput(containing: "ready"))
            drive.fallSilent()
            try scene.server.program.send(signal: SIGCONT)
            #expect(scene.server.program.waitForError(containing: "a program makes up the file system"))
            #expect(try scene.run(scene.app, Scene.question) == .count(1))
            #expect(try scene.server.stop().status == .exited(0))
            try drive.end()
        }
    }
}
