import Admission
import Digests
import Glibc
import LibraryMedia
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import MediaWorkerProtocol
import Synchronization
import Testing

@Suite struct OriginalStoreTests {
    private let scratch: ScratchFolder
    private let store: OriginalStore
    private let copies: FileCopies

    init() throws {
        copies = try FileCopies()
        scratch = try ScratchFolder()
        store = try OriginalStore(bundle: scratch.path, files: LentFiles(bundle: scratch.path))
    }

    @Test func `a file is stored under the digest of its bytes`() throws {
        let content = picture((0..<2_999_997).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
        let source = try OwnedDescriptor(opening: scratch.write(content, to: "photo.jpg"))
        // Wherever the descriptor is, all of the file is taken, and the descriptor stays where it is.
        try source.seek(to: 77)
        let stored = try ingest(source.duplicate(), store)
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
        let first = try ingest(Array("the same".utf8))
        let second = try ingest(Array("the same".utf8))
        #expect(first.digest == second.digest)
        #expect((first.isNew, second.isNew) == (true, false))
        #expect(try names(in: "incoming") == [])
        #expect(try store.problem(with: first.digest, size: 11) == nil)
    }

    @Test func `damage of an original is found`() throws {
        let stored = try ingest(Array("content".utf8))
        #expect(try store.problem(with: stored.digest, size: 11) == .wrongSize)
        let path = scratch.file(stored.relativePath)
        try FileNames.setMode(0o600, of: path)
        try OwnedDescriptor(opening: path, .writeOnly).write(picture(Array("CONTENT".utf8)))
        #expect(try store.problem(with: stored.digest, size: 10) == .wrongContent)
        try FileNames.remove(path)
        #expect(try store.problem(with: stored.digest, size: 10) == .missing)
        #expect(throws: LibraryError.self) { _ = try store.open(stored.digest) }
    }

    @Test func `a damaged original is set aside when its bytes are imported again`() throws {
        let stored = try ingest(Array("content".utf8))
        let path = scratch.file(stored.relativePath)
        try FileNames.setMode(0o600, of: path)
        try OwnedDescriptor(opening: path, .writeOnly).setSize(3)
        #expect(try ingest(Array("content".utf8)).isNew)
        #expect(try store.problem(with: stored.digest, size: 10) == nil)
        #expect(try FileStatus(of: FilePath(path.text + ".damaged")).size == 3)
    }

    @Test func `an original with flipped bits is set aside when its bytes are imported again`() throws {
        let stored = try ingest(Array("content".utf8))
        let path = scratch.file(stored.relativePath)
        try FileNames.setMode(0o600, of: path)
        try OwnedDescriptor(opening: path, .writeOnly).write(picture(Array("CONTENT".utf8)))
        #expect(try ingest(Array("content".utf8)).isNew)
        #expect(try store.problem(with: stored.digest, size: 10) == nil)
        let aside = try OwnedDescriptor(opening: FilePath(path.text + ".damaged")).readToEnd(limit: 100)
        #expect(aside == picture(Array("CONTENT".utf8)))
        #expect(try names(in: "incoming") == [])
    }

    @Test func `without a read-only mount originals are lent as sealed copies, and large ones are refused`()
        throws
    {
        let store = try OriginalStore(bundle: scratch.path, files: LentFiles(bundle: scratch.path, isMounting: false))
        let content = picture([UInt8](repeating: 7, count: 3_000_001))
        let stored = try ingest(SealedMemory.make(content.span, name: "fixture"), store)
        let lent = try store.lend(stored.digest)
        let isSealed = SealedMemory.isSealed(lent)
        #expect(isSealed)
        #expect(try lent.readToEnd(limit: 4_000_000) == content)
        let cancelled = Cancellation()
        cancelled.cancel()
        let stopped = #expect(throws: LibraryError.self) { _ = try store.lend(stored.digest, cancelled) }
        #expect(stopped?.code == .cancelled)

        let large = try SealedMemory.makeUnsealed(name: "fixture")
        try large.write(picture([]))
        try large.setSize(LentFiles.maximumCopySize + 1)
        let digest = try ingest(large, store).digest
        let error = #expect(throws: LibraryError.self) { _ = try store.lend(digest) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.reason.contains("no mount that takes no changes") == true)
    }

    @Test func `a pipe, a device and a folder are refused`() throws {
        let pipe = scratch.file("pipe")
        let made = unsafe mkfifo(pipe.text, 0o600)
        try #require(made == 0)
        for path in [pipe, "/dev/zero", scratch.path] {
            let source = try OwnedDescriptor(opening: path, [.readOnly, .nonBlocking])
            let error = #expect(throws: LibraryError.self) { try ingest(source.duplicate(), store) }
            #expect(error?.code == .invalidResource)
        }
        #expect(try names(in: "incoming") == [])
    }

    @Test func `a descriptor that cannot be read is refused`() throws {
        let path = try scratch.write([1, 2, 3], to: "photo")
        let source = try OwnedDescriptor(opening: path, .writeOnly)
        let error = #expect(throws: LibraryError.self) { try ingest(source.duplicate(), store) }
        #expect(error?.code == .invalidResource)
        #expect(try names(in: "incoming") == [])
    }

    @Test func `a file that is no photo is refused before it is copied, and one that is too large before it is read`()
        throws
    {
        let text = try OwnedDescriptor(opening: scratch.write([UInt8](repeating: 7, count: 3_000_000), to: "text"))
        let error = #expect(throws: LibraryError.self) { try ingest(text.duplicate(), store) }
        #expect(error?.code == .invalidResource)
        let path = try scratch.write(picture([]), to: "hole")
        try OwnedDescriptor(opening: path, .writeOnly).setSize(8 << 40)
        // Eight terabytes that take no room: by what the file says it has.
        let hole = try OwnedDescriptor(opening: path)
        #expect(try outcome(hole.duplicate(), size: 1 << 40, pictureSize: 1 << 40) == .tooLarge(8 << 40))
        #expect(try outcome(hole.duplicate(), size: .max, pictureSize: 1 << 30) == .tooLarge(8 << 40))
        #expect(try names(in: "incoming") == [])
    }

    @Test func `holes stay holes`() throws {
        let path = try scratch.write(picture([1, 2, 3]), to: "hole")
        try OwnedDescriptor(opening: path, .writeOnly).setSize(40 << 20)
        let stored = try ingest(OwnedDescriptor(opening: path), store)
        #expect(stored.size == 40 << 20)
        #expect(try store.problem(with: stored.digest, size: 40 << 20) == nil)
        #expect(try store.open(stored.digest).readToEnd(limit: 41 << 20).count == 40 << 20)
        let used = try RunningProgram(path: "/usr/bin/du", ["-k", scratch.file(stored.relativePath)]).finish().output
        #expect(try #require(Int(used.split(separator: "\t")[0])) < 4_096)
    }

    @Test func `a cancelled copy leaves nothing behind`() throws {
        let path = try scratch.write(picture([UInt8](repeating: 7, count: 3_000_000)), to: "photo")
        let cancellation = Cancellation()
        cancellation.cancel()
        let error = #expect(throws: LibraryError.self) {
            try ingest(OwnedDescriptor(opening: path), store, Requester(.owner, cancellation))
        }
        #expect(error?.code == .cancelled)
        #expect(try names(in: "incoming") == [])
    }

