import JSONText
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import PhotoImport

@Suite struct AppleExportTests {
    private func owners(_ names: [String], json: [String] = [], there: Set<String> = []) -> [String: String] {
        var files = names.map { FoundFile(path: FilePath("/e/" + $0), size: 1) }
        AppleExport(jsonFiles: json.map { FilePath("/e/" + $0) }) { there.contains($0.lastComponent.text) }.relate(
            &files
        )
        let pairs = files.compactMap { file in
            file.relation.map { (file.path.lastComponent.text, $0.owner.lastComponent.text) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test func `edited versions are those of photos, when a side-car says so`() {
        let names = ["IMG_1.HEIC", "IMG_1_edited.jpeg", "IMG_1_edited.mov", "IMG_1.mov", "b_edited.jpg"]
        #expect(owners(names) == [:])
        let all = ["IMG_1_edited.jpeg": "IMG_1.HEIC", "IMG_1_edited.mov": "IMG_1.HEIC"]
        #expect(owners(names, there: ["IMG_1.HEIC.xmp"]) == all)
        #expect(owners(names, there: ["IMG_1.AAE"]) == all)
        #expect(owners(names, json: ["IMG_1.HEIC.json"]) == all)
        #expect(owners(["a (2).jpg", "a_edited (2).jpg"], there: ["a (2).xmp"]) == ["a_edited (2).jpg": "a (2).jpg"])
        #expect(owners(["a(2).jpg", "a_edited(2).jpg"], there: ["a(2).xmp"]) == ["a_edited(2).jpg": "a(2).jpg"])
    }

    @Test func `a phone's edited files have a letter in their names`() {
        let names = ["IMG_0001.HEIC", "IMG_E0001.JPG", "IMG_E1x.JPG", "IMG_E0002.JPG"]
        #expect(owners(names) == [:])
        #expect(owners(names, there: ["IMG_0001.AAE", "IMG_0002.AAE"]) == ["IMG_E0001.JPG": "IMG_0001.HEIC"])
    }

    @Test func `JSON of exiftool is read with groups and without`() throws {
        let grouped = """
            [{"SourceFile": "IMG_1.HEIC", "ExifTool:ExifToolVersion": "12.00", "_CreatedBy": "osxphotos",
              "EXIF:ImageDescription": "At the sea", "XMP:Title": "Title", "XMP:Subject": ["sea", 2019],
              "IPTC:Keywords": ["sea", "sun"], "XMP:PersonInImage": "Zoë", "EXIF:GPSLatitude": 46.5,
              "EXIF:GPSLatitudeRef": "S", "EXIF:GPSLongitude": 7.25, "EXIF:GPSLongitudeRef": "E", "XMP:Rating": 4,
              "EXIF:DateTimeOriginal": "2020:04:11 12:00:00", "EXIF:OffsetTimeOriginal": "-04:00"}]
            """
        let notes = try #require(PhotoNotes(exiftool: try JSONValue(grouped)))
        #expect(notes.title == "Title" && notes.caption == "At the sea" && notes.rating == 4)
        #expect(notes.keywords == ["sea", "2019", "sun", "Zoë"])
        #expect(notes.place == Coordinate(latitude: -46.5, longitude: 7.25))
        #expect(notes.date == 1_586_620_800_000_000)
        let plain = """
            [{"SourceFile": "a.mov", "Title": "T", "Keywords": "one", "CreationDate": "2020:04:11 12:00:00.25+05:30"}]
            """
        let other = try #require(PhotoNotes(exiftool: try JSONValue(plain)))
        #expect(other.title == "T" && other.keywords == ["one"] && other.date == 1_586_586_600_000_000)
        for text in ["[]", "[1]", "{\"a\": 1}", "[{\"Title\": \"x\"}]"] {
            #expect(PhotoNotes(exiftool: try JSONValue(text)) == nil)
        }
        let odd =
            "[{\"SourceFile\": \"x\", \"DateTimeOriginal\": \"0000:00:00 00:00:00\", \"GPSLatitude\": 99, \"GPSLongitude\": 1}]"
        #expect(PhotoNotes(exiftool: try JSONValue(odd)) == PhotoNotes())
    }

    @Test func `lines of any length up to the limit are read where they are`() throws {
        let folder = try ScratchFolder()
        let lines = [5, 0, 70_000, 3, 200_000].map { String(repeating: "x", count: $0) }
        let path = try folder.write(Array(lines.joined(separator: "\n").utf8), to: "lines")
        let file = try OwnedDescriptor(opening: path)
        var reader = LineReader(maximumLength: 300_000)
        var offsets: [Int64] = []
        for line in lines {
            let next = try reader.next(in: file)
            let (bytes, offset) = try #require(next)
            #expect(bytes.count == line.utf8.count)
            offsets.append(offset)
        }
        #expect(offsets == [0, 6, 7, 70_008, 70_012])
        #expect(try reader.next(in: file) == nil)
        var later = LineReader(maximumLength: 300_000, at: 70_008)
        #expect(try later.next(in: file)?.line.count == 3)
        var short = LineReader(maximumLength: 60_000, at: 7)
        #expect(throws: SystemCallError.self) { try short.next(in: file) }
    }

    @Test func `a manifest that is damaged or of a newer version is a failure of its own`() throws {
        let folder = try ScratchFolder()
        var file = FoundFile(path: folder.file("a.jpg"), size: 1)
        for (text, count, failures) in [
            ("{", 0, 1), ("{\"format\": \"x\"}", 0, 1),
            ("{\"format\": \"org.openphotokit.export\", \"version\": 2}", 0, 1),
            ("{\"format\": \"org.openphotokit.export\", \"version\": 1}\n{\n{\"files\": [\"a.jpg\"]}\n", 1, 1),
            (
                "{\"format\": \"org.openphotokit.export\", \"version\": 1}\n{\"member\": \"a\", \"of\": 9}\n[]\n1\n", 0,
                0
            ),
        ] {
            let path = try folder.write(Array(text.utf8), to: "photolibrary-export.jsonl")
            file.sideCar = nil
            var files = [file]
            let known = Set(files.map(\.path))
            let exported = ExportedLibrary(path, taking: &files, among: known, in: FileSystemSource())
            #expect(exported.files.count == count && exported.failures.count == failures, "\(text)")
            #expect(files.count == 1 - count)
        }
    }

    @Test func `an album has photos that another list of the same folder describes`() throws {
        let folder = try ScratchFolder()
        let head = "{\"format\": \"org.openphotokit.export\", \"version\": 1}\n"
        let album = "{\"album\": 1, \"title\": \"A\"}\n{\"member\": \"a.jpg\", \"of\": 1}\n"
        var contents = FolderContents()
        contents.files = [FoundFile(path: folder.file("a.jpg"), size: 1)]
        for (name, lines) in [("", "{\"files\": [\"a.jpg\"]}\n"), (" 2", album)] {
            let path = try folder.write(Array((head + lines).utf8), to: "photolibrary-export\(name).jsonl")
            contents.manifests.append(path)
        }
        let plan = ImportPlan(contents, in: FileSystemSource())
        #expect(plan.collections.map { $0.map(\.members) } == [[[folder.file("a.jpg")]]])
    }

    @Test func `a list of an exported library is read within bounds`() throws {
        let folder = try ScratchFolder()
        let head = "{\"format\": \"org.openphotokit.export\", \"version\": 1}\n"
        func read(_ lines: String, _ names: [String]) throws -> (ExportedLibrary, left: Int) {
            let path = try folder.write(Array((head + lines).utf8), to: "photolibrary-export.jsonl")
            var files = names.map { FoundFile(path: folder.file($0), size: 1) }
            let known = Set(files.map(\.path))
            let exported = ExportedLibrary(path, taking: &files, among: known, in: FileSystemSource())
            return (exported, files.count)
        }
        let album = "{\"album\": 1, \"title\": \"A\"}\n"
        let limit = ExportedLibrary.maximumCollections
        let many = try read(String(repeating: album, count: limit + 1), []).0
        #expect(many.collections.count == limit && many.collections.last?.occurrence == limit)
        let members = try read(
            album + "{\"member\": \"x.jpg\", \"of\": 1}\n"
                + String(repeating: "{\"member\": \"a.jpg\", \"of\": 1}\n", count: 1_000)
                + "{\"member\": \"b.jpg\", \"of\": 1}\n{\"member\": \"a.jpg\", \"of\": 1}\n",
            ["a.jpg", "b.jpg"]
        ).0
        #expect(members.collections[0].members == [folder.file("a.jpg"), folder.file("b.jpg")])
        let names = (0..<100).map { "\($0).jpg" }
        let list = names.map { "\"\($0)\"" }.joined(separator: ",")
        let (photo, left) = try read("{\"files\": [\(list)]}\n", names)
        #expect(photo.files.count == FileGroup.maximumFiles && left == 100 - photo.files.count)
        let damaged = try read(String(repeating: "{\n", count: 5_000), []).0
        #expect(damaged.failures.count == ExportedLibrary.maximumFailures)
    }
}
