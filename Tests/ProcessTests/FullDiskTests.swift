import Glibc
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import LoopbackHTTP
import Testing

extension RealPrograms {
    /// A library on a disk that is full.
    @Suite(
        .serialized,
        .timeLimit(.minutes(3)),
        .enabled(if: SmallDisk.isPossible, "mounting a tmpfs takes a root that may mount")
    )
    struct FullDiskTests {
        /// Bytes. The database takes a few of the hundred; what the server keeps free must do for the last transaction.
        private static let diskSize = 32 << 20
        private static let photoCount = 60
        private static let photoSize = 800_000

        private func writeLargePhotos(_ folder: ScratchFolder) throws -> FilePath {
            try FileNames.makeFolder(folder.file("photos"))
            let base = try TestPhoto.jpeg(1)
            let padding = [UInt8](repeating: 0x20, count: FullDiskTests.photoSize - base.count)
            for number in 0..<FullDiskTests.photoCount {
                try folder.write(
                    TestPhoto.variant(of: base + padding, UInt64(number)),
                    to: "photos/photo\(number).jpg"
                )
            }
            return folder.file("photos")
        }

        @Test func `an import fills the disk, says so, leaves nothing half done, and goes on when there is room`()
            throws
        {
            let folder = try ScratchFolder()
            let disk = try SmallDisk(at: folder.file("disk"), size: FullDiskTests.diskSize)
            defer { disk.unmount() }
            let photos = try writeLargePhotos(folder)
            let server = try ServerProcess(in: folder, library: "disk/Test.photolibrary")

            let (status, first, errors) = try server.importing(photos)
            #expect(status == .exited(1))
            #expect(errors.contains("not enough space"), "\(errors)")
            #expect(errors.contains("run it again to go on"))
            #expect(first.imported > 0)
            #expect(first.imported + first.remaining == FullDiskTests.photoCount)
            #expect(first.failed == [])
            #expect(try server.owner.statistics().assetCount == first.imported)
            #expect(try server.problems() == [])
            var incoming = try FolderReader(server.library.appending("incoming"))
            let leftover = try incoming.next()
            #expect(leftover == nil)

            // Reading goes on.
            let asset = try #require(try server.owner.allAssets().first)
            let original = try server.owner.openResource(.photo, of: asset)
            #expect(try original.readToEnd(limit: 1 << 20).count == FullDiskTests.photoSize + 8)

            try disk.resize(to: 4 * FullDiskTests.diskSize)
            let (secondStatus, second, secondErrors) = try server.importing(photos)
            #expect(secondStatus == .exited(0), "\(secondErrors)")
            #expect(second.imported == FullDiskTests.photoCount - first.imported)
            #expect(second.duplicates == first.imported)
            #expect(try server.owner.statistics().assetCount == FullDiskTests.photoCount)
            #expect(try server.problems() == [])
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `an app leaves free what the person's own photos still may use`() throws {
            let folder = try ScratchFolder()
            let disk = try SmallDisk(at: folder.file("disk"), size: FullDiskTests.diskSize)
            defer { disk.unmount() }
            let server = try ServerProcess(in: folder, library: "disk/Test.photolibrary")
            try server.letIn(.authorized)
            let photo = try TestPhoto.jpeg(1)
            // Apps leave 12 hundredths free, the person one.
            let filler = try OwnedDescriptor(opening: folder.file("disk/filler"), [.writeOnly, .create])
            let space = try FileSystemSpace(at: folder.file("disk"))
            try filler.write([UInt8](repeating: 1, count: Int(space.freeBytes - space.totalBytes / 10)))
            let error = #expect(throws: LibraryError.self) { try server.app.addPhoto(photo) }
            #expect(error?.code == .notEnoughSpace)
            try server.owner.addPhoto(photo)
            try filler.setSize(0)
            try server.app.addPhoto(TestPhoto.variant(of: photo, 2))
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `what was sent while the disk was full is noted when there is room, and not sent again`() throws {
            let folder = try ScratchFolder()
            let disk = try SmallDisk(at: folder.file("disk"), size: FullDiskTests.diskSize)
            defer { disk.unmount() }
            let server = try ServerProcess(in: folder, library: "disk/Test.photolibrary")
            try server.letIn(.authorized)
            let inbox = try UploadInbox(answers: false)
            try server.allowUploads(to: inbox.server.url)
            let photo = try server.owner.addPhoto(TestPhoto.jpeg(1))
            try server.app.send([photo], to: inbox.server.url)
            #expect(eventually { inbox.requests.count == 1 })

            let filler = try OwnedDescriptor(opening: folder.file("disk/filler"), [.writeOnly, .create, .append])
            func fill() throws {
                let block = [UInt8](repeating: 1, count: 4_096)
                do throws(SystemCallError) { while true { try filler.write(block) } } catch {
                    guard error.errorNumber == SystemCallError.noSpace else { throw error }
                }
            }
            // Also what the database has set aside.
            var refusal: LibraryError?
            while refusal == nil {
                try fill()
                do throws(LibraryError) {
                    let id = try server.owner.mintIdentifiers(1)[0]
                    let album = ChangeOperation.createCollection(.assetCollection, id, title: "a", parent: nil)
                    _ = try server.owner.perform(ChangeBlock(operations: [album]))
                } catch { refusal = error }
            }
            #expect(refusal?.code == .notEnoughSpace)
            try fill()
            inbox.answer()
            #expect(server.program.waitForError(containing: "upload-not-noted"))
            #expect(try server.app.uploadJobs(for: .process).count == 1)
            try filler.setSize(0)
            #expect(try eventually { try server.app.uploadJobs(for: .acknowledge).map(\.state) == [.succeeded] })
            #expect(inbox.requests.count == 1)
            let complaints = server.program.errorText.split(separator: "\n").filter { $0.contains("uploads-failed") }
            #expect(complaints.count < 20)
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `a database without room refuses changes, keeps what it has, and takes changes again`() throws {
            let folder = try ScratchFolder()
            let disk = try SmallDisk(at: folder.file("disk"), size: FullDiskTests.diskSize)
            defer { disk.unmount() }
            let server = try ServerProcess(in: folder, library: "disk/Test.photolibrary")
            let owner = server.owner
            // Everything but a little is taken by somebody else.
            let filler = try OwnedDescriptor(opening: folder.file("disk/filler"), [.writeOnly, .create])
            let free = try FileSystemSpace(at: folder.file("disk")).freeBytes
            try filler.write([UInt8](repeating: 1, count: Int(free) - (256 << 10)))

            var acknowledged: [ObjectID] = []
            var refusal: LibraryError?
            let title = String(repeating: "t", count: 200)
            while refusal == nil, acknowledged.count < 100_000 {
                do throws(LibraryError) {
                    let ids = try owner.mintIdentifiers(50)
                    _ = try owner.perform(
                        ChangeBlock(
                            operations: ids.map { .createCollection(.assetCollection, $0, title: title, parent: nil) }
                        )
                    )
                    acknowledged += ids
                } catch { refusal = error }
            }
            #expect(refusal?.code == .notEnoughSpace, "\(refusal?.reason ?? "never full")")
            #expect(try owner.statistics().albumCount == acknowledged.count)

            try filler.setSize(0)
            let id = try owner.mintIdentifiers(1)[0]
            _ = try owner.perform(
                ChangeBlock(operations: [.createCollection(.assetCollection, id, title: "after", parent: nil)])
            )
            #expect(try owner.statistics().albumCount == acknowledged.count + 1)
            try server.kill()
            let next = try ServerProcess(in: folder, library: "disk/Test.photolibrary")
            #expect(try next.owner.statistics().albumCount == acknowledged.count + 1)
            #expect(try next.problems() == [])
            #expect(try next.stop().status == .exited(0))
        }
    }
}

/// A file system of its own, in memory.
private struct SmallDisk {
    let path: FilePath

    /// Whether this process may mount.
    static let isPossible: Bool = {
        do {
            let folder = try ScratchFolder()
            let disk = try SmallDisk(at: folder.file("probe"), size: 1 << 20)
            disk.unmount()
            return true
        } catch {
            return false
        }
    }()

    init(at path: FilePath, size: Int) throws {
        self.path = path
        try FileNames.makeFolder(path)
        try SmallDisk.run("mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path.text)
    }

    func resize(to size: Int) throws { try SmallDisk.run("mount", "-o", "remount,size=\(size)", path.text) }

    /// Also when files in it are open still.
    func unmount() {
        do { try SmallDisk.run("umount", "-l", path.text) } catch { Issue.record("\(error)") }
    }

    private static func run(_ words: String...) throws {
        let program = try RunningProgram(path: "/usr/bin/env", words.map { FilePath($0) })
        let finished = try program.finish()
        guard finished.status == .exited(0) else { throw Refused(errors: finished.errors) }
    }

    struct Refused: Error { var errors: String }
}
