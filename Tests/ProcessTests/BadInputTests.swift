import Glibc
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

extension RealPrograms {
    /// Whatever lies in a folder that is imported.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct BadInputTests {
        @Test func `files that are no photos are told one by one, and the rest is imported`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let jpeg = try TestPhoto.jpeg(1)
            let photos = folder.file("photos")
            try FileNames.makeFolder(photos)
            try folder.write(jpeg, to: "photos/good.jpg")
            try folder.write([], to: "photos/empty.jpg")
            var random = SeededGenerator(seed: 5)
            try folder.write((0..<5_000).map { _ in .random(in: 0...255, using: &random) }, to: "photos/garbage.jpg")
            try folder.write(Array(jpeg[..<20]), to: "photos/cut to a header.jpg")
            try folder.write(Array("#!/bin/sh\n".utf8), to: "photos/script.png")
            try folder.write(Array("<svg/>".utf8), to: "photos/text.heic")
            // A photo by another name is a photo.
            try folder.write(TestPhoto.jpeg(2), to: "photos/mislabelled.png")
            let bytes = Array("photos/caf".utf8) + [0xE9] + Array(".jpg".utf8)
            let strange = try OwnedDescriptor(
                opening: folder.path.appending(FilePath(bytes: bytes)),
                [.writeOnly, .create]
            )
            try strange.write(try TestPhoto.jpeg(3))
            #expect(unsafe symlink("nowhere", folder.file("photos/dangling.jpg").text) == 0)
            #expect(unsafe symlink("loop.jpg", folder.file("photos/loop.jpg").text) == 0)
            #expect(unsafe mkfifo(folder.file("photos/pipe.jpg").text, 0o600) == 0)

