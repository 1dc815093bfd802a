import Digests
import Glibc
import LibraryMedia
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

@Suite struct OriginalStoreTests {
    private let scratch: ScratchFolder
    private let store: OriginalStore

    init() throws {
        scratch = try ScratchFolder()
        store = try OriginalStore(bundle: scratch.path, files: LentFiles(bundle: scratch.path))
    }

    @Test func `a file is stored under the digest of its bytes`() throws {
        let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        let source = try OwnedDescriptor(opening: scratch.write(content, to: "photo.jpg"))
        // Wherever the descriptor is, all of the file is taken, and the descriptor stays where it is.
        try source.seek(to: 77)
        let stored = try store.takeIn(source)
        #expect(stored.digest.bytes == SHA256.digest(of: content))
        #expect(stored.size == 3_000_000)
        #expect(stored.isNew)
        #expect(stored.relativePath == "originals/\(stored.digest.hexadecimal.prefix(2))/\(stored.digest.hexadecimal)")
        #expect(try store.open(stored.digest).readToEnd(limit: 4_000_000) == content)
        #expect(try FileStatus(of: scratch.file(stored.relativePath)).mode == 0o400)
        #expect(try names(in: "incoming") == [])
        #expect(try source.readToEnd(limit: 4_000_000).count == 3_000_000 - 77)
    }

    @Test func `the same bytes are stored once`() throws {
        let first = try takeIn(Array("the same".utf8))
        let second = try takeIn(Array("the same".utf8))
        #expect(first.digest == second.digest)
        #expect((first.isNew, second.isNew) == (true, false))
        #expect(try names(in: "incoming") == [])
        #expect(try store.problem(with: first.digest, size: 8) == nil)
    }

    @Test func `what is wrong with an original is found`() throws {
        let stored = try takeIn(Array("content".utf8))
        #expect(try store.problem(with: stored.digest, size: 8) == .wrongSize)
        let path = scratch.file(stored.relativePath)
        try FileNames.setMode(0o600, of: path)
        try OwnedDescriptor(opening: path, .writeOnly).write(Array("CONTENT".utf8))
        #expect(try store.problem(with: stored.digest, size: 7) == .wrongContent)
        try FileNames.remove(path)
        #expect(try store.problem(with: stored.digest, size: 7) == .missing)
        #expect(throws: LibraryError.self) { _ = try store.open(stored.digest) }
    }

    @Test func `a damaged original is put aside when its bytes come again`() throws {
        let stored = try takeIn(Array("content".utf8))
        let path = scratch.file(stored.relativePath)
        try FileNames.setMode(0o600, of: path)
        try OwnedDescriptor(opening: path, .writeOnly).setSize(3)
        #expect(try takeIn(Array("content".utf8)).isNew)
        #expect(try store.problem(with: stored.digest, size: 7) == nil)
        #expect(try FileStatus(of: FilePath(path.text + ".damaged")).size == 3)
    }

    @Test func `a flipped original of the right size is put aside when its bytes come again`() throws {
        let stored = try takeIn(Array("content".utf8))
        let path = scratch.file(stored.relativePath)
        try FileNames.setMode(0o600, of: path)
        try OwnedDescriptor(opening: path, .writeOnly).write(Array("CONTENT".utf8))
        #expect(try takeIn(Array("content".utf8)).isNew)
        #expect(try store.problem(with: stored.digest, size: 7) == nil)
        let aside = try OwnedDescriptor(opening: FilePath(path.text + ".damaged")).readToEnd(limit: 100)
        #expect(aside == Array("CONTENT".utf8))
        #expect(try names(in: "incoming") == [])
    }

    @Test func `where no mount is to be had, originals are lent as copies that are sealed, and large ones are not`()
        throws
    {
        let store = try OriginalStore(bundle: scratch.path, files: LentFiles(bundle: scratch.path, isMounting: false))
        let content = [UInt8](repeating: 7, count: 3_000_001)
        let stored = try store.takeIn(try SealedMemory.make(content.span, name: "fixture"))
        let lent = try store.lend(stored.digest)
        let isSealed = SealedMemory.isSealed(lent)
        #expect(isSealed)
        #expect(try lent.readToEnd(limit: 4_000_000) == content)
        #expect(throws: LibraryError(.cancelled, "cancelled")) { _ = try store.lend(stored.digest) { true } }

        let large = try SealedMemory.makeUnsealed(name: "fixture")
        try large.setSize(LentFiles.maximumCopySize + 1)
        let error = #expect(throws: LibraryError.self) { _ = try store.lend(store.takeIn(large).digest) }
        #expect(error?.code == .unavailable)
        #expect(error?.reason.contains("no mount that takes no changes") == true)
    }

