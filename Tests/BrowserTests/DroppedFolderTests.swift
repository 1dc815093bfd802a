import BrowserDriver
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension BrowserTests {
    /// Folders of other programs that are dropped on the library page make the library that `photos import` makes.
    @Suite struct DroppedFolderTests {
        private let files: ScratchFolder

        init() throws { files = try ScratchFolder() }

        private func write(_ bytes: [UInt8], _ path: String) throws {
            try FileNames.makeFolders(files.file(path).folder)
            try files.write(bytes, to: path)
        }

        private func photo(_ seed: UInt64, date: Int64? = nil) throws -> [UInt8] {
            let size = PixelSize(width: 64, height: 48)
            return try SamplePhoto(size: size, seed: 2000 + seed, date: date, utcOffset: 0).encoded()
        }

        private func write(
            _ seed: UInt64,
            _ path: String,
            _ sideCar: String? = nil,
            _ more: String = "",
            date: Int64? = nil
        ) throws {
            try write(try photo(seed, date: date), path)
            if let sideCar { try writeSideCar(seed, path, sideCar, more) }
        }

        private func writeSideCar(_ seed: UInt64, _ path: String, _ sideCar: String, _ more: String = "") throws {
            let title = FilePath(path).lastComponent.text
            let text = """
                {"title": "\(title)", "description": "Text \(seed)", \(more)
                 "photoTakenTime": {"timestamp": "\(1_500_000_000 + seed)"},
                 "geoData": {"latitude": 46.5, "longitude": \(seed), "altitude": 0.0}}
                """
            try write(Array(text.utf8), "\(FilePath(path).folder.text)/\(sideCar)")
        }

        private func writeTakeout() throws {
            let root = "Takeout/Google Photos"
            let year = "\(root)/Photos from 2017"
            try write(1, "\(year)/IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json", #""favorited": true,"#)
            try write(2, "\(year)/IMG_1(1).jpg", "IMG_1.jpg.supplemental-metadata(1).json", #""archived": true,"#)
            try write(3, "\(year)/IMG_1-edited.jpg")
            try write(4, "\(year)/trash.jpg", "trash.jpg.json", #""trashed": true,"#)
            try write(5, "\(year)/own.jpg", "own.jpg.su.json", date: 1_400_000_000_000_000)
            // The JSON files come before and after their photos, and there are more of both than fit into a batch.
            for seed: UInt64 in 100..<140 { try write(seed, "\(year)/P\(seed).jpg", "P\(seed).jpg.json") }
            let damaged = try photo(6, date: 1_390_000_000_000_000)
            try write(Array(damaged.prefix(damaged.count * 2 / 3)), "\(year)/cut.jpg")
            try write(Array("{\"title\": ".utf8), "\(year)/cut.jpg.json")
            try writeSideCar(7, "\(year)/gone.jpg", "gone.jpg.json")
            try write(1, "\(root)/Rome_ 1_2/IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json", #""favorited": true,"#)
            for seed: UInt64 in 10..<18 { try write(seed, "\(root)/Rome_ 1_2/only\(seed).jpg", "only\(seed).jpg.json") }
            try write(Array("{\"title\": \"Rome: 1/2\", \"date\": {}}".utf8), "\(root)/Rome_ 1_2/metadata.json")
            try write(Array("{}".utf8), "\(root)/print-subscriptions.json")
            try write(Array("<html>".utf8), "\(root)/archive_browser.html")
        }

        private func writeApple() throws {
            let json = """
                [{"SourceFile": "IMG_7.jpg", "XMP:Title": "Sea", "XMP:Subject": ["sea"], "XMP:Rating": 4,
                  "EXIF:DateTimeOriginal": "2019:04:11 12:00:00"}]
                """
            let packet = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>
                <rdf:li xml:lang="x-default">Harbour</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF>
                </x:xmpmeta>
                """
            try write(20, "osxphotos/IMG_7.jpg", date: nil)
            try write(Array(json.utf8), "osxphotos/IMG_7.jpg.json")
            try write(21, "osxphotos/IMG_7_edited.jpg")
            try write(22, "osxphotos/IMG_8.jpg", date: 1_600_000_000_000_000)
            try write(Array(packet.utf8), "osxphotos/IMG_8.jpg.xmp")
            try write(23, "osxphotos/IMG_0009.jpg", date: 1_600_000_100_000_000)
            try write(24, "osxphotos/IMG_E0009.jpg", date: 1_600_000_100_000_000)
            try write(Array("plist".utf8), "osxphotos/IMG_0009.AAE")
            try write(Array(packet.utf8), "osxphotos/lost.jpg.xmp")
        }

        /// All that a library has to say of its photos and albums, without its identifiers.
        private func contents(_ server: ServerProcess, _ name: String) throws -> [String] {
            let folder = files.file(name)
            let exported = try server.photos("export", "--everything", "--albums", "--side-cars", "--to", folder.text)
            #expect(exported.status == .exited(0), "\(exported.errors)")
            let manifest = try OwnedDescriptor(opening: folder.appending("photolibrary-export.jsonl"))
            let lines = String(decoding: try manifest.readToEnd(limit: 1 << 20), as: UTF8.self).split(separator: "\n")
            // Albums have an order.
            let members = lines.filter { $0.contains("\"member\"") }
            return (lines.filter { !members.contains($0) }.sorted() + members).map(String.init)
        }

        private func drop(_ names: [String], _ page: Page) async throws {
            try await page.click(".places a[href='#library']")
            try await page.wait(for: "document.querySelector('.library [data-action=import]')")
            try await page.wait(for: "!document.documentElement.matches('.is-unread')")
            try await page.drop(files: names.map { files.file($0).text }, on: ".stage")
            try await page.wait(for: "document.querySelector('.import') && !document.querySelector('.import progress')")
        }

        private func imported(_ folders: [String], on server: ServerProcess) throws {
            for folder in folders { try server.photos("import", files.file(folder).text) }
        }

        @Test func `a Takeout and a folder of osxphotos make the library that the command line makes of them`()
            async throws
        {
            try writeTakeout()
            try writeApple()
            try await withScene(photos: 0) { scene, page in
                try await drop(["Takeout"], page)
                #expect(
                    try await page.text(".import h2")
                        == "52 imported, 1 already there, 1 edited version, 1 left out as trash, 1 damaged, "
                        + "1 with another date beside them, and 3 not taken in"
                )
                let text = try await page.text(".import")
                for part in [
                    "Google Takeout: 55 files matched", "1 of them edited versions", "1 album",
                    "1 JSON without their photo", "A date in a photo’s own file counts.",
                ] {
                    #expect(text.contains(part), "\(part) in \(text)")
                }
                let said = zip(
                    try await page.texts(".import-passed bdi"),
                    try await page.texts(".import-passed span")
                ).map { "\(FilePath($0).lastComponent.text): \($1)" }
                #expect(
                    Set(said) == [
                        "gone.jpg.json: its photo is not here",
                        "print-subscriptions.json: about no photo here",
                        "archive_browser.html: Its name is not that of a photo or a video.",
                        "cut.jpg.json: line 1 is damaged; what it lies beside was taken in without it",
                        "cut.jpg: part of the picture is missing or damaged",
                    ]
                )
                #expect(try await page.accessibilityProblems() == [])
                try await page.screenshot("import-takeout")
                try await page.resize(320, 640)
                try await page.screenshot("import-takeout-320")
                #expect(try await page.value(of: "document.documentElement.scrollWidth") == 320)
                try await page.resize(1280, 800)
                try await page.click(".import > button")
                try await drop(["osxphotos"], page)
                #expect(try await page.text(".import h2") == "3 imported, 2 edited versions, and 1 not taken in")
                #expect(try await page.texts(".import-passed span") == ["There is no photo beside it."])

                let other = try ScratchFolder()
                let server = try ServerProcess(in: other)
                try imported(["Takeout", "osxphotos"], on: server)
                let (dropped, made) = (try contents(scene.server, "dropped"), try contents(server, "imported"))
                let (more, missing) = (dropped.filter { !made.contains($0) }, made.filter { !dropped.contains($0) })
                #expect(more == [])
                #expect(missing == [])
                #expect(dropped == made)
                try server.stop()
            }
        }

        @Test func `an exported library that is dropped is the same library`() async throws {
            for seed: UInt64 in 1...3 { try write(seed, "in/\(seed).jpg", date: 1_500_000_000_000_000 + Int64(seed)) }
            try write(Array("{\"format\": \"x\"}\n".utf8), "other/photolibrary-export.jsonl")
            try write(4, "other/4.jpg")
            let other = try ScratchFolder()
            let server = try ServerProcess(in: other)
            try imported(["in"], on: server)
            let ids = try server.photos("list", "--json").output.split(separator: "\"").map(String.init).filter {
                $0.hasSuffix("/L0/001")
            }
            #expect(ids.count == 3)
            for words in [
                ["edit", ids[0], "--title", "One", "--favorite", "yes"], ["edit", ids[1], "--hidden", "yes"],
                ["folder", "create", "Travel"], ["album", "create", "Rome", "--in", "Travel"],
                ["album", "add", "Rome", ids[2], ids[0]],
            ] {
                let done = try server.photos(words)
                #expect(done.status == .exited(0), "\(words): \(done.errors)")
            }
            let expected = try contents(server, "out")
            try server.stop()
            try await withScene(photos: 0) { scene, page in
                try await drop(["out"], page)
                #expect(try await page.text(".import h2") == "3 imported")
                #expect(try await page.text(".import").contains("Exported library: 3 files, 1 album"))
                #expect(try contents(scene.server, "again") == expected)
                // What is no manifest is said, and its photos come without it.
                try await page.click(".import > button")
                try await drop(["other"], page)
                #expect(try await page.text(".import h2") == "1 imported")
                #expect(
                    try await page.texts(".import-passed span")
                        == ["not of photos export; the files are imported without it"]
                )
            }
        }
    }
}