            let (status, result, errors) = try server.importing(
                photos,
                folder.file("photos/pipe.jpg"),
                folder.file("none")
            )
            #expect(status == .exited(1))
            #expect(result.imported == 3)
            #expect(result.remaining == 0)
            let failed = Set(result.failed.map { FilePath($0.path).lastComponent.text })
            #expect(
                failed == [
                    "empty.jpg", "garbage.jpg", "cut to a header.jpg", "script.png", "text.heic", "dangling.jpg",
                    "loop.jpg",
                    "pipe.jpg", "none",
                ]
            )
            for name in failed { #expect(errors.contains(name)) }
            #expect(result.failed.allSatisfy { !$0.reason.isEmpty })
            #expect(try server.owner.statistics().assetCount == 3)
            #expect(try server.problems() == [])

            // The name comes out as something that can be shown and stored.
            let names = try server.owner.allAssets().map { try server.owner.resources(of: $0)[0].filename }
            #expect(names.sorted() == ["caf\u{FFFD}.jpg", "good.jpg", "mislabelled.png"])
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `a photo that ends too early is an error or a photo, never half of one`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let jpeg = try TestPhoto.jpeg(1)
            try FileNames.makeFolder(folder.file("photos"))
            let lengths = stride(from: 0, to: jpeg.count, by: max(1, jpeg.count / 40)).map { $0 }
            for length in lengths { try folder.write(Array(jpeg[..<length]), to: "photos/\(length).jpg") }
            let (_, result, _) = try server.importing(folder.file("photos"))
            #expect(result.imported + result.failed.count == lengths.count)
            #expect(result.failed.count > 1)
            for asset in try server.owner.allAssets() {
                // What was taken can be shown.
                let size = PixelSize(width: 32, height: 32)
                #expect(try server.owner.thumbnail(of: asset, fitting: size).size.width > 0)
            }
            #expect(try server.problems() == [])
            #expect(try server.stop().status == .exited(0))
        }

        @Test(.enabled(if: Capabilities.canBeDropped, "takes a user whom permissions stop, or setpriv"))
        func `folders and files that may not be read are told, and the rest is imported`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            try folder.writePhotos(2, to: "photos")
            try folder.writePhotos(2, to: "photos/closed", from: 2)
            try FileNames.setMode(0, of: folder.file("photos/closed"))
            try FileNames.setMode(0, of: folder.file("photos/photo1.jpg"))
            let program = try RunningProgram(
                path: "/usr/bin/env",
                Capabilities.dropping + [BuiltProgram.path("photos"), "import", "--json", folder.file("photos")],
                environment: server.environment
            )
            let finished = try program.finish()
            #expect(finished.status == .exited(1))
            let result = try ImportResult(finished.output)
            #expect(result.imported == 1)
            #expect(Set(result.failed.map { FilePath($0.path).lastComponent.text }) == ["closed", "photo1.jpg"])
            #expect(result.failed.allSatisfy { $0.reason.contains("ermission") }, "\(result.failed)")
            try FileNames.setMode(0o700, of: folder.file("photos/closed"))
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `one content under many names is one asset`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let jpeg = try TestPhoto.jpeg(1)
            try FileNames.makeFolder(folder.file("photos"))
            for number in 0..<20 { try folder.write(jpeg, to: "photos/copy\(number).jpg") }
            try folder.write(TestPhoto.variant(of: jpeg, 1), to: "photos/other.jpg")
            let (status, first, _) = try server.importing(folder.file("photos"))
            #expect(status == .exited(0))
            #expect(first.imported == 2)
            #expect(first.duplicates == 19)
            let (_, second, _) = try server.importing(folder.file("photos"))
            #expect(second.imported == 0)
            #expect(second.duplicates == 21)
            #expect(try server.owner.statistics().assetCount == 2)
            #expect(try server.stop().status == .exited(0))
        }

        // MARK: Interruptions

        @Test func `a file that was handed over to a server that was killed is not left behind for ever`() throws {
            let folder = try ScratchFolder()
            var server = try ServerProcess(in: folder)
            let kept = try server.owner.addPhoto(try TestPhoto.jpeg(1))
            let staged = try server.owner.stage(SealedMemoryFile.make(TestPhoto.jpeg(2)), filename: "staged.jpg")
            #expect(try Originals.count(in: server.library) == 2)
            try server.kill()
            server = try ServerProcess(in: folder)
            let isGone = try eventually { try Originals.count(in: server.library) == 1 }
            #expect(isGone)
            let id = try server.owner.mintIdentifiers(1)[0]
            let creation = AssetCreation(id: id, resources: [StagedResourceUse(staged: staged.id, kind: .photo)])
            #expect(throws: LibraryError.self) {
                _ = try server.owner.perform(ChangeBlock(operations: [.createAsset(creation)]))
            }
            #expect(try server.owner.allAssets() == [kept])
            #expect(try server.problems() == [])
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `workers that are killed cost at most the files that they were reading`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let count = 150
            let photos = try folder.writePhotos(count, to: "photos")
            let program = try RunningProgram(
                path: BuiltProgram.path("photos"),
                ["import", "--json", photos],
                environment: server.environment
            )
            var killed: Set<Int32> = []
            while killed.count < 8, try program.isRunning {
                for worker in try Processes.children(of: server.program.processIdentifier)
                where !killed.contains(worker) {
                    // It may have ended by itself in between.
                    if kill(worker, SIGKILL) == 0 { killed.insert(worker) }
                }
            }
            let finished = try program.finish()
            let result = try ImportResult(finished.output)
            #expect(killed.count > 0)
            #expect(result.imported + result.failed.count == count)
            #expect(result.failed.count <= killed.count)
            #expect(try server.problems() == [])
            let (status, second, _) = try server.importing(photos)
            #expect(status == .exited(0))
            #expect(second.imported == result.failed.count)
            #expect(try server.owner.statistics().assetCount == count)
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `a stopped worker holds nobody else up`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let owner = server.owner
            try owner.addPhoto(try TestPhoto.jpeg(1))
            // The process that forks them was started first.
            let worker = try #require(try Processes.children(of: server.program.processIdentifier).max())
            #expect(kill(worker, SIGSTOP) == 0)
            // Whoever has the stopped worker waits, and gets its answer when the worker is killed below.
            let left = Atomic(7)
            let finished = Parker()
            for number in 2..<9 {
                let client = server.owner
                let photo = try TestPhoto.jpeg(UInt64(number))
                _ = try SystemThread(name: "adds") {
                    #expect(throws: Never.self) { try client.addPhoto(photo) }
                    left.subtract(1, ordering: .sequentiallyConsistent)
                    finished.unpark()
                }
            }
            while left.load(ordering: .sequentiallyConsistent) > 1 { finished.park() }
            #expect(kill(worker, SIGKILL) == 0)
            while left.load(ordering: .sequentiallyConsistent) > 0 { finished.park() }
            #expect(try owner.statistics().assetCount == 8)
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `an import that is interrupted can be run again, and imports the rest exactly once`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let count = 260
            let photos = try folder.writePhotos(count, to: "photos")
            let program = try RunningProgram(
                path: BuiltProgram.path("photos"),
                ["import", "--json", "--album", "Trip", photos],
                environment: server.environment
            )
            let owner = server.owner
            let hasBegun = try eventually { try owner.statistics().assetCount > 0 }
            #expect(hasBegun)
            try program.send(signal: SIGINT)
            let finished = try program.finish()
            #expect(finished.status == .exited(128 + SIGINT))
            let first = try ImportResult(finished.output)
            #expect(first.remaining > 0)
            #expect(first.imported == (try owner.statistics().assetCount))
            #expect(first.imported + first.remaining == count)

            let again = try RunningProgram(
                path: BuiltProgram.path("photos"),
                ["import", "--json", "--album", "Trip", photos],
                environment: server.environment
            ).finish()
            #expect(again.status == .exited(0))
            let second = try ImportResult(again.output)
            #expect(second.imported == first.remaining)
            #expect(second.duplicates == first.imported)
            #expect(try owner.statistics().assetCount == count)
            #expect(try owner.statistics().albumCount == 1)
            let album = try owner.fetch(FetchRequest(.allCollections(.assetCollection)))[0]
            #expect(try owner.fetch(FetchRequest(.assets(inCollection: album))).count == count)
            #expect(try server.problems() == [])
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `an import whose server is killed says what is unknown, and goes on with the next server`() throws {
            let folder = try ScratchFolder()
            var server = try ServerProcess(in: folder)
            let count = 260
            let photos = try folder.writePhotos(count, to: "photos")
            let program = try RunningProgram(
                path: BuiltProgram.path("photos"),
                ["import", "--json", photos],
                environment: server.environment
            )
            let owner = server.owner
            let hasBegun = try eventually { try owner.statistics().assetCount > 0 }
            #expect(hasBegun)
            try server.kill()
            let finished = try program.finish()
            #expect(finished.status != .exited(0))
            #expect(finished.errors.contains("run it again to go on"), "\(finished.errors)")
            let first = try ImportResult(finished.output)
            #expect(first.failed == [])

            server = try ServerProcess(in: folder)
            #expect(try owner.statistics().assetCount >= first.imported)
            let (status, second, _) = try server.importing(photos)
            #expect(status == .exited(0))
            #expect(second.imported + second.duplicates == count)
            #expect(second.duplicates >= first.imported)
            #expect(try owner.statistics().assetCount == count)
            #expect(try server.problems() == [])
            #expect(try server.stop().status == .exited(0))
        }
    }
}

