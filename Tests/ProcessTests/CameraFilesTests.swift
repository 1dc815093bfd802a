import Foundation
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// What cameras write beside plain photos, from the import to the export: RAW files with their photos, bursts, slow
    /// motion and time-lapse.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct CameraFilesTests {
        private let folder: ScratchFolder

        init() throws {
            folder = try ScratchFolder()
            try FileNames.makeFolder(folder.file("phone"))
        }

        @Test func `a RAW file and its photo are one asset from import to export`() throws {
            try folder.write(TestPhoto.jpeg(6, date: 1_714_566_896_000_000), to: "phone/DSC_0006.JPG")
            try folder.write(RawFixture.dng(), to: "phone/DSC_0006.DNG")
            try AssetJourney(
                folder: folder,
                files: [("DSC_0006.JPG", .photo), ("DSC_0006.DNG", .alternatePhoto)],
                listedAs: "raw",
                editedNames: ["DSC_0006.jpg"]
            ).follow()
        }

        // MARK: Bursts

        /// The third one is the earliest.
        private static let fractions = ["300", "200", "100"]

        private func writeBurst() throws {
            for (number, fraction) in CameraFilesTests.fractions.enumerated() {
                var exif = AppleExif()
                exif.burstIdentifier = "SERIES"
                exif.fraction = fraction
                let photo = exif.inserted(intoJPEG: try TestPhoto.jpeg(UInt64(number + 1), date: nil))
                try folder.write(photo, to: "phone/IMG_\(number).JPG")
            }
        }

        /// The photos of the burst by filename, and which of them stands for it.
        private func burst(_ server: ServerProcess) throws -> (photos: [String: ObjectID], representative: String?) {
            let found = try server.owner.fetch(FetchRequest(.allAssets, includesAllBurstAssets: true))
            let page = try server.owner.assets(found, 0..<found.count)
            var photos: [String: ObjectID] = [:]
            var representative: String?
            for row in 0..<found.count {
                let name = try #require(try server.owner.resources(of: page.ids[row]).first?.filename)
                photos[name] = page.ids[row]
                #expect(page.burstIdentifier(at: row) == "SERIES")
                guard AssetPage.Flags(rawValue: page.flags[row]).contains(.representsBurst) else { continue }
                #expect(representative == nil)
                representative = name
            }
            return (photos, representative)
        }

        private func identifier(_ photo: ObjectID?) throws -> String {
            LocalIdentifier(.asset, try #require(photo)).string
        }

        @Test func `one photo of a burst stands for it, whatever happens to it`() throws {
            try writeBurst()
            let server = try ServerProcess(in: folder)
            #expect(try server.importing(folder.file("phone")).result.imported == 3)
            let (photos, representative) = try burst(server)
            #expect(photos.count == 3 && representative == "IMG_2.JPG")
            let shown = try identifier(photos["IMG_2.JPG"])
            let listed = try server.photos("list", "--kind", "bursts").output
            #expect(listed.split(separator: "\n").count == 1 && listed.contains("IMG_2.JPG"))

            // An edit leaves it where it is, and so does taking it back.
            try server.letIn("Editor", "full")
            for arguments in [["--turn", "left"], ["--revert"]] {
                let edit = try RunningProgram.run("Editor", [shown] + arguments, environment: server.environment)
                #expect(edit.status == .exited(0), "\(edit.errors)")
                #expect(try burst(server).representative == "IMG_2.JPG")
                #expect(try server.owner.allAssets().count == 1)
            }

            // Picked, it comes alone: the others were not shown to the person.
            let agent = try TestAgent(server.owner) { _ in .picked([photos["IMG_2.JPG"] ?? .random()]) }
            let items = try server.app.pick(PickerConfiguration()).next().items
            #expect(items.count == 1)
            agent.leave()

            // While it is deleted, the next photo stands for the burst.
            #expect(try server.photos("delete", shown).status == .exited(0))
            #expect(try burst(server).representative == "IMG_1.JPG")
            #expect(try server.photos("list").output.contains("IMG_1.JPG"))
            _ = try server.owner.perform(
                ChangeBlock(operations: [.recoverAssets([try #require(photos["IMG_2.JPG"])])])
            )
            #expect(try burst(server).representative == "IMG_2.JPG")
            #expect(try server.problems() == [])
            try server.stop()
        }

        @Test func `a burst that is exported and imported elsewhere is the same burst`() throws {
            try writeBurst()
            let server = try ServerProcess(in: folder)
            _ = try server.importing(folder.file("phone"))
            let photos = try burst(server).photos
            let exported = try RunningProgram.run(
                "photos",
                ["export"] + photos.values.map { LocalIdentifier(.asset, $0).string }
                    + ["--to", folder.file("out").text],
                environment: server.environment
            )
            #expect(exported.status == .exited(0) && exported.output.split(separator: "\n").count == 3)
            #expect(try server.importing(folder.file("out")).result.duplicates == 3)
            try server.stop()

            let second = try ServerProcess(in: folder, library: "Second.photolibrary", socketName: "second.sock")
            #expect(try second.importing(folder.file("out")).result.imported == 3)
            let again = try burst(second)
            #expect(Set(again.photos.keys) == Set(photos.keys) && again.representative == "IMG_2.JPG")
            try second.stop()
        }

        // MARK: Movies

        private func movie(_ change: (inout MovieFixture) -> Void) throws -> [UInt8] {
            let frame = try TestPhoto.jpeg(5, date: nil)
            var movie = MovieFixture(frames: Array(repeating: frame, count: 240), width: 64, height: 48)
            change(&movie)
            return movie.bytes
        }

        @Test func `slow motion and time-lapse are found as such, and keep their files`() throws {
            let slow = try movie { $0.framesPerSecond = 120 }
            let lapse = try movie {
                $0.framesPerSecond = 30
                $0.metadata = [("com.apple.photos.captureMode", "Time-lapse")]
            }
            try folder.write(slow, to: "phone/IMG_1.MOV")
            try folder.write(lapse, to: "phone/IMG_2.MOV")
            let server = try ServerProcess(in: folder)
            let imported = try server.importing(folder.file("phone"))
            #expect(imported.status == .exited(0) && imported.result.imported == 2, "\(imported.errors)")
            for (kind, name, duration, bytes) in [
                ("slomo", "IMG_1.MOV", "0:02", slow), ("timelapse", "IMG_2.MOV", "0:08", lapse),
            ] {
                struct Listed: Decodable { var identifier: String }
                let listed = try server.photos("list", "--kind", kind, "--json").output
                let found = try JSONDecoder().decode([Listed].self, from: Data(listed.utf8))
                let identifier = try #require(found.count == 1 ? found.first?.identifier : nil, "\(kind): \(listed)")
                let info = try server.photos("info", identifier).output
                #expect(info.contains(name) && info.contains(duration), "\(info)")
                let to = folder.file("out-\(kind)")
                #expect(try server.photos("export", identifier, "--to", to.text).status == .exited(0))
                #expect(try OwnedDescriptor(opening: to.appending(FilePath(name))).readToEnd(limit: 16 << 20) == bytes)
                let id = try #require(LocalIdentifier(identifier)?.id)
                let poster = try server.owner.thumbnail(of: id, fitting: PixelSize(width: 32, height: 32))
                #expect(poster.size == PixelSize(width: 32, height: 24))
            }
            #expect(try server.problems() == [])
            try server.stop()
        }
    }
}
