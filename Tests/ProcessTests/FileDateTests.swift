import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

extension RealPrograms {
    /// Files whose dates fit no count of nanoseconds. The farthest that the file system has are taken where it does not
    /// have these: on ext4 2446 and 1901, on tmpfs any.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct FileDateTests {
        static let dates = [1 << 33, -(1 << 33), 1 << 34, -(1 << 34), Int.max, Int.min]

        @Test func `a program of any date connects`() throws {
            let scene = try IdentityTests.Scene()
            for seconds in FileDateTests.dates {
                // The name of a program that runs cannot be written to, but its date can be set.
                try OwnedDescriptor(opening: scene.app).setModificationTime(seconds: seconds)
                #expect(try scene.run(scene.app, IdentityTests.Scene.question) == .count(1))
            }
            try FileDateTests.expectToStop(scene.server)
        }

        @Test func `requests and files in memory of any date are taken`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            try server.letIn(.authorized, .addOnly)
            var peer = try RawClient(server)
            for (number, seconds) in FileDateTests.dates.enumerated() {
                let request = try SealedMemoryFile.make(MintCall(1).encoded)
                try request.setModificationTime(seconds: seconds)
                try peer.request(MessageInDescriptor.payload, descriptors: DescriptorList(request))
                let answer = try #require(try peer.next())
                guard case .success(is MintResult) = try answer.reply() else {
                    Issue.record("\(seconds): \(try answer.reply())")
                    continue
                }
                let photo = try SealedMemoryFile.make(TestPhoto.jpeg(UInt64(number)))
                try photo.setModificationTime(seconds: seconds)
                let staged = try server.app.stage(photo, filename: "photo.jpg")
                #expect(staged.size > 0)
            }
            try FileDateTests.expectToStop(server)
        }

        @Test func `photos of any date are imported, exported and verified`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            try FileNames.makeFolder(folder.file("photos"))
            for (number, seconds) in FileDateTests.dates.enumerated() {
                let photo = try TestPhoto.jpeg(UInt64(number), date: nil)
                try FileNames.makeFolder(folder.file("photos/\(number)"))
                let path = try folder.write(photo, to: "photos/\(number)/photo.jpg")
                try OwnedDescriptor(opening: path).setModificationTime(seconds: seconds)
            }
            let (status, result, errors) = try server.importing(folder.file("photos"))
            #expect(status == .exited(0), "\(errors)")
            #expect(result.imported == FileDateTests.dates.count)

            // All of one name, so that each looks at what the one before has become.
            let assets = try server.owner.allAssets()
            let updates = zip(assets, [17_179_869_184_000_000, -17_179_869_184_000_000, Int64.max, .min]).map {
                var update = AssetUpdate()
                update.creationDate = .set($1)
                return ChangeOperation.updateAsset($0, update)
            }
            _ = try server.owner.perform(ChangeBlock(operations: updates))
            for _ in 0..<2 {
                let exported = try RunningProgram.run(
                    "photos",
                    ["export"] + assets.map { LocalIdentifier(.asset, $0).string } + ["--to", folder.file("out").text],
                    environment: server.environment
                )
                #expect(exported.status == .exited(0), "\(exported.errors)")
            }

            let originals = server.library.appending("originals").text
            let touch = FilePath("find \(originals) -type f -exec touch -d 2400-01-01 {} +")
            #expect(try RunningProgram(path: "/bin/sh", ["-c", touch]).finish().status == .exited(0))
            #expect(try server.problems() == [])
            let again = try server.importing(folder.file("photos"))
            #expect(again.result.duplicates == FileDateTests.dates.count, "\(again.errors)")
            try FileDateTests.expectToStop(server)
        }

        @Test func `a verification is asked for any position`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            var peer = try RawClient(server, isManagement: true)
            for position in [1 << 63 + 256, .max] as [UInt64] {
                #expect(try peer.failure(of: VerifyCall(position: position))?.code == .invalidRequest)
            }
            guard case .success = try peer.ask(VerifyCall(position: 1 << 63 + 255)) else {
                Issue.record("the last folder is there")
                return
            }
            try FileDateTests.expectToStop(server)
        }

        private static func expectToStop(_ server: ServerProcess) throws {
            let finished = try server.stop()
            #expect(finished.status == .exited(0), "\(finished.errors.suffix(2000))")
        }
    }
}
