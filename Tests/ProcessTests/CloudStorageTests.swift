import Glibc
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SQLiteDatabase
import Synchronization
import Testing

extension RealPrograms {
    /// Optimised storage: originals that leave a machine and come back from the bucket.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct CloudStorageTests {
        private let scene: CloudScene
        private let server: ServerProcess
        private let photos: [ObjectID]
        private let bytes: [[UInt8]]

        /// A machine with three photos, all of which are in the bucket.
        init() throws {
            scene = try CloudScene()
            server = try scene.machine("first")
            bytes = try (1...3).map { try CloudScene.photo(UInt64($0)) }
            let owner = server.owner
            photos = try bytes.map { try owner.addPhoto($0) }
            let setup = try server.photos("cloud", "setup", scene.bucket)
            try #require(setup.status == .exited(0), "\(setup.errors)")
            try sync()
        }

        private var owner: LibraryClient { server.owner }

        private func sync(_ server: ServerProcess? = nil) throws {
            let finished = try (server ?? self.server).photos("cloud", "sync")
            #expect(finished.status == .exited(0), "\(finished.errors)")
        }

        private func optimize(_ arguments: String...) throws {
            let finished = try RunningProgram.run(
                "photos",
                ["cloud", "optimize"] + arguments,
                environment: server.environment
            )
            #expect(finished.status == .exited(0), "\(finished.errors)")
        }

        /// Evicts all originals.
        private func evictAll() throws {
            try optimize("--keep", "0")
            try sync()
            #expect(try eventually { try originals(server).isEmpty })
        }

        /// The files in the bundle's folder of originals.
        private func originals(_ server: ServerProcess) throws -> [FilePath] {
            try files(in: server.library.appending("originals"))
        }

        private func files(in folder: FilePath) throws -> [FilePath] {
            var found: [FilePath] = []
            var folders = try FolderReader(folder)
            while let shard = try folders.next() {
                if shard.name.text.hasPrefix(".") { continue }
                let path = folder.appending(shard.name)
                guard try FileStatus(of: path, followingLinks: false).isRegularFile == false else { continue }
                var reader = try FolderReader(path)
                while let entry = try reader.next() {
                    if !entry.name.text.hasPrefix(".") { found.append(path.appending(entry.name)) }
                }
            }
            return found
        }

        private func read(_ photo: Int, _ network: NetworkAccess? = NetworkAccess()) throws -> [UInt8] {
            try owner.openResource(.photo, of: photos[photo], network).readToEnd(limit: 1 << 20)
        }

        private func code(_ body: () throws -> Void) -> LibraryError.Code? {
            do {
                try body()
                return nil
            } catch { return (error as? LibraryError)?.code }
        }

        @Test func `originals leave, pictures stay, and each comes back when the network is allowed`() throws {
            let before = try LibraryContents(owner)
            // What was just read stays for a minute: another server has read nothing.
            try server.stop()
            let server = try scene.machine("first")
            let owner = server.owner
            let optimized = try server.photos("cloud", "optimize", "--keep", "0")
            #expect(optimized.status == .exited(0), "\(optimized.errors)")
            try sync(server)
            #expect(try eventually { try originals(server).isEmpty })
            for photo in photos {
                let picture = try owner.thumbnail(of: photo, fitting: PixelSize(width: 2_048, height: 2_048))
                #expect(picture.size.width == 24)
                #expect(code { _ = try owner.openResource(.photo, of: photo) } == .networkAccessRequired)
            }
            let status = try server.photos("cloud", "status", "--json").output
            #expect(status.contains("\"cloudFiles\":3") && status.contains("\"localFiles\":0"), "\(status)")
            let info = try server.photos("info", LocalIdentifier(.asset, photos[0]).string).output
            #expect(info.contains(", in the cloud"), "\(info)")
            let verified = try server.photos("verify")
            #expect(verified.status == .exited(0) && verified.errors.contains("3 in the cloud"), "\(verified.errors)")
            #expect(try server.photos("cloud", "optimize").output.contains("3 files"))

            let folder = scene.folder.file("out")
            let exported = try server.photos("export", LocalIdentifier(.asset, photos[0]).string, "--to", folder.text)
            #expect(exported.status == .exited(0), "\(exported.errors)")
            let written = try OwnedDescriptor(opening: folder.appending("photo.jpg")).readToEnd(limit: 1 << 20)
            #expect(written == bytes[0])

            let refused = try server.photos("cloud", "off")
            #expect(refused.status == .exited(1) && refused.errors.contains("--off"), "\(refused.errors)")
            #expect(try server.photos("cloud", "optimize", "--off").status == .exited(0))
            try sync(server)
            #expect(try eventually { try originals(server).count == 3 })
            #expect(try LibraryContents(owner) == before)
            #expect(try server.photos("cloud", "off").status == .exited(0))
        }

