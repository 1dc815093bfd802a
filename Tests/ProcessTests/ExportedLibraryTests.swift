import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// Nobody is locked in: what is exported makes the same library elsewhere.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct ExportedLibraryTests {
        /// Identifiers of `1.jpg` to `4.jpg`.
        private func prepare(_ folder: ScratchFolder, _ server: ServerProcess) throws -> [String] {
            try FileNames.makeFolder(folder.file("photos"))
            for number in 1...4 {
                let photo = SamplePhoto(
                    size: PixelSize(width: 8, height: 8),
                    seed: UInt64(number),
                    date: 1_714_566_896_000_000 + Int64(number) * 86_400_000_000,
                    utcOffset: 7_200
                )
                try folder.write(try photo.encoded(), to: "photos/\(number).jpg")
            }
            #expect(try server.photos("import", folder.file("photos").text).output == "4 imported\n")
            let lines = try server.photos("list", "--columns", "id").output.split(separator: "\n")
            return lines.reversed().map(String.init)
        }

        private func done(_ server: ServerProcess, _ words: String...) throws {
            let finished = try server.photos(words)
            #expect(finished.status == .exited(0), "\(words): \(finished.errors)")
        }

        /// What is compared of a library: its photos with all that is written of them, and its albums.
        private func contents(_ server: ServerProcess) throws -> (photos: String, albums: [String]) {
            let photos = try server.photos("list", "--columns", "name,date,title,keywords,place,caption,marks")
            #expect(photos.status == .exited(0), "\(photos.errors)")
            // Without the identifiers, which each library gives itself.
            let albums = try server.photos("albums").output.split(separator: "\n").map { line in
                line.split(separator: " ", omittingEmptySubsequences: false).dropLast().joined(separator: " ")
            }
            return (photos.output, albums)
        }

        @Test func `a library that is exported and imported elsewhere is the same`() throws {
            let (folder, other) = (try ScratchFolder(), try ScratchFolder())
            let server = try ServerProcess(in: folder)
            let photos = try prepare(folder, server)
            try done(server, "edit", photos[0], "--title", "Zoë & <Ian>", "--caption", "At \"home\",\nby the sea")
            try done(server, "edit", photos[0], photos[1], "--keywords", "sea, sun & sand", "--rating", "4")
            try done(server, "edit", photos[1], "--place", "-46.123457,7.000001", "--date", "1999-12-31 23:59:58+05:30")
            try done(server, "folder", "create", "Travel")
            try done(server, "album", "create", "Rome", "--in", "Travel")
            try done(server, "album", "create", "Best/of")
            try done(server, "album", "add", "Rome", photos[0], photos[1])
            try done(server, "album", "add", "Best/of", photos[1], photos[2])

            let exported = folder.file("exported")
            let export = try server.photos("export", "--everything", "--albums", "--side-cars", "--to", exported.text)
            #expect(export.status == .exited(0), "\(export.errors)")
            // Four photos, one of them in two albums, each with its side-car.
            #expect(export.output.split(separator: "\n").count == 10)
            #expect(try FileStatus(of: exported.appending("Travel/Rome/1.jpg")).isRegularFile)
            #expect(try FileStatus(of: exported.appending("4.jpg.xmp")).isRegularFile)

            let second = try ServerProcess(in: other)
            let imported = try second.photos("import", "--albums-from-folders", exported.text)
            #expect(imported.output == "4 imported, 1 already there\n", "\(imported.errors)")
            let (before, after) = (try contents(server), try contents(second))
            #expect(after.photos == before.photos)
            #expect(before.photos.contains("Zoë & <Ian>") && before.photos.contains("-46.12346,7.0"))
            #expect(after.albums == before.albums)

            // Again, it adds nothing.
            let again = try second.photos("import", "--albums-from-folders", exported.text)
            #expect(again.output == "0 imported, 5 already there\n")
            #expect(try contents(second).albums == after.albums)
        }

        /// All that is known of a photo.
        private struct Photo: Hashable {
            var date: Int64?
            var place: Coordinate?
            var rating: UInt32
            var flags: UInt32
            /// Without the time at which it was edited here.
            var details: AssetDetails
            /// Kinds and SHA-256 of its files.
            var files: Set<String>
            var recipe: [String]
        }

        private func photos(_ server: ServerProcess) throws -> [String: Photo] {
            let all = try server.owner.fetch(FetchRequest(.allAssets, includesHidden: true))
            let ids = (0..<all.count).map { all[$0] }
            let page = try server.owner.assets(all, 0..<all.count)
            var photos: [String: Photo] = [:]
            for (row, details) in try server.owner.details(of: ids).enumerated() {
                let flags = AssetPage.Flags(rawValue: page.flags[row])
                let edit = try server.owner.adjustment(of: ids[row])
                var known = details
                known.adjustedDate = nil
                photos[details.filename] = Photo(
                    date: flags.contains(.hasCreationDate) ? page.creationDate[row] : nil,
                    place: flags.contains(.hasLocation) ? page.place(row) : nil,
                    rating: page.rating[row],
                    flags: flags.rawValue,
                    details: known,
                    files: Set(try server.owner.resources(of: ids[row]).map { "\($0.kind.rawValue) \($0.digest)" }),
                    recipe: edit.map { [$0.formatIdentifier, $0.formatVersion, "\($0.data)"] } ?? []
                )
            }
            return photos
        }

        /// Folders and albums with their photos' names, in order.
        private func collections(_ server: ServerProcess, in folder: ObjectID? = nil) throws -> [String] {
            let fetched = try server.owner.fetch(FetchRequest(.children(ofList: folder)))
            let page = try server.owner.collections(fetched, 0..<fetched.count)
            return try (0..<fetched.count).flatMap { row in
                if page.kind[row] == ObjectKind.collectionList.rawValue {
                    return ["/" + page.title[row]] + (try collections(server, in: fetched[row])) + ["."]
                }
                let members = try server.owner.fetch(
                    FetchRequest(.assets(inCollection: fetched[row]), includesHidden: true)
                )
                let details = try server.owner.details(of: (0..<members.count).map { members[$0] })
                return [page.title[row]] + details.map { "- " + $0.filename }
            }
        }

        @Test func `favorites, hidden photos, edits, removed texts and all orders come back`() throws {
            let (folder, other) = (try ScratchFolder(), try ScratchFolder())
            let server = try ServerProcess(in: folder)
            let photos = try prepare(folder, server)
            let ids = try photos.map { try #require(LocalIdentifier($0)).id }
            try done(server, "favorite", photos[0], photos[2])
            try done(server, "edit", photos[1], "--keywords", "b, a", "--caption", "x")
            var hide = AssetUpdate()
            hide.isHidden = true
            var place = AssetUpdate()
            place.location = .set(Coordinate(latitude: 1.234_567_89, longitude: -0.000_000_12, altitude: -3.5))
            let rendered = try folder.write(try TestPhoto.jpeg(77), to: "rendered.jpg")
            let staged = try server.owner.stage(try OwnedDescriptor(opening: rendered), filename: "Rendered.JPG")
            let edit = Adjustment(
                rendered: staged.id,
                formatIdentifier: "com.example.sepia",
                formatVersion: "2.5",
                data: Array(0...255)
            )
            _ = try server.owner.perform(
                ChangeBlock(operations: [
                    .updateAsset(ids[3], hide), .updateAsset(ids[0], place), .setAdjustment(ids[2], edit),
                ])
            )
            try done(server, "folder", "create", "Z")
            try done(server, "album", "create", "Same", "--in", "Z")
            try done(server, "album", "create", "Same")
            try done(server, "album", "create", "A/b")
            let albums = try server.owner.fetch(FetchRequest(.allCollections(.assetCollection)))
            for position in 0..<albums.count {
                let order = (0..<4).map { LocalIdentifier(.asset, ids[($0 * 3 + position) % 4]) }
                let block = ChangeBlock(operations: [.insertMembers(.album(albums[position]), order, at: nil)])
                _ = try server.owner.perform(block)
            }

            let to = folder.file("exported").text
            try done(server, "export", "--everything", "--albums", "--side-cars", "--to", to)
            let second = try ServerProcess(in: other)
            let imported = try second.photos("import", to)
            #expect(imported.status == .exited(0), "\(imported.errors)")
            #expect(imported.errors.contains("Exported library: "))
            #expect(try self.photos(second) == self.photos(server))
            #expect(try collections(second) == collections(server))
            #expect(try self.photos(second).values.filter { !$0.recipe.isEmpty }.count == 1)

            // Again, it changes nothing; and what a person wrote meanwhile stays.
            #expect(try second.photos("import", to).output.hasPrefix("0 imported"))
            #expect(try self.photos(second) == self.photos(server))
            #expect(try collections(second) == collections(server))
        }

        private func text(_ path: FilePath) throws -> String {
            String(decoding: try OwnedDescriptor(opening: path).readToEnd(limit: 1 << 20), as: UTF8.self)
        }

        /// A date and what is known of its time zone, as `photos info` has it.
        private func dates(_ server: ServerProcess) throws -> [String: [String?]] {
            let all = try server.owner.fetch(FetchRequest(.allAssets))
            let page = try server.owner.assets(all, 0..<all.count)
            var dates: [String: [String?]] = [:]
            for (row, details) in try server.owner.details(of: (0..<all.count).map { all[$0] }).enumerated() {
                dates[details.filename] = [
                    "\(page.creationDate[row])", details.dateSource.map { "\($0)" },
                    details.utcOffset.map { "\($0)" }, details.offsetSource.map { "\($0)" },
                ]
            }
            return dates
        }

        @Test func `a date keeps its source, its time zone, and that no zone is known`() throws {
            let (folder, other, old, bare) = (
                try ScratchFolder(), try ScratchFolder(), try ScratchFolder(), try ScratchFolder()
            )
            let server = try ServerProcess(in: folder)
            try FileNames.makeFolder(folder.file("photos"))
            func add(_ name: String, _ date: Int64?, _ utcOffset: Int32? = nil, sideCar: String? = nil) throws {
                let size = PixelSize(width: 8, height: 8)
                let photo = SamplePhoto(size: size, seed: UInt64(name.count), date: date, utcOffset: utcOffset)
                try folder.write(try photo.encoded(), to: "photos/\(name).jpg")
                guard let sideCar else { return }
                let text = SideCarText.withDate(sideCar)
                try folder.write(Array(text.utf8), to: "photos/\(name).jpg.xmp")
            }
            let date: Int64 = 1_714_566_896_250_000
            try add("camera", date)
            try add("phone1", date, 7_200)
            try add("london", date, 0)
            try add("film1969", -3_600_000_001)
            try add("from-the-file", nil)
            try add("by-side-car12", date, sideCar: "2001-02-03T04:05:06.5+09:00")
            try add("without-a-zone", date, 3_600, sideCar: "2001-02-03T04:05:06")
            try add("by-a-person-12345", date, 3_600)
            try add("same-by-a-person-12", date, 3_600)
            try done(server, "import", folder.file("photos").text)
            for (id, name) in try server.photos("list", "--columns", "id,name").output.split(separator: "\n").map({
                let columns = $0.split(separator: " ")
                return (String(columns[0]), columns[1])
            }) {
                if name.hasPrefix("by-a-person") { try done(server, "edit", id, "--date", "1999-12-31 23:59:58+05:30") }
                if name.hasPrefix("same") { try done(server, "edit", id, "--date", "2024-05-01 15:34:56.25+03:00") }
            }
            let before = try dates(server)
            #expect(before["camera.jpg"] == ["\(date)", "exifOriginal", nil, nil])
            #expect(before["by-a-person-12345.jpg"]?.dropFirst() == ["given", nil, nil])

            let exported = folder.file("exported")
            try done(server, "export", "--everything", "--side-cars", "--to", exported.text)
            let camera = try text(exported.appending("camera.jpg.xmp"))
            #expect(camera.contains("<exif:DateTimeOriginal>2024-05-01T12:34:56.250</exif:DateTimeOriginal>"))
            let second = try ServerProcess(in: other)
            try done(second, "import", exported.text)
            #expect(try dates(second) == before)

            // The side-cars alone say the same.
            let manifest = exported.appending("photolibrary-export.jsonl")
            let lines = try text(manifest)
            try FileNames.remove(manifest)
            let third = try ServerProcess(in: bare)
            try done(third, "import", exported.text)
            #expect(try dates(third) == before)

            // An export of before said nothing of zones, and all its side-cars were in UTC.
            let known = /,"(dateSource|utcOffset|offsetSource)":[0-9]+/
            try folder.write(Array(lines.replacing(known, with: "").utf8), to: "exported/photolibrary-export.jsonl")
            for name in before.keys {
                let path = "exported/\(name).xmp"
                let sideCar = try text(folder.file(path))
                let utc = sideCar.replacing(/<photolibrary.*\n/, with: "")
                    .replacing(/([0-9])<\/(exif:DateTimeOriginal|photoshop)/) { "\($0.output.1)Z</\($0.output.2)" }
                try folder.write(Array(utc.utf8), to: path)
            }
            let fourth = try ServerProcess(in: old)
            try done(fourth, "import", exported.text)
            let after = try dates(fourth)
            #expect(after.mapValues(\.first) == before.mapValues(\.first))
            for name in ["camera.jpg", "phone1.jpg", "london.jpg"] { #expect(after[name] == before[name]) }
        }

        @Test func `an export says what it needs, and overwrites no side-car`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let photos = try prepare(folder, server)
            let to = folder.file("to")
            for wrong in [["--to", to.text], [photos[0], "--everything", "--to", to.text], [photos[0]]] {
                let refused = try server.photos(["export"] + wrong)
                #expect(refused.status == .exited(2) && refused.errors.hasPrefix("photos: export needs"))
            }
            try folder.write([1], to: "file")
            for to in ["file", "file/below"] {
                let none = try server.photos("export", photos[0], "--side-cars", "--to", folder.file(to).text)
                #expect(none.status == .exited(1) && none.errors.contains("\(to): Not a directory"), "\(none.errors)")
            }
            try FileNames.makeFolder(to)
            try folder.write([1], to: "to/1.jpg.xmp")
            let failed = try server.photos("export", photos[0], "--side-cars", "--to", to.text)
            #expect(failed.status == .exited(1) && failed.errors.contains("1 of 1 item could not be exported"))
            #expect(failed.errors.contains("photos: 0 items written to \(to.text) (0 files)\n"))
            let written = try server.photos("export", photos[0], "--to", to.text)
            #expect(written.errors == "photos: 1 item written to \(to.text) (1 file)\n")
            #expect(try FileStatus(of: to.appending("1.jpg.xmp")).size == 1)
        }
    }
}

extension AssetPage {
    fileprivate func place(_ row: Int) -> Coordinate {
        let isHigh = Flags(rawValue: flags[row]).contains(.hasAltitude)
        return Coordinate(latitude: latitude[row], longitude: longitude[row], altitude: isHigh ? altitude[row] : nil)
    }
}

private enum SideCarText {
    /// A side-car as other programs write it.
    static func withDate(_ date: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/">
        <exif:DateTimeOriginal>\(date)</exif:DateTimeOriginal>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }
}