    @Test func `a copier that hangs fails at its requester's deadline and leaves nothing behind`() throws {
        let path = try scratch.write(picture([UInt8](repeating: 7, count: 3_000_000)), to: "photo")
        _ = try ingest(OwnedDescriptor(opening: path), store)
        let copier = try #require(copies.processIdentifiers.first)
        kill(copier, SIGSTOP)
        let late = Cancellation(deadline: MonotonicClock.deadline(after: 100_000_000))
        let error = #expect(throws: LibraryError.self) {
            // Of the same origin: another's file gets another process.
            try ingest(OwnedDescriptor(opening: path), store, Requester(.owner, late))
        }
        #expect(error?.code == .deadlineExceeded)
        #expect(try names(in: "incoming") == [])
        #expect(try !ingest(OwnedDescriptor(opening: path), store).isNew)
        #expect(!copies.processIdentifiers.contains(copier))
    }

    @Test func `only leftovers of this store are removed`() throws {
        let ours = "incoming/" + String(repeating: "0a", count: 16) + ".part"
        for name in [ours, "incoming/photo.part", "incoming/" + String(repeating: "0A", count: 16) + ".part"] {
            try scratch.write([1], to: name)
        }
        let stored = try ingest([])
        #expect(try store.removeLeftovers() == 1)
        #expect(try names(in: "incoming").count == 2)
        #expect(try store.problem(with: stored.digest, size: 3) == nil)
        #expect(try store.removeLeftovers() == 0)
    }

    @Test func `files that are staged concurrently are all stored`() throws {
        let outcomes = Mutex<[StoredOriginal]>([])
        try withThreads(8) { number in
            // Two threads bring each file.
            let content = picture([UInt8](repeating: UInt8(number / 2), count: 1_999_997))
            let stored = try ingest(SealedMemory.make(content.span, name: "fixture"), store)
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
    func `a full disk is reported, and nothing is left behind`() throws {
        let disk = scratch.file("disk")
        try FileNames.makeFolder(disk)
        let mounted = unsafe "size=2m".withCString { unsafe mount("none", disk.text, "tmpfs", 0, $0) }
        try #require(mounted == 0)
        defer {
            let unmounted = unsafe umount(disk.text)
            #expect(unmounted == 0)
        }
        let small = try OriginalStore(bundle: disk, files: LentFiles(bundle: disk))
        let path = try scratch.write(picture([UInt8](repeating: 9, count: 3_000_000)), to: "photo")
        let source = try OwnedDescriptor(opening: path)
        let error = #expect(throws: LibraryError.self) { try ingest(source.duplicate(), small) }
        #expect(error?.code == .notEnoughSpace)
        #expect(error?.isRetryable == true)
        #expect(try names(in: "disk/incoming") == [])
        // What fits is taken all the same.
        #expect(try ingest(SealedMemory.make(picture([1]).span, name: "fixture"), small).isNew)
    }

    @Test func `a foreign file violates the store's invariants`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scratch = try ScratchFolder()
            let store = try OriginalStore(bundle: scratch.path, files: LentFiles(bundle: scratch.path))
            store.assertInvariants()
            // The name is a digest's, the folder is that of others.
            let path = try scratch.write([1], to: "originals/00/" + String(repeating: "01", count: 32))
            try FileNames.setMode(0o400, of: path)
            store.assertInvariants()
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("originals has a file of another name or mode"))
    }

    private func ingest(_ content: [UInt8]) throws -> StoredOriginal {
        try ingest(SealedMemory.make(picture(content).span, name: "fixture"), store)
    }

    private func ingest(
        _ source: consuming OwnedDescriptor,
        _ store: OriginalStore,
        _ requester: Requester = .owner
    ) throws -> StoredOriginal {
        let stored = try store.ingest(source, by: copies, for: requester)
        store.assertInvariants()
        return stored
    }

    private enum Outcome: Equatable {
        case copied
        case tooLarge(Int64)
    }

    private func outcome(
        _ source: consuming OwnedDescriptor,
        size: Int64,
        pictureSize: Int64
    ) throws -> Outcome {
        let limits = CopyLimits(size: size, pictureSize: pictureSize)
        return switch try store.copyIn(source, limits, by: copies, for: .owner) {
        case .copied: .copied
        case .tooLarge(let size): .tooLarge(size)
        }
    }

    private func names(in folder: String) throws -> [String] {
        var names: [String] = []
        var reader = try FolderReader(scratch.file(folder))
        while let entry = try reader.next() { names.append(entry.name.text) }
        return names.sorted()
    }
}
