import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// Live Photos, RAW files with their photos, and bursts, as a phone's or a camera's folder has them.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct PairedFilesTests {
        private let folder: ScratchFolder

        init() throws {
            folder = try ScratchFolder()
            for name in ["phone", "later"] { try FileNames.makeFolder(folder.file(name)) }
        }

        private func photo(_ seed: UInt64, _ change: (inout AppleExif) -> Void = { _ in }) throws -> [UInt8] {
            var exif = AppleExif()
            change(&exif)
            return exif.inserted(intoJPEG: try TestPhoto.jpeg(seed, date: nil))
        }

        /// Three seconds; the still is in the middle.
        private func movie(_ identifier: String?, _ seed: UInt64 = 1) throws -> [UInt8] {
            let frame = try TestPhoto.jpeg(seed, date: nil)
            var movie = MovieFixture(frames: Array(repeating: frame, count: 30), width: 64, height: 48)
            // 12:34:55 UTC, in seconds since 1904.
            movie.creationTime = 2_082_844_800 + 1_714_566_895
            movie.stillTime = .behindNothing(frames: 15)
            if let identifier { movie.metadata = [("com.apple.quicktime.content.identifier", identifier)] }
            return movie.bytes
        }

        /// What an asset is, without what is different in each library.
        private struct Seen: Hashable {
            var files: Set<String>
            var isLive: Bool
            var burst: String?
            var representsBurst: Bool
            var date: Int64
        }

        private func assets(_ server: ServerProcess) throws -> [ObjectID] {
            let fetched = try server.owner.fetch(FetchRequest(.allAssets, includesAllBurstAssets: true))
            return (0..<fetched.count).map { fetched[$0] }
        }

        private func seen(_ server: ServerProcess) throws -> Set<Seen> {
            let ids = try assets(server)
            let page = try server.owner.assets(FetchedIdentifiers(ids, kinds: .all(.asset)), 0..<ids.count)
            return try Set(
                ids.indices.map { row in
                    let files = try server.owner.resources(of: ids[row]).map {
                        "\($0.kind.rawValue) \($0.digest) \($0.duration) \($0.stillTime ?? -1)"
                    }
                    let flags = AssetPage.Flags(rawValue: page.flags[row])
                    return Seen(
                        files: Set(files),
                        isLive: MediaSubtypes(rawValue: page.mediaSubtypes[row]).contains(.photoLive),
                        burst: page.burstIdentifier(at: row),
                        representsBurst: flags.contains(.representsBurst),
                        date: page.creationDate[row]
                    )
                }
            )
        }

        /// Every shape of asset, by the kinds of its files.
        private func shapes(_ server: ServerProcess) throws -> [[UInt32]] {
            try assets(server).map { try server.owner.resources(of: $0).map(\.kind.rawValue) }
                .sorted { $0.lexicographicallyPrecedes($1) }
        }

        private func writePhone() throws {
            try folder.write(photo(1) { $0.contentIdentifier = "ONE" }, to: "phone/IMG_0001.JPG")
            try folder.write(movie("ONE"), to: "phone/IMG_0001.MOV")
            // Halves of other names.
            try folder.write(photo(2) { $0.contentIdentifier = "TWO" }, to: "phone/IMG_0002.JPG")
            try folder.write(movie("TWO", 2), to: "phone/2 moving.MOV")
            // Halves without identifiers, of one time.
            try folder.write(photo(3), to: "phone/IMG_0003.JPG")
            try folder.write(movie(nil, 3), to: "phone/IMG_0003.MP4")
            // One name, and another's movie.
            try folder.write(photo(4) { $0.contentIdentifier = "FOUR" }, to: "phone/IMG_0004.JPG")
            try folder.write(movie("FIVE", 4), to: "phone/IMG_0004.MOV")
            try folder.write(TestPhoto.jpeg(6, date: 1_714_566_896_000_000), to: "phone/DSC_0006.JPG")
            try folder.write(RawFixture.dng(), to: "phone/DSC_0006.DNG")
            for (number, fraction) in ["300", "100", "200"].enumerated() {
                let shot = try photo(10 + UInt64(number)) {
                    $0.burstIdentifier = "SERIES"
                    $0.fraction = fraction
                }
                try folder.write(shot, to: "phone/IMG_001\(number).JPG")
            }
        }

        @Test func `a folder of pairs becomes assets, and exported and imported again the same assets`() throws {
            try writePhone()
            let server = try ServerProcess(in: folder)
            let (status, result, errors) = try server.importing(folder.file("phone"))
            #expect(status == .exited(0), "\(errors)")
            #expect((result.imported, result.completed, result.duplicates) == (9, 1, 0))
            #expect(
                try shapes(server) == [[1], [1], [1], [1], [1, 4], [1, 9], [1, 9], [1, 9], [2]]
            )
            let all = try seen(server)
            #expect(all.count { $0.isLive } == 3)
            #expect(all.filter { $0.burst == "SERIES" }.count == 3)
            #expect(all.filter(\.representsBurst).map(\.date) == [1_714_566_896_100_000])
            #expect(try server.owner.allAssets().count == 7)
            // The movie of another name is known by itself.
            #expect(try server.importing(folder.file("phone")).result.duplicates == 10)
            #expect(try server.problems() == [])

            let identifiers = try assets(server).map { LocalIdentifier(.asset, $0).string }
            let exported = try RunningProgram.run(
                "photos",
                ["export"] + identifiers + ["--to", folder.file("out").text],
                environment: server.environment
            )
            #expect(exported.status == .exited(0), "\(exported.errors)")
            let names = exported.output.split(separator: "\n").map { FilePath(String($0)).lastComponent.text }
            #expect(names.count == 13)
            #expect(Set(names).isSuperset(of: ["IMG_0002.JPG", "IMG_0002.MOV", "DSC_0006.JPG", "DSC_0006.DNG"]))
            try server.stop()

            let second = try ServerProcess(in: folder, library: "Second.photolibrary", socketName: "second.sock")
            let again = try second.importing(folder.file("out"))
            #expect((again.result.imported, again.status) == (9, .exited(0)), "\(again.errors)")
            #expect(try seen(second) == all)
            try second.stop()
        }

        @Test func `info tells of a Live Photo's movie and its moment, and of a burst`() throws {
            try writePhone()
            let server = try ServerProcess(in: folder)
            _ = try server.importing(folder.file("phone"))
            let live = try #require(
                try assets(server).first { try server.owner.resources(of: $0).first?.filename == "IMG_0001.JPG" }
            )
            let info = try server.photos("info", LocalIdentifier(.asset, live).string).output
            #expect(info.contains("IMG_0001.MOV, video/quicktime"))
            #expect(info.contains("0:03, photo at 1.5 s"))
            let burst = try #require(
                try assets(server).first { try server.owner.resources(of: $0).first?.filename == "IMG_0011.JPG" }
            )
            let json = try server.photos("info", "--json", LocalIdentifier(.asset, burst).string).output
            #expect(json.contains("\"burstIdentifier\":\"SERIES\""), "\(json)")
            #expect(json.contains("\"representsBurst\":true"))
            try server.stop()
        }

        @Test func `a damaged half costs itself, and completes the asset once it is whole`() throws {
            let still = try photo(1) { $0.contentIdentifier = "ONE" }
            try folder.write(Array(still.prefix(60)), to: "phone/IMG_0001.JPG")
            try folder.write(movie("ONE"), to: "phone/IMG_0001.MOV")
            try folder.write(photo(2) { $0.contentIdentifier = "TWO" }, to: "phone/IMG_0002.JPG")
            try folder.write(Array(movie("TWO", 2).prefix(5_000)), to: "phone/IMG_0002.MOV")
            let server = try ServerProcess(in: folder)
            let first = try server.importing(folder.file("phone"))
            #expect(first.status == .exited(1))
            #expect((first.result.imported, first.result.failed.count) == (2, 2))
            #expect(try shapes(server) == [[1], [2]])
            let before = Set(try assets(server))

            try folder.write(still, to: "phone/IMG_0001.JPG")
            try folder.write(movie("TWO", 2), to: "phone/IMG_0002.MOV")
            let second = try server.importing(folder.file("phone"))
            #expect(second.status == .exited(0), "\(second.errors)")
            #expect((second.result.imported, second.result.completed) == (0, 2))
            #expect(try shapes(server) == [[1, 9], [1, 9]])
            #expect(Set(try assets(server)) == before)
            #expect(try server.problems() == [])
            try server.stop()
        }

        @Test func `a pair goes and comes back as one, in the trash and for an app that was given it`() throws {
            try folder.write(photo(1) { $0.contentIdentifier = "ONE" }, to: "phone/IMG_0001.JPG")
            try folder.write(movie("ONE"), to: "phone/IMG_0001.MOV")
            let server = try ServerProcess(in: folder)
            _ = try server.importing(folder.file("phone"))
            let id = try #require(try assets(server).first)
            try server.letIn(.limited)
            #expect(throws: LibraryError.self) { _ = try server.app.openResource(.pairedVideo, of: id) }
            try server.owner.select([id], forApp: ownIdentity(), deselects: false)
            let bytes = try movie("ONE")
            #expect(try server.app.openResource(.pairedVideo, of: id).readToEnd(limit: 1 << 20) == bytes)
            #expect(try server.photos("delete", LocalIdentifier(.asset, id).string).status == .exited(0))
            #expect(throws: LibraryError.self) { _ = try server.app.openResource(.pairedVideo, of: id) }
            _ = try server.owner.perform(ChangeBlock(operations: [.recoverAssets([id])]))
            #expect(try shapes(server) == [[1, 9]])
            #expect(try server.app.openResource(.pairedVideo, of: id).readToEnd(limit: 1 << 20) == bytes)
            try server.stop()
        }

        @Test func `an app's movie with the identifier of a photo stays apart from it`() throws {
            try folder.write(photo(1) { $0.contentIdentifier = "ONE" }, to: "phone/IMG_0001.JPG")
            let server = try ServerProcess(in: folder)
            _ = try server.importing(folder.file("phone"))
            try server.letIn(.authorized)
            let staged = try server.app.stage(SealedMemoryFile.make(movie("ONE", 9)), filename: "IMG_0001.MOV")
            #expect((staged.duplicateOf, staged.otherHalf, staged.lacking) == (nil, nil, []))
            let persons = try #require(try assets(server).first)
            let use = StagedResourceUse(staged: staged.id, kind: .pairedVideo)
            let attach = ChangeBlock(operations: [.completeAsset(persons, [use])])
            #expect(throws: LibraryError.self) { _ = try server.app.perform(attach) }
            let id = try server.app.mintIdentifiers(1)[0]
            let creation = AssetCreation(
                id: id,
                resources: [StagedResourceUse(staged: staged.id, kind: .video)]
            )
            _ = try server.app.perform(ChangeBlock(operations: [.createAsset(creation)]))
            #expect(try shapes(server) == [[1], [2]])
            // The real movie still finds its photo, and not the app's movie.
            try folder.write(movie("ONE"), to: "later/IMG_0001.MOV")
            let later = try server.importing(folder.file("later"))
            #expect((later.result.imported, later.result.completed) == (0, 1))
            #expect(try shapes(server) == [[1, 9], [2]])
            #expect(try server.owner.resources(of: id).map(\.kind) == [.video])
            try server.stop()
        }
    }
}
