import Admission
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import MediaWorkerProtocol
import Testing

@testable import LibraryMedia

@Suite(.timeLimit(.minutes(2))) struct StrippedCopiesTests {
    private let scratch: ScratchFolder
    private let originals: OriginalStore
    private let copies: FileCopies

    init() throws {
        scratch = try ScratchFolder()
        copies = try FileCopies()
        originals = try OriginalStore(bundle: scratch.path, files: LentFiles(bundle: scratch.path))
    }

    private func store(capacity: Int64 = 1 << 30, program: FilePath? = nil) throws -> StrippedCopies {
        try StrippedCopies(
            scratch.path,
            LentFiles(bundle: scratch.path),
            originals,
            program.map { try FileCopies(program: $0) } ?? copies,
            try MediaWorkers(),
            capacity: capacity
        )
    }

    private func ingest(_ bytes: [UInt8]) throws -> ContentDigest {
        try originals.ingest(file(bytes), by: copies).digest
    }

    private var names: [String] {
        get throws {
            var names: [String] = []
            var reader = try FolderReader(scratch.file("derivatives/stripped"))
            while let entry = try reader.next() { names.append(entry.name.text) }
            return names.sorted()
        }
    }

    @Test func `a copy has no place, the original keeps its own, and the copy is made once`() throws {
        let bytes = try Located.jpeg()
        let digest = try ingest(bytes)
        let store = try store()
        let copy = try store.open(digest, without: .location, from: .owner, for: .owner).readToEnd(limit: 1 << 20)
        #expect(try metadata(of: copy).location == nil)
        #expect(copy.count == bytes.count && !copy.contains(text: Located.place))
        #expect(try originals.open(digest).readToEnd(limit: 1 << 20) == bytes)
        let first = try FileStatus(of: scratch.file("derivatives/stripped/\(digest.hexadecimal)-1"))
        _ = try store.open(digest, without: .location, from: .owner, for: .owner)
        #expect(try FileStatus(of: scratch.file("derivatives/stripped/\(digest.hexadecimal)-1")).inode == first.inode)
        _ = try store.open(digest, without: .all, from: .owner, for: .owner)
        #expect(try names == ["\(digest.hexadecimal)-1", "\(digest.hexadecimal)-3"])
        // With nothing to leave out it is the original.
        #expect(try store.open(digest, without: [], from: .owner, for: .owner).readToEnd(limit: 1 << 20) == bytes)
        try store.remove(digest)
        #expect(try names == [])
        // One that somebody removed is made again.
        _ = try store.open(digest, without: .location, from: .owner, for: .owner)
        try FileNames.remove(scratch.file("derivatives/stripped/\(digest.hexadecimal)-1"))
        #expect(
            try store.open(digest, without: .location, from: .owner, for: .owner).status().size == Int64(bytes.count)
        )
        // None outlives its server.
        _ = try self.store()
        #expect(try names == [])
    }

    @Test func `a file whose metadata cannot be removed is refused and leaves nothing behind`() throws {
        let digest = try ingest([0x1A, 0x45, 0xDF, 0xA3] + [UInt8](repeating: 0, count: 64))
        let error = #expect(throws: LibraryError.self) {
            _ = try store().open(digest, without: .location, from: .owner, for: .owner)
        }
        #expect(error?.code == .invalidResource)
        #expect(try names == [])
    }

    @Test(arguments: ["plans-nothing", "plans-nonsense"])
    func `a file is not lent if a worker lies about its metadata`(name: String) throws {
        let digest = try ingest(try Located.jpeg())
        let store = try store(program: HostileWorker.named(name, in: scratch))
        let error = #expect(throws: LibraryError.self) {
            _ = try store.open(digest, without: .location, from: .owner, for: .owner)
        }
        #expect(error?.code == .invalidResource)
        #expect(try names == [])
    }

    @Test func `a copy that does not fit is made for its reader only`() throws {
        let bytes = try Located.jpeg()
        let digest = try ingest(bytes)
        let copy = try store(capacity: 10).open(digest, without: .location, from: .owner, for: .owner)
        #expect(try copy.status().size == Int64(bytes.count))
        #expect(try names == [])
    }

    @Test func `the share with the most copies loses its least recently used one`() throws {
        func key(_ number: UInt8) throws -> CopyBudget.Key {
            CopyBudget.Key(
                digest: try #require(ContentDigest([UInt8](repeating: number, count: 32))),
                removal: .location
            )
        }
        var budget = CopyBudget(capacity: 100)
        #expect(try budget.add(key(1), size: 30, for: .app("a")) == [])
        #expect(try budget.add(key(2), size: 30, for: .app("b")) == [])
        #expect(try budget.add(key(3), size: 40, for: .app("b")) == [])
        #expect(try budget.use(key(2)))
        #expect(try budget.add(key(4), size: 20, for: .app("c")) == [try key(3)])
        #expect(try !budget.use(key(3)) && budget.use(key(1)))
        #expect(try budget.add(key(5), size: 101, for: .app("c")) == [try key(5)])
        #expect(try budget.add(key(6), size: 100, for: .app("c")).count == 3)
    }

    @Test func `patches out of range, out of order or truncated are refused`() throws {
        let patches = [FilePatch(offset: 2, .fill(0, count: 3)), FilePatch(offset: 5, .bytes([1, 2]))]
        let bytes = FilePatches.encoded(patches)
        #expect(try FilePatches.decoded(bytes, size: 7) == patches)
        #expect(throws: WorkerChannelFailure.violation) { try FilePatches.decoded(bytes, size: 6) }
        #expect(throws: WorkerChannelFailure.violation) { try FilePatches.decoded(bytes + [1], size: 7) }
        for end in 1..<bytes.count where end != 18 {
            #expect(throws: WorkerChannelFailure.violation) { try FilePatches.decoded(Array(bytes[..<end]), size: 7) }
        }
        let turned = FilePatches.encoded(patches.reversed())
        #expect(throws: WorkerChannelFailure.violation) { try FilePatches.decoded(turned, size: 100) }
        let negative = FilePatches.encoded([FilePatch(offset: -1, .fill(0, count: 1))])
        #expect(throws: WorkerChannelFailure.violation) { try FilePatches.decoded(negative, size: 100) }
        let endless = FilePatches.encoded([FilePatch(offset: 1, .fill(0, count: .max))])
        #expect(throws: WorkerChannelFailure.violation) { try FilePatches.decoded(endless, size: 100) }
    }
}