    @Test func `a pipe, a device and a folder are refused`() throws {
        let pipe = scratch.file("pipe")
        let made = unsafe mkfifo(pipe.text, 0o600)
        try #require(made == 0)
        for path in [pipe, "/dev/zero", scratch.path] {
            let source = try OwnedDescriptor(opening: path, [.readOnly, .nonBlocking])
            let error = #expect(throws: LibraryError.self) { try store.takeIn(source) }
            #expect(error?.code == .invalidResource)
        }
        #expect(try names(in: "incoming") == [])
    }

    @Test func `a descriptor that cannot be read is refused`() throws {
        let path = try scratch.write([1, 2, 3], to: "photo")
        let source = try OwnedDescriptor(opening: path, .writeOnly)
        let error = #expect(throws: LibraryError.self) { try store.takeIn(source) }
        #expect(error?.code == .invalidResource)
        #expect(try names(in: "incoming") == [])
    }

    @Test(arguments: [1_500_000, 4_000_000]) func `a file that changes while it is copied is refused`(size: Int64)
        throws
    {
        let path = try scratch.write([UInt8](repeating: 7, count: 3_000_000), to: "photo")
        let source = try OwnedDescriptor(opening: path)
        let writer = try OwnedDescriptor(opening: path, .writeOnly)
        let chunks = Mutex(0)
        let error = #expect(throws: LibraryError.self) {
            try store.takeIn(source) {
                let isSecond = chunks.withLock { count in
                    count += 1
                    return count == 2
                }
                if isSecond {
                    do throws(SystemCallError) { try writer.setSize(size) } catch { Issue.record("\(error)") }
                }
                return false
            }
        }
        #expect(error?.code == .invalidResource)
        #expect(try names(in: "incoming") == [])
    }

    @Test func `a cancelled copy leaves nothing behind`() throws {
        let path = try scratch.write([UInt8](repeating: 7, count: 3_000_000), to: "photo")
        let source = try OwnedDescriptor(opening: path)
        let chunks = Mutex(0)
        let error = #expect(throws: LibraryError.self) {
            try store.takeIn(source) {
                chunks.withLock { count in
                    count += 1
                    return count == 3
                }
            }
        }
        #expect(error?.code == .cancelled)
        #expect(try names(in: "incoming") == [])
    }

    @Test func `only leftovers of this store are removed`() throws {
        let ours = "incoming/" + String(repeating: "0a", count: 16) + ".part"
        for name in [ours, "incoming/photo.part", "incoming/" + String(repeating: "0A", count: 16) + ".part"] {
            try scratch.write([1], to: name)
        }
        let stored = try takeIn([1, 2, 3])
        #expect(try store.removeLeftovers() == 1)
        #expect(try names(in: "incoming").count == 2)
        #expect(try store.problem(with: stored.digest, size: 3) == nil)
        #expect(try store.removeLeftovers() == 0)
    }

    @Test func `files that come at once are all stored`() throws {
        let outcomes = Mutex<[StoredOriginal]>([])
        try withThreads(8) { number in
            // Two threads bring each file.
            let content = [UInt8](repeating: UInt8(number / 2), count: 2_000_000)
            let stored = try store.takeIn(try SealedMemory.make(content.span, name: "fixture"))
            outcomes.withLock { $0.append(stored) }
        }
        let stored = outcomes.withLock { $0 }
        #expect(stored.count == 8)
        #expect(Set(stored.map(\.digest)).count == 4)
        #expect(stored.count { $0.isNew } == 4)
        for original in stored { #expect(try store.problem(with: original.digest, size: 2_000_000) == nil) }
        #expect(try names(in: "incoming") == [])
    }

    @Test(.enabled(if: geteuid() == 0, "mounting a small disk takes root"))
    func `a full disk is told and leaves nothing behind`() throws {
        let disk = scratch.file("disk")
        try FileNames.makeFolder(disk)
        let mounted = unsafe "size=2m".withCString { unsafe mount("none", disk.text, "tmpfs", 0, $0) }
        try #require(mounted == 0)
        defer {
            let unmounted = unsafe umount(disk.text)
            #expect(unmounted == 0)
        }
        let small = try OriginalStore(bundle: disk, files: LentFiles(bundle: disk))
        let path = try scratch.write([UInt8](repeating: 9, count: 3_000_000), to: "photo")
        let source = try OwnedDescriptor(opening: path)
        let error = #expect(throws: LibraryError.self) { try small.takeIn(source) }
        #expect(error?.code == .notEnoughSpace)
        #expect(error?.isRetryable == true)
        #expect(try names(in: "disk/incoming") == [])
        // What fits is taken all the same.
        #expect(try small.takeIn(SealedMemory.make([1, 2, 3].span, name: "fixture")).isNew)
    }

    private func takeIn(_ content: [UInt8]) throws -> StoredOriginal {
        try store.takeIn(try SealedMemory.make(content.span, name: "fixture"))
    }

    private func names(in folder: String) throws -> [String] {
        var names: [String] = []
        var reader = try FolderReader(scratch.file(folder))
        while let entry = try reader.next() { names.append(entry.name.text) }
        return names.sorted()
    }
}
