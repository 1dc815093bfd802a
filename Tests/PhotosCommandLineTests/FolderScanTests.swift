import Glibc
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import PhotoImport
@testable import PhotosCommandLine

@Suite struct FolderScanTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func link(_ target: String, _ name: String) {
        #expect(unsafe symlink(target, folder.file(name).text) == 0)
    }

    private func names(_ scan: FolderScan) -> [String] {
        scan.files.map { String($0.path.text.dropFirst(folder.path.text.count + 1)) }
    }

    private func scan(_ paths: FilePath...) -> FolderScan {
        var scan = FolderScan()
        for path in paths { scan.add(path) }
        return scan
    }

    @Test func `folders are read in the order of names, without hidden files and other kinds`() throws {
        for path in ["b", "b/c", ".hidden", "Own.photolibrary"] { try FileNames.makeFolder(folder.file(path)) }
        for name in [
            "z.JPG", "a.png", "notes.txt", ".a.jpg", "b/1.mov", "b/c/2.CR3", ".hidden/x.jpg", "Own.photolibrary/x.jpg",
            "jpg", "b/0.heic",
        ] { try folder.write([1, 2], to: name) }
        #expect(unsafe mkfifo(folder.file("pipe.jpg").text, 0o600) == 0)
        let scan = scan(folder.path)
        #expect(names(scan) == ["a.png", "z.JPG", "b/0.heic", "b/1.mov", "b/c/2.CR3"])
        #expect(scan.files.allSatisfy { $0.size == 2 })
        #expect(scan.failures == [])
    }

    @Test func `files of other names are counted, and taken when all are wanted; side-cars are neither`() throws {
        for name in ["a.jpg", "a.jpg.xmp", "a.XMP", "photo", "b.bin", ".c.bin"] { try folder.write([1], to: name) }
        link("photo", "link")
        let some = scan(folder.path)
        #expect(names(some) == ["a.jpg"] && some.passedOverFiles.count == 3)
        var all = FolderScan(takesAll: true)
        all.add(folder.path)
        #expect(names(all) == ["a.jpg", "b.bin", "link", "photo"] && all.passedOverFiles.count == 0)
        // What is in an archive is not looked at.
        for name in ["takeout-001.ZIP", "b.tar.gz"] { try folder.write([1], to: name) }
        let archive = folder.file("takeout-001.ZIP")
        let given = scan(archive)
        #expect(given.files == [])
        #expect(given.failures == [ImportFailure(path: archive, reason: "an archive: unpack it first")])
        var more = FolderScan(takesAll: true)
        more.add(folder.path)
        #expect(more.files.count == 4 && more.passedOverFiles.count == 2)
    }

    @Test func `what is given is taken whatever its name, and once`() throws {
        for name in ["notes.txt", ".hidden", "a.jpg"] { try folder.write([], to: name) }
        try FileNames.makeFolder(folder.file("Own.photolibrary"))
        try folder.write([], to: "Own.photolibrary/x.jpg")
        let scan = scan(
            folder.file("notes.txt"),
            folder.file(".hidden"),
            folder.file("a.jpg"),
            folder.path,
            folder.file("Own.photolibrary")
        )
        #expect(names(scan) == ["notes.txt", ".hidden", "a.jpg", "Own.photolibrary/x.jpg"])
    }

    @Test func `links are followed, and loops end`() throws {
        try FileNames.makeFolder(folder.file("real"))
        try folder.write([], to: "real/a.jpg")
        link("real", "again")
        link("..", "real/loop")
        link("real/a.jpg", "b.jpg")
        let scan = scan(folder.path)
        #expect(names(scan) == ["b.jpg", "again/a.jpg"])
        #expect(scan.failures == [])
    }

    @Test func `what cannot be read is a failure, and the rest goes on`() throws {
        try folder.write([], to: "a.jpg")
        link("nowhere", "broken.jpg")
        link("nowhere", "broken")
        link("self.png", "self.png")
        #expect(unsafe mkfifo(folder.file("pipe").text, 0o600) == 0)
        let scan = scan(folder.file("missing"), folder.file("pipe"), folder.path)
        #expect(names(scan) == ["a.jpg"])
        #expect(
            scan.failures == [
                ImportFailure(path: folder.file("missing"), reason: "No such file or directory"),
                ImportFailure(path: folder.file("pipe"), reason: "neither a file nor a folder"),
                ImportFailure(path: folder.file("broken.jpg"), reason: "No such file or directory"),
                ImportFailure(path: folder.file("self.png"), reason: "Too many levels of symbolic links"),
            ]
        )
    }

    @Test func `names that are not UTF-8 are found`() throws {
        let name = FilePath(bytes: [0xC3, 0x28] + Array(".jpg".utf8))
        _ = try OwnedDescriptor(opening: folder.path.appending(name), [.writeOnly, .create])
        #expect(scan(folder.path).files.map(\.path) == [folder.path.appending(name)])
    }

    @Test func `an interrupted scan ends early`() throws {
        for number in 0..<5 {
            try FileNames.makeFolder(folder.file("\(number)"))
            try folder.write([], to: "\(number)/a.jpg")
        }
        var asked = 0
        var scan = FolderScan {
            asked += 1
            return asked > 7
        }
        scan.add(folder.path)
        #expect(scan.files.count < 5)
        #expect(!scan.files.isEmpty)
    }

    @Test func `folders may be deeper than the stack would bear`() throws {
        var path = folder.path
        for _ in 0..<1500 {
            path = path.appending("d")
            try FileNames.makeFolder(path)
        }
        let file = path.appending("a.jpg")
        _ = try OwnedDescriptor(opening: file, [.writeOnly, .create])
        #expect(scan(folder.path).files.map(\.path) == [file])
    }
}
