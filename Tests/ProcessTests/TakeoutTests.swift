import JSONText
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// A Google Takeout, as it is after the archives were unpacked.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct TakeoutTests {
        private let folder: ScratchFolder
        private let root = "Takeout/Google Fotos"

        init() throws {
            folder = try ScratchFolder()
        }

        private func write(_ bytes: [UInt8], _ name: String) throws {
            try FileNames.makeFolders(folder.file("\(root)/\(name)").folder)
            try folder.write(bytes, to: "\(root)/\(name)")
        }

        /// A photo without a date of its own, and what Google says of it.
        private func write(_ seed: UInt64, _ name: String, _ sideCar: String?, _ more: String = "") throws {
            try write(try TestPhoto.jpeg(seed, date: nil), name)
            if let sideCar { try writeSideCar(seed, name, sideCar, more) }
        }

        private func writeSideCar(_ seed: UInt64, _ name: String, _ sideCar: String, _ more: String) throws {
            let title = FilePath(name).lastComponent.text
            let text = """
                {"title": "\(title)", "description": "Text \(seed)", \(more)
                 "photoTakenTime": {"timestamp": "\(1_500_000_000 + seed)"},
                 "geoData": {"latitude": 46.5, "longitude": \(seed), "altitude": 0.0}}
                """
            try write(Array(text.utf8), "\(FilePath(name).folder.text)/\(sideCar)")
        }

        private func writeTakeout() throws {
            let year = "Fotos von 2017"
            try write(1, "\(year)/IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json", #""favorited": true,"#)
            try write(2, "\(year)/IMG_1(1).jpg", "IMG_1.jpg.supplemental-metadata(1).json", #""archived": true,"#)
            try write(3, "\(year)/IMG_1-bearbeitet.jpg", nil)
            try write(4, "\(year)/trash.jpg", "trash.jpg.json", #""trashed": true,"#)
            try write(5, "\(year)/alone.jpg", nil)
            try write(6, "\(year)/damaged.jpg", nil)
            try write(Array("{\"title\": ".utf8), "\(year)/damaged.jpg.json")
            try writeSideCar(7, "\(year)/gone.jpg", "gone.jpg.json", "")
            var movie = MovieFixture(
                frames: Array(repeating: try TestPhoto.jpeg(9, date: nil), count: 10),
                width: 64,
                height: 48
            )
            movie.creationTime = 2_082_844_800 + 1_600_000_000
            try write(8, "\(year)/IMG_2.JPG", "IMG_2.JPG.su.json", #""people": [{"name": "Zoë"}],"#)
            try write(movie.bytes, "\(year)/IMG_2.MP4")
            // An album has its photos again; its name has characters that folders cannot have.
            for name in ["Rom_ 1_2", "Ohne Titel(3)"] {
                try write(1, "\(name)/IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json", #""favorited": true,"#)
            }
            try write(10, "Rom_ 1_2/only.jpg", "only.jpg.json")
            try write(Array("{\"title\": \"Rom: 1/2\", \"date\": {}}".utf8), "Rom_ 1_2/Metadaten.json")
            try write(Array("{}".utf8), "Ohne Titel(3)/Metadaten.json")
            try write(Array("{}".utf8), "print-subscriptions.json")
            try write(Array("<html>".utf8), "archive_browser.html")
        }

        @Test func `photos of a Takeout come with what Google knows of them, and in their albums`() throws {
            try writeTakeout()
            let server = try ServerProcess(in: folder)
            let takeout = folder.file("Takeout").text
            let report = folder.file("report.jsonl")

            let rehearsed = try server.photos("import", "--dry-run", takeout)
            #expect(rehearsed.output == "11 files to import; nothing was changed\n", "\(rehearsed.errors)")
            #expect(try server.photos("list").output == "")

            let imported = try server.photos("import", "--report", report.text, takeout)
            #expect(
                imported.output
                    == "6 imported, 2 already there, 1 edited version, 1 left out as trash, 1 failed\n",
                "\(imported.errors)"
            )
            #expect(imported.errors.contains("Google Takeout: 10 files matched"))
            #expect(
                imported.errors.contains("1 of them edited versions, 1 without, 1 album, 1 JSON without their photo")
            )
            #expect(imported.errors.contains("damaged.jpg.json: line 1 is damaged"))
            #expect(imported.errors.contains("2 files passed over by name"))

            let first = try server.owner.details(of: try ids(server, "IMG_1.jpg"))
            #expect(Set(first.map(\.caption)) == ["Text 1", "Text 2"])
            let page = try rows(server, try ids(server, "IMG_1.jpg"))
            #expect(page.compactMap(\.location?.longitude).sorted() == [1, 2])
            #expect(page.compactMap(\.creationDate).sorted() == [1_500_000_001_000_000, 1_500_000_002_000_000])
            #expect(page.filter { $0.flags.contains(.favorite) && $0.flags.contains(.hasAdjustments) }.count == 1)
            #expect(first.flatMap(\.keywords) == ["Archived"])
            let live = try rows(server, try ids(server, "IMG_2.JPG"))
            #expect(live.map { $0.subtypes.contains(.photoLive) } == [true])
            #expect(try server.owner.details(of: live.map(\.id)).flatMap(\.keywords) == ["Zoë"])
            let albums = try server.photos("albums").output
            #expect(albums.contains("Rom: 1/2") && albums.split(separator: "\n").count == 1)
            #expect(try server.photos("list", "--album", "Rom: 1/2").output.split(separator: "\n").count == 2)

            // Each file is in the report once, with what it was matched with.
            let lines = try OwnedDescriptor(opening: report).readToEnd(limit: 1 << 20).split(
                separator: UInt8(ascii: "\n")
            )
            let values = try lines.map { try JSONValue(Array($0)) }
            let names = values.compactMap { $0["file"]?.text.map { FilePath($0).lastComponent.text } }
            #expect(Set(names).count == 13 && values.count == 16)
            func line(_ ending: String) throws -> JSONValue {
                try #require(values.first { $0["file"]?.text?.hasSuffix(ending) == true })
            }
            let edit = try line("2017/IMG_1-bearbeitet.jpg")
            #expect(edit["result"]?.text == "edited version" && edit["matchedBy"]?.text == "edited version")
            #expect(edit["belongsTo"]?.text?.hasSuffix("2017/IMG_1.jpg") == true)
            #expect(try line("gone.jpg.json")["reason"]?.text == "its photo is not here")
            #expect(try line("only.jpg")["album"]?.text == "Rom: 1/2")
            #expect(try line("2017/trash.jpg")["result"]?.text == "trash")
            #expect(try line("alone.jpg")["sideCar"] == nil)

            // Again, it adds nothing.
            let again = try server.photos("import", takeout)
            #expect(again.output == "0 imported, 8 already there, 1 left out as trash, 1 failed\n", "\(again.errors)")
            #expect(try server.photos("albums").output == albums)
        }

        @Test func `what the library has gets what Google knows and nobody has written`() throws {
            let server = try ServerProcess(in: folder)
            try FileNames.makeFolders(folder.file("camera"))
            for seed: UInt64 in 1...2 {
                try folder.write(try TestPhoto.jpeg(seed, date: nil), to: "camera/\(seed).jpg")
            }
            #expect(try server.photos("import", folder.file("camera").text).output == "2 imported\n")
            let one = LocalIdentifier(.asset, try #require(try ids(server, "1.jpg").first)).string
            try server.photos("edit", one, "--caption", "mine")
            try write(1, "Photos from 2017/a.jpg", "a.jpg.json", #""favorited": true,"#)
            try write(2, "Photos from 2017/b.jpg", "b.jpg.json")
            #expect(try server.photos("import", folder.file("Takeout").text).output == "0 imported, 2 already there\n")
            let details = try server.owner.details(of: try ids(server, "1.jpg") + ids(server, "2.jpg"))
            #expect(details.map(\.caption) == ["mine", "Text 2"])
            let page = try rows(server, try ids(server, "1.jpg") + ids(server, "2.jpg"))
            #expect(page.map { $0.flags.contains(.favorite) } == [true, false])
            #expect(page.map { $0.location?.longitude } == [1, 2])
        }

        @Test func `plainly, its folders are like any others`() throws {
            try write(1, "Rome/a.jpg", "a.jpg.json", #""favorited": true,"#)
            let server = try ServerProcess(in: folder)
            let imported = try server.photos("import", "--plain", "--albums-from-folders", folder.file("Takeout").text)
            #expect(imported.output == "1 imported\n" && imported.errors.contains("1 file passed over by name"))
            #expect(try server.owner.details(of: try ids(server, "a.jpg")).map(\.caption) == [nil])
            #expect(try server.photos("albums").output.contains("Rome"))
        }

        private struct Row {
            var id: ObjectID
            var flags: AssetPage.Flags
            var subtypes: MediaSubtypes
            var location: Coordinate?
            var creationDate: Int64
        }

        private func all(_ server: ServerProcess) throws -> [ObjectID] {
            let fetched = try server.owner.fetch(FetchRequest(.allAssets, includesHidden: true))
            return (0..<fetched.count).map { fetched[$0] }
        }

        private func ids(_ server: ServerProcess, _ name: String) throws -> [ObjectID] {
            let all = try all(server)
            return zip(all, try server.owner.details(of: all)).filter {
                $0.1.filename == name || $0.1.filename == name.replacing(".jpg", with: "(1).jpg")
            }.map(\.0)
        }

        private func rows(_ server: ServerProcess, _ ids: [ObjectID]) throws -> [Row] {
            let page = try server.owner.assets(FetchedIdentifiers(ids, kinds: .all(.asset)), 0..<ids.count)
            return ids.indices.map { row in
                let flags = AssetPage.Flags(rawValue: page.flags[row])
                let place = Coordinate(latitude: page.latitude[row], longitude: page.longitude[row])
                return Row(
                    id: ids[row],
                    flags: flags,
                    subtypes: MediaSubtypes(rawValue: page.mediaSubtypes[row]),
                    location: flags.contains(.hasLocation) ? place : nil,
                    creationDate: page.creationDate[row]
                )
            }
        }
    }
}
