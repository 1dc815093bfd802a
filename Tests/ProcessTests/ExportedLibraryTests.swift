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
            var texts: [String?]
            var date: Int64?
            var utcOffset: Int32?
            var place: [Double]?
            var rating: UInt32
            var flags: UInt32
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
                photos[details.filename] = Photo(
                    texts: [details.title, details.caption] + details.keywords,
                    date: flags.contains(.hasCreationDate) ? page.creationDate[row] : nil,
                    utcOffset: details.utcOffset,
                    place: flags.contains(.hasLocation) ? [page.latitude[row], page.longitude[row]] : nil,
                    rating: page.rating[row],
                    flags: flags.rawValue,
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

        @Test func `an export says what it needs, and overwrites no side-car`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let photos = try prepare(folder, server)
            let to = folder.file("to")
            for wrong in [["--to", to.text], [photos[0], "--everything", "--to", to.text], [photos[0]]] {
                let refused = try server.photos(["export"] + wrong)
                #expect(refused.status == .exited(2) && refused.errors.hasPrefix("photos: export needs"))
            }
            try FileNames.makeFolder(to)
            try folder.write([1], to: "to/1.jpg.xmp")
            let failed = try server.photos("export", photos[0], "--side-cars", "--to", to.text)
            #expect(failed.status == .exited(1) && failed.errors.contains("1 of 1 photo could not be exported"))
            #expect(try FileStatus(of: to.appending("1.jpg.xmp")).size == 1)
        }
    }
}