        @Test func `another machine gets everything from the bucket, and what it makes anew needs no original here`()
            throws
        {
            try evictAll()
            let phrase = try server.photos("cloud", "key").output
            let second = try scene.machine("second")
            let join = try second.join(scene.bucket, phrase, in: scene.folder)
            #expect(join.status == .exited(0), "\(join.errors)")
            try sync(second)
            #expect(try eventually { try second.owner.fetch(FetchRequest(.allAssets)).count == 3 })
            // The record that is made anew names files that are in the bucket alone.
            let rebuilt = try server.photos("cloud", "sync", "--rebuild")
            #expect(rebuilt.status == .exited(0), "\(rebuilt.errors)")
            try sync()
            #expect(try owner.cloudStatus().report?.problems == [])
            #expect(try originals(server).isEmpty)
            #expect(try read(1) == bytes[1])
        }

        @Test func `a bucket that is gone is a failure of the network, and one that is back is none`() throws {
            try evictAll()
            let (bucket, elsewhere) = (scene.folder.file("bucket"), scene.folder.file("unplugged"))
            try FileNames.rename(bucket, to: elsewhere)
            #expect(code { _ = try read(0) } == .networkFailed)
            #expect(code { _ = try read(0, nil) } == .networkAccessRequired)
            let exported = try server.photos(
                "export",
                LocalIdentifier(.asset, photos[0]).string,
                "--to",
                scene.folder.file("out").text
            )
            #expect(exported.status == .exited(1) && exported.errors.contains("bucket"), "\(exported.errors)")
            try FileNames.rename(elsewhere, to: bucket)
            #expect(try read(0) == bytes[0])
        }

        @Test func `an original that is not whole in the bucket stays, and one that is damaged there reaches nobody`()
            throws
        {
            let bucket = scene.folder.file("bucket").appending("objects")
            func damageAll() throws {
                for path in try files(in: bucket) {
                    let content = try OwnedDescriptor(opening: path).readToEnd(limit: 1 << 20)
                    let file = try OwnedDescriptor(opening: path, [.writeOnly])
                    try file.seek(to: Int64(content.count - 1))
                    try file.write([content[content.count - 1] ^ 1])
                }
            }
            try damageAll()
            try optimize("--keep", "0")
            _ = try server.photos("cloud", "sync")
            #expect(try originals(server).count == 3)
            #expect(try owner.cloudStatus().report?.problems.contains { $0.contains("not whole") } == true)
            // Twice is as it was.
            try damageAll()
            try sync()
            #expect(try eventually { try originals(server).isEmpty })
            try damageAll()
            #expect(code { _ = try read(0) } == .invalidResource)
            #expect(try originals(server).isEmpty)
            try damageAll()
            #expect(try read(0) == bytes[0])
        }

        @Test func `a download outlives the process that is killed in it`() throws {
            try evictAll()
            let process = try #require(try server.syncProcess())
            kill(process, SIGSTOP)
            let client = owner
            let (photo, answer) = (photos[2], Parker())
            let read = AnswerBox()
            _ = try SystemThread(name: "reader") {
                read.set(
                    Result { try client.openResource(.photo, of: photo, NetworkAccess()).readToEnd(limit: 1 << 20) }
                )
                answer.unpark()
            }
            // Also for a download that was not passed on yet.
            Parker().park(until: MonotonicClock.deadline(after: 200_000_000))
            kill(process, SIGKILL)
            answer.park()
            #expect(try read.value() == bytes[2])
        }

        @Test func `a server that is killed before it deleted an evicted file deletes it when it starts`() throws {
            try evictAll()
            // What a server leaves that is killed between the two: the file, and the note that it goes.
            let content = try owner.resources(of: photos[0])[0].digest
            let client = try read(0)
            #expect(client == bytes[0])
            let path = try #require(try originals(server).first)
            try server.kill()
            try LeftBehind.evict(content, path, in: server.library)
            let again = try scene.machine("first")
            #expect(try eventually { try originals(again).isEmpty })
            #expect(code { _ = try again.owner.openResource(.photo, of: photos[0]) } == .networkAccessRequired)
            let bytes = try again.owner.openResource(.photo, of: photos[0], NetworkAccess()).readToEnd(limit: 1 << 20)
            #expect(bytes == self.bytes[0])
        }
    }
}

/// The answer of another thread.
private final class AnswerBox: Sendable {
    private let result = Mutex<Result<[UInt8], any Error>?>(nil)

    func set(_ result: Result<[UInt8], any Error>) { self.result.withLock { $0 = result } }

    func value() throws -> [UInt8]? { try result.withLock { $0 }?.get() }
}

private enum LeftBehind {
    /// Notes in a library that nobody serves what the transaction of an eviction notes.
    static func evict(_ content: [UInt8], _ path: FilePath, in library: FilePath) throws {
        let connection = try Connection(
            path: library.appending("library.sqlite").text,
            role: .writer,
            cacheKibibytes: 1_024
        )
        let evicted = try connection.statement("INSERT INTO evicted_file (digest, generation) VALUES (?, 0)")
        try evicted.bind(content, at: 1)
        try evicted.run()
        let name = path.text.dropFirst(library.text.utf8.count + 1)
        let discarded = try connection.statement("INSERT OR IGNORE INTO discarded_file (path, digest) VALUES (?, ?)")
        try discarded.bind(String(name), at: 1)
        try discarded.bind(content, at: 2)
        try discarded.run()
    }
}