/// How a test that may read everything reads like others.
private enum Capabilities {
    static let dropping: [FilePath] =
        getuid() == 0
        ? [
            "setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--inh-caps",
            "-dac_override,-dac_read_search",
        ] : []

    static let canBeDropped: Bool = {
        if dropping.isEmpty { return true }
        do {
            return try RunningProgram(path: "/usr/bin/env", dropping + ["true"]).finish().status == .exited(0)
        } catch { return false }
    }()
}

extension RunningProgram {
    /// Whether it has not ended yet.
    fileprivate var isRunning: Bool {
        get throws {
            let stat = try OwnedDescriptor(opening: FilePath("/proc/\(processIdentifier)/stat"))
            return try String(decoding: stat.readToEnd(limit: 4096), as: UTF8.self).contains(") Z ") == false
        }
    }
}

private enum Originals {
    /// The files under `originals`.
    static func count(in library: FilePath) throws -> Int {
        let originals = library.appending("originals")
        var shards = try FolderReader(originals)
        var count = 0
        while let shard = try shards.next() {
            var files = try FolderReader(originals.appending(shard.name))
            while try files.next() != nil { count += 1 }
        }
        return count
    }
}

private enum Processes {
    /// The children of a process.
    static func children(of parent: Int32) throws -> [Int32] {
        var reader = try FolderReader("/proc")
        var found: [Int32] = []
        while let entry = try reader.next() {
            guard let process = Int32(entry.name.text) else { continue }
            do throws(SystemCallError) {
                let stat = try OwnedDescriptor(opening: FilePath("/proc/\(process)/stat"))
                let text = String(decoding: try stat.readToEnd(limit: 4096), as: UTF8.self)
                // What follows the name in brackets: state, parent.
                let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
                if fields.count > 2, fields[1] != "Z", Int32(fields[2]) == parent { found.append(process) }
            } catch {
                // It has ended in between.
            }
        }
        return found
    }
}
