import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// What comes through two libraries comes out as it went in.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct ExportedAgainTests {
        private func done(_ server: ServerProcess, _ words: String...) throws -> String {
            let finished = try server.photos(words)
            #expect(finished.status == .exited(0), "\(words): \(finished.errors)")
            return String(finished.output.dropLast())
        }

        /// Imports one file and returns its identifier.
        private func add(
            _ path: String,
            _ bytes: [UInt8],
            sideCar: String? = nil,
            _ folder: ScratchFolder,
            _ server: ServerProcess
        ) throws -> String {
            let file = folder.file(path)
            try FileNames.makeFolders(file.folder)
            try folder.write(bytes, to: path)
            if let sideCar { try folder.write(Array(sideCar.utf8), to: path + ".xmp") }
            let before = Set(try identifiers(server))
            #expect(try done(server, "import", file.text) == "1 imported")
            return try #require(try identifiers(server).first { !before.contains($0) })
        }

        private func identifiers(_ server: ServerProcess) throws -> [String] {
            let all = try server.owner.fetch(FetchRequest(.allAssets, includesHidden: true))
            return (0..<all.count).map { LocalIdentifier(.asset, all[$0]).string }
        }

        private func photo(_ seed: UInt64, _ date: Int64?, _ utcOffset: Int32? = nil) throws -> [UInt8] {
            let size = PixelSize(width: 8, height: 8)
            return try SamplePhoto(size: size, seed: seed, date: date, utcOffset: utcOffset).encoded()
        }

        private func packet(_ properties: String) -> String {
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
            xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
            xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
            xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#">\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
            """
        }

        /// A photo in whose file people wrote.
        private func photo(_ bytes: [UInt8], with packet: String) -> [UInt8] {
            let content = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8)
            return [0xFF, 0xD8, 0xFF, 0xE1] + big(UInt16(content.count + 2)) + content + bytes.dropFirst(2)
        }

        /// Each file below a folder, by its path there.
        private func files(_ folder: FilePath) throws -> [String: [UInt8]] {
            var files: [String: [UInt8]] = [:]
            var reader = try FolderReader(folder)
            while let entry = try reader.next() {
                let path = folder.appending(entry.name)
                if try FileStatus(of: path, followingLinks: false).kind == .folder {
                    for (name, bytes) in try self.files(path) { files[entry.name.text + "/" + name] = bytes }
                } else {
                    files[entry.name.text] = try OwnedDescriptor(opening: path).readToEnd(limit: 1 << 24)
                }
            }
            return files
        }

        private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

        @Test func `the second library's export is that of the first, byte for byte`() throws {
            let (folder, other) = (try ScratchFolder(), try ScratchFolder())
            let server = try ServerProcess(in: folder)
            let date: Int64 = 1_714_566_896_250_000
            func add(_ path: String, _ bytes: [UInt8], sideCar: String? = nil) throws -> String {
                try self.add(path, bytes, sideCar: sideCar, folder, server)
            }
            var movie = MovieFixture(frames: [try photo(8, nil)], width: 8, height: 8)
            // Near enough to the photo of its name to be its other half.
            movie.creationTime = UInt32(date / 1_000_000 + 2_082_844_800)
            // One name, in the library as photos of their own.
            let one = try add("x/IMG_1.jpg", try photo(1, date))
            let same = try add("y/IMG_1.jpg", try photo(2, date))
            let raw = try add("z/IMG_1.dng", RawFixture.dng())
            _ = try add("m/IMG_1.mov", movie.bytes)
            let dot = try add(".dot.jpg", try photo(3, -3_600_000_001))
            _ = try add(String(repeating: "長", count: 83) + ".jpg", try photo(4, nil))
            let written = """
                <dc:title><rdf:Alt><rdf:li xml:lang="x-default">T</rdf:li></rdf:Alt></dc:title>
                <dc:subject><rdf:Bag><rdf:li>k</rdf:li></rdf:Bag></dc:subject><xmp:Rating>4</xmp:Rating>
                """
            let cleared = try add("cleared.jpg", photo(try photo(5, date, 3_600), with: packet(written)))
            _ = try done(server, "edit", cleared, "--title", "", "--keywords", "", "--rating", "0")
            let described = """
                <exif:DateTimeOriginal>2011-05-06T07:08:09.123+09:30</exif:DateTimeOriginal><tiff:Make>ACME</tiff:Make>
                <tiff:Model>X1</tiff:Model><aux:Lens>Fancy 50mm</aux:Lens><exif:FNumber>28/10</exif:FNumber>
                <exif:ExposureTime>1/3</exif:ExposureTime>
                <digiKam:TagsList><rdf:Seq><rdf:li>Places/Italy/Rome</rdf:li></rdf:Seq></digiKam:TagsList>
                <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag><rdf:li rdf:parseType="Resource">
                <mwg-rs:Name>Zoë &amp; co</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>
                <mwg-rs:Area rdf:parseType="Resource"><stArea:x>0.3333333333</stArea:x><stArea:y>0.5</stArea:y>
                <stArea:w>0.1</stArea:w><stArea:h>0.2</stArea:h></mwg-rs:Area>
                </rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
                """
            _ = try add("described.jpg", try photo(6, date), sideCar: packet(described))
            let trashed = try add("trashed.jpg", try photo(7, date))
            _ = try done(server, "edit", one, "--title", "tab\there", "--caption", "a\r\nb\tשלום 👨‍👩‍👧 ", "--hidden", "yes")
            _ = try done(server, "edit", same, "--caption", String(repeating: "0123456789", count: 1_100))
            _ = try done(server, "edit", raw, "--date", "none", "--place", "-0.0000001,179.9999999")
            for (title, members) in [
                (".hidden", [one, same]), ("..", [dot]), (".", []), ("a/b/../c", [raw, one]), ("Same", [same, one]),
                ("Same", [one]), ("same", [dot, trashed]), ("Tab\tx", [cleared]),
                (String(repeating: "N", count: 300), []),
            ] {
                let album = try done(server, "album", "create", title)
                for member in members { _ = try done(server, "album", "add", album, member) }
            }
            let outer = try done(server, "folder", "create", "Same")
            _ = try done(server, "folder", "create", ".inner", "--in", outer)
            _ = try done(server, "delete", trashed)

            let (first, second) = (folder.file("exported"), other.file("exported"))
            _ = try done(server, "export", "--everything", "--albums", "--side-cars", "--to", first.text)
            let next = try ServerProcess(in: other)
            #expect(try done(next, "import", first.text).hasPrefix("8 imported, "))
            _ = try done(next, "export", "--everything", "--albums", "--side-cars", "--to", second.text)
            let (before, after) = (try files(first), try files(second))
            #expect(before.keys.sorted() == after.keys.sorted())
            for (name, bytes) in before {
                #expect(bytes == after[name] ?? [], "\(name): \(text(bytes)) \(text(after[name] ?? []))")
            }
            #expect(before.keys.contains { $0.hasSuffix("_hidden/IMG_1 (2).jpg") || $0.hasSuffix("_hidden/IMG_1.jpg") })
            #expect(!before.keys.contains { $0.contains("trashed") || $0.hasPrefix(".") || $0.contains("/.") })
            #expect(text(before["described.jpg.xmp"] ?? []).contains("Fancy 50mm"))
        }
    }
}
