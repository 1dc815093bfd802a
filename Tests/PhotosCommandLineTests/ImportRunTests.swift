import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

@testable import PhotoImport
@testable import PhotosCommandLine

@Suite struct ImportRunTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func write(_ content: String, _ name: String) throws { try folder.write(Array(content.utf8), to: name) }

    private func scan() -> FolderScan {
        var scan = FolderScan()
        scan.add(folder.path)
        return scan
    }

    private func run(
        _ library: LibraryDouble,
        album: ImportAlbum? = nil,
        chunkSize: Int = 64,
        threads: Int = 4
    ) -> ImportReport {
        let run = ImportRun(
            scan().files,
            from: FileSystemSource(),
            album: album,
            into: library,
            chunkSize: chunkSize,
            pauses: [0, 0]
        )
        return run.run(furtherThreads: threads - 1)
    }

    @Test(arguments: [1, 4])
    func `files of one content are one import and duplicates, in the same run and the next`(_ threads: Int) throws {
        for number in 0..<5 { try write("image same", "copy\(number).png") }
        try write("image SAME", "other.png")
        let library = LibraryDouble()
        let first = run(library, threads: threads)
        #expect((first.imported, first.duplicates, first.failures.count) == (2, 4, 0))
        #expect(first.filesDone == 6)
        #expect(library.assets.count == 2)
        let second = run(library, threads: threads)
        #expect((second.imported, second.duplicates, second.failures.count) == (0, 6, 0))
        #expect(library.assets.count == 2)
    }

    @Test func `side-cars are handed over with what they lie beside, the one for the file alone first`() throws {
        try write("image 1", "a.jpg")
        try write("one", "a.xmp")
        try write("two", "a.jpg.xmp")
        try write("image 2", "b.nef")
        try write("three", "b.XMP")
        try write("image 3", "c.png")
        let library = LibraryDouble()
        #expect(run(library).failures == [])
        let texts = library.assets.sorted { $0.filenames[0] < $1.filenames[0] }.flatMap(\.sideCars).map { sideCar in
            sideCar.map { String(decoding: $0.bytes, as: UTF8.self) }
        }
        #expect(texts == ["two", "three", nil])
    }

    @Test func `a side-car that is too long is a failure of its own`() throws {
        try write("image 1", "a.jpg")
        try folder.write([UInt8](repeating: 0, count: SideCar.maximumSize + 1), to: "a.xmp")
        let library = LibraryDouble()
        let report = run(library)
        #expect((report.imported, report.failures.map(\.path.lastComponent.text)) == (1, ["a.xmp"]))
        #expect(library.assets.map(\.sideCars) == [[nil]])
    }

    @Test func `a side-car that the library cannot read is reported, and its photo imported without it`() throws {
        try write("image 1", "a.jpg")
        try write("damaged", "a.jpg.xmp")
        try write("image 2", "b.jpg")
        try write("readable", "b.xmp")
        let library = LibraryDouble()
        let report = run(library)
        #expect((report.imported, report.failures.map(\.path.lastComponent.text)) == (2, ["a.jpg.xmp"]))
        #expect(report.failures.map(\.reason) == ["not XMP, or cut off; what it lies beside was taken in without it"])
    }

    @Test func `files of one size and one sample but other content are all imported`() throws {
        // The contents differ only between the stretches that are sampled.
        for number in 0..<4 {
            var content = Array("image \n".utf8) + [UInt8](repeating: 0, count: 100_000)
            content[30_000] = UInt8(number % 2)
            content[70_000] = UInt8(number / 2)
            try folder.write(content, to: "\(number).png")
        }
        let library = LibraryDouble()
        let report = run(library)
        #expect((report.imported, report.duplicates) == (4, 0))
        #expect(Set(library.assets.map(\.contents)).count == 4)
    }

    @Test func `the halves of a photo are one asset, and twins within a group are not`() throws {
        try write("image raw", "a.NEF")
        try write("image jpeg", "a.JPG")
        try write("image id=X", "b.heic")
        try write("video id=X duration=9", "b.mov")
        try write("image same", "c.jpg")
        try write("image same", "c.dng")
        let library = LibraryDouble()
        let first = run(library)
        #expect((first.imported, first.duplicates, first.filesDone) == (3, 1, 6))
        #expect(
            Dictionary(uniqueKeysWithValues: library.assets.map { ($0.filenames, $0.kinds) }) == [
                ["a.JPG", "a.NEF"]: [.photo, .alternatePhoto], ["b.heic", "b.mov"]: [.photo, .pairedVideo],
                ["c.dng"]: [.photo],
            ]
        )
        let second = run(library)
        #expect((second.imported, second.duplicates) == (0, 4))
    }

    @Test func `what is new beside a known half is added to it`() throws {
        try write("image jpeg", "a.jpg")
        try write("video date=1 duration=3", "b.mov")
        let library = LibraryDouble()
        #expect(run(library).imported == 2)
        try write("image raw", "a.nef")
        try write("image date=1", "b.heic")
        let report = run(library)
        #expect((report.imported, report.completed, report.duplicates) == (0, 2, 0))
        #expect((report.filesDone, report.summary) == (4, "0 imported, 2 completed"))
        #expect(
            Set(library.assets.map(\.kinds)) == [[.photo, .alternatePhoto], [.pairedVideo, .photo]]
        )
        #expect(run(library).duplicates == 2)
    }

    @Test(arguments: [1, 4])
    func `halves of other names find each other, in one import or two`(_ threads: Int) throws {
        for number in 0..<10 {
            try write("image id=\(number)", "still\(number).heic")
            try write("video id=\(number)", "a-movie\(number).mov")
        }
        try write("video id=10", "early.mov")
        try write("video id=none", "alone.mov")
        let library = LibraryDouble()
        let first = run(library, chunkSize: 3, threads: threads)
        #expect((first.imported, first.completed, first.filesDone) == (12, 10, 22))
        try write("image id=10", "late.heic")
        let second = run(library, chunkSize: 3, threads: threads)
        #expect((second.imported, second.completed) == (0, 1))
        #expect(library.assets.count { $0.kinds.count == 2 } == 11)
        #expect(library.assets.count == 12)
    }

    @Test func `the movie inside of a motion photo becomes a file of its own, once`() throws {
        let movie = "video duration=2"
        try write("image movie=\(movie.utf8.count)\n" + movie, "inside.jpg")
        // As after an export.
        try write("image 2 movie=\(movie.utf8.count + 1)\n\(movie)2", "beside.jpg")
        try write(movie + "2", "beside.mp4")
        let library = LibraryDouble()
        let report = run(library)
        #expect((report.imported, report.filesDone, report.failures) == (2, 3, []))
        #expect(
            Set(library.assets.map(\.filenames)) == [["inside.jpg", "inside.mp4"], ["beside.jpg", "beside.mp4"]]
        )
        #expect(library.assets.allSatisfy { $0.kinds == [.photo, .pairedVideo] })
        #expect(library.assets.first { $0.filenames[0] == "inside.jpg" }?.contents[1] == Array(movie.utf8))
        let second = run(library)
        #expect((second.imported, second.completed, second.duplicates) == (0, 0, 2))
    }

    @Test func `a motion photo whose movie is damaged is taken in without it, and told`() throws {
        try write("image movie=7\ndamaged", "a.jpg")
        try write("image movie=\(Int64.max)\nvideo", "b.jpg")
        let library = LibraryDouble()
        let report = run(library)
        #expect(report.imported == 2)
        #expect(report.failures.map(\.path).sorted { $0.text < $1.text } == ["a.jpg", "b.jpg"].map { folder.file($0) })
        #expect(report.failures.allSatisfy { $0.reason.hasSuffix("; the photo was taken in without it") })
        #expect(library.assets.allSatisfy { $0.kinds == [.photo] })
    }

    @Test func `what is new beside a known half stands alone where that takes no more`() throws {
        try write("image jpeg", "a.jpg")
        let library = LibraryDouble(takesNoFiles: true)
        #expect(run(library).imported == 1)
        try write("image raw", "a.nef")
        let report = run(library)
        #expect((report.imported, report.duplicates) == (1, 1))
        #expect(library.assets.map(\.kinds) == [[.photo], [.photo]])
    }

    @Test func `blocks hold a chunk each, and the rest`() throws {
        for number in 0..<10 { try write("image \(number)", "\(number).png") }
        let library = LibraryDouble()
        #expect(run(library, chunkSize: 4, threads: 1).imported == 10)
        #expect(library.state.withLock(\.blockSizes) == [4, 4, 2])
    }

    @Test func `a file that cannot be read costs itself only`() throws {
        try write("image good", "a.png")
        try write("damaged", "b.png")
        try write("image also good", "c.png")
        let library = LibraryDouble()
        let report = run(library)
        #expect(report.imported == 2)
        #expect(report.failures == [ImportFailure(path: folder.file("b.png"), reason: "damaged")])
        #expect(report.filesDone == 3)
    }

    @Test func `a refused block costs only the file that is to blame`() throws {
        for number in 0..<6 { try write(number == 3 ? "poison" : "image \(number)", "\(number).png") }
        let library = LibraryDouble()
        let report = run(library)
        #expect(report.imported == 5)
        #expect(report.failures == [ImportFailure(path: folder.file("3.png"), reason: "poisoned")])
        #expect(report.filesDone == 6)
    }

    @Test func `a file that went away or became a pipe between looking and taking is a failure`() throws {
        try write("image", "a.png")
        let files = scan().files + [FoundFile(path: folder.file("gone.png"), size: 3)]
        try FileNames.makeFolder(folder.file("folder.png"))
        let report = ImportRun(
            files + [FoundFile(path: folder.file("folder.png"), size: 3)],
            from: FileSystemSource(),
            album: nil,
            into: LibraryDouble()
        ).run(furtherThreads: 3)
        #expect(report.imported == 1)
        #expect(
            Set(report.failures) == [
                ImportFailure(path: folder.file("gone.png"), reason: "No such file or directory"),
                ImportFailure(path: folder.file("folder.png"), reason: "not a file"),
            ]
        )
    }

    @Test func `a busy server is asked again, a missing one ends the import`() throws {
        for number in 0..<3 { try write("image \(number)", "\(number).png") }
        let busy = LibraryDouble()
        let limit = LibraryError(.limitExceeded, "busy", isRetryable: true)
        busy.state.withLock { $0.stagingErrors = [limit, limit] }
        #expect(run(busy, threads: 1).imported == 3)

        let gone = LibraryDouble()
        let unavailable = LibraryError(.unavailable, "gone", isRetryable: true)
        gone.state.withLock { $0.stagingErrors = [unavailable, unavailable, unavailable] }
        let report = run(gone, threads: 1)
        #expect(report.stopped == unavailable)
        #expect((report.imported, report.filesDone, report.failures.count) == (0, 0, 0))
    }

    @Test func `a block of unknown outcome is told as such, and the next run tells it`() throws {
        for number in 0..<3 { try write("image \(number)", "\(number).png") }
        let library = LibraryDouble()
        library.state.withLock { $0.blockErrors = [LibraryError(.unavailable, "gone", isRetryable: true)] }
        let report = run(library)
        #expect((report.imported, report.unknown, report.filesDone) == (0, 3, 0))
        #expect(run(library).imported == 3)
    }

    @Test func `a full disk ends the import with what is in`() throws {
        for number in 0..<9 { try write("image \(number)", "\(number).png") }
        let library = LibraryDouble()
        let full = LibraryError(.notEnoughSpace, "the disk is full")
        library.state.withLock { state in
            state.stagingsBeforeErrors = 6
            state.stagingErrors = [full]
        }
        let run = ImportRun(scan().files, from: FileSystemSource(), album: nil, into: library, chunkSize: 4, pauses: [])
        let report = run.run(furtherThreads: 0)
        #expect(report.stopped == full)
        #expect((report.imported, report.failures.count, report.filesDone) == (6, 0, 6))
        #expect(library.assets.count == 6)
    }

    @Test(arguments: [1, 4])
    func `a stopped import keeps what is in flight, and a second run takes the rest`(_ threads: Int) throws {
        for number in 0..<40 { try write("image \(number)", "\(number).png") }
        let stopped = Mutex<ImportRun?>(nil)
        let library = LibraryDouble { staged in
            // Each thread that comes so far stops it, so that none takes a second file when another is slow to.
            if staged >= 10 { stopped.withLock { $0?.stop() } }
        }
        let run = ImportRun(scan().files, from: FileSystemSource(), album: nil, into: library, chunkSize: 8, pauses: [])
        stopped.withLock { $0 = run }
        let first = run.run(furtherThreads: threads - 1)
        #expect(first.imported >= 11 && first.imported < 11 + threads)
        #expect(first.filesDone == first.imported)
        #expect(library.assets.count == first.imported)
        stopped.withLock { $0 = nil }
        let second = self.run(library)
        #expect((second.imported, second.duplicates) == (40 - first.imported, first.imported))
    }

    @Test func `an album is made once and has everything, also what was there`() throws {
        for number in 0..<4 { try write("image \(number)", "\(number).png") }
        let library = LibraryDouble()
        #expect(run(library).imported == 4)
        for number in 4..<10 { try write("image \(number)", "\(number).png") }
        let id = ObjectID.random()
        let report = run(library, album: ImportAlbum(id: id, titleToCreate: "Trip"), chunkSize: 3, threads: 1)
        #expect((report.imported, report.duplicates) == (6, 4))
        let album = try #require(library.state.withLock { $0.albums[id] })
        #expect(album.title == "Trip")
        let names = album.members.compactMap { id in library.assets.first { $0.id == id }?.filenames.first }
        #expect(names == (0..<10).map { "\($0).png" })
    }

    @Test func `the date of the file counts only where its content has none`() throws {
        try write("image date=100", "dated.png")
        try write("image", "undated.png")
        try write("image id=A", "live.jpg")
        try write("video id=A date=200", "live.mov")
        let library = LibraryDouble()
        #expect(run(library).imported == 3)
        let dates = Dictionary(
            uniqueKeysWithValues: library.assets.map { ($0.filenames[0], $0.properties.creationDate) }
        )
        let time = try FileStatus(of: folder.file("undated.png")).modificationTime
        #expect(dates == ["dated.png": nil, "undated.png": .set(time), "live.jpg": .set(200_000_000)])
    }

    @Test func `names that are not UTF-8 are imported`() throws {
        let path = folder.path.appending(FilePath(bytes: [0xFF, 0x61] + Array(".png".utf8)))
        let file = try OwnedDescriptor(opening: path, [.writeOnly, .create])
        try file.write(Array("image".utf8))
        let library = LibraryDouble()
        #expect(run(library).imported == 1)
        #expect(library.assets.map(\.filenames) == [["\u{FFFD}a.png"]])
    }

    @Test func `progress rises to the end`() throws {
        for number in 0..<20 { try write("image \(number)", "\(number).png") }
        let seen = Mutex<[Int]>([])
        let run = ImportRun(
            scan().files,
            from: FileSystemSource(),
            album: nil,
            into: LibraryDouble(),
            chunkSize: 4
        ) { report in
            seen.withLock { $0.append(report.filesLookedAt) }
        }
        _ = run.run(furtherThreads: 0)
        let counts = seen.withLock(\.self)
        #expect(counts == counts.sorted())
        #expect(Set(counts) == Set(1...20))
    }
}
