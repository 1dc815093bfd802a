import Foundation
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// `photos privacy … --without-places` and `--places`, and what an app gets then: this test program is the app.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct HiddenPlacesTests {
        private let folder: ScratchFolder
        private let server: ServerProcess
        private let identity: String

        init() throws {
            folder = try ScratchFolder()
            server = try ServerProcess(in: folder)
            identity = try ownIdentity()
            try FileNames.makeFolder(folder.file("photos"))
            for (number, place) in [Coordinate(latitude: 46.5, longitude: 7.25), nil].enumerated() {
                let photo = SamplePhoto(
                    size: PixelSize(width: 64, height: 48),
                    seed: UInt64(number),
                    date: 1_750_000_000_000_000 + Int64(number),
                    utcOffset: 0,
                    location: place
                )
                try folder.write(photo.encoded(), to: "photos/\(number).jpg")
            }
            var movie = MovieFixture(frames: [try TestPhoto.jpeg(5, date: nil)], width: 64, height: 48)
            movie.metadata = [("com.apple.quicktime.location.ISO6709", "+46.5000+007.2500+500.000/")]
            try folder.write(movie.bytes, to: "photos/2.mov")
            #expect(try server.importing(folder.file("photos")).result.imported == 3)
        }

        private func privacy(_ arguments: String...) throws -> FinishedProgram {
            let finished = try RunningProgram.run("photos", ["privacy"] + arguments, environment: server.environment)
            #expect(finished.status == .exited(0), "\(finished.errors)")
            return finished
        }

        /// Every place that the app gets by any way, in words.
        private func places() throws -> Set<String> {
            let app = server.app
            let fetched = try app.fetch(FetchRequest(.allAssets))
            let page = try app.assets(fetched, 0..<fetched.count)
            var found: Set<String> = []
            if page.latitude.contains(46.5) { found.insert("property") }
            let located = PredicateProgram([.key("location"), .literal(.null), .compare(.notEqual, [])])
            if try app.fetch(FetchRequest(.allAssets, predicate: located)).count > 0 { found.insert("predicate") }
            for row in 0..<fetched.count {
                let asset = fetched[row]
                for file in try app.resources(of: asset) {
                    let copy = try app.openResource(file.kind, of: asset)
                    let staged = try server.owner.stage(copy, filename: file.filename)
                    if staged.metadata.location != nil { found.insert(file.filename) }
                }
            }
            return found
        }

        @Test func `an app that may have no places gets none by any way, until it may`() throws {
            let everything: Set = ["property", "predicate", "0.jpg", "2.mov"]
            _ = try privacy("set", identity, "full")
            #expect(try places() == everything)
            _ = try privacy("set", identity, "full", "--without-places")
            #expect(try places() == [])
            #expect(try privacy("list").output.contains("without places"))
            // Deciding about access leaves places as they are, and so does limiting it.
            _ = try privacy("set", identity, "limited")
            for asset in try server.owner.allAssets() {
                _ = try privacy("select", identity, LocalIdentifier(.asset, asset).string)
            }
            #expect(try places() == [])
            _ = try privacy("preferences", identity, "--places", "on")
            #expect(try places() == everything)
            #expect(try privacy("preferences", identity).output.contains("--places   on  "))
            _ = try privacy("preferences", identity, "--places", "off")
            #expect(try places() == [])
            let json = try privacy("preferences", identity, "--json").output
            #expect(json.contains("\"hidesPlaces\":true"), "\(json)")
            let wrong = try server.photos("privacy", "preferences", identity, "--places", "maybe")
            #expect(wrong.status == .exited(2) && wrong.errors.contains("--places"))
            try server.stop()
        }

        @Test func `history and dates tell nothing of a place that is put right`() throws {
            _ = try privacy("set", identity, "full", "--without-places")
            let app = server.app
            let token = try app.currentToken()
            let fetched = try app.fetch(FetchRequest(.allAssets))
            let before = try app.assets(fetched, 0..<fetched.count).modificationDate
            var move = AssetUpdate()
            move.location = .set(Coordinate(latitude: 1, longitude: 2))
            for row in 0..<fetched.count {
                _ = try server.owner.perform(ChangeBlock(operations: [.updateAsset(fetched[row], move)]))
            }
            var reader = app.historyReader(since: token)
            while let page = try reader.next() { #expect(page.objects == []) }
            #expect(try app.assets(fetched, 0..<fetched.count).modificationDate == before)
            let sort = [SortKey("modificationDate", isAscending: false)]
            let sorted = try app.fetch(FetchRequest(.allAssets, sort: sort))
            let again = (0..<sorted.count).map { sorted[$0] }
            move.location = .clear
            _ = try server.owner.perform(ChangeBlock(operations: [.updateAsset(fetched[0], move)]))
            let later = try app.fetch(FetchRequest(.allAssets, sort: sort))
            #expect((0..<later.count).map { later[$0] } == again)
            // What is more than a place shows, as what it is alone.
            var both = AssetUpdate()
            both.location = .set(Coordinate(latitude: 3, longitude: 4))
            both.isFavorite = true
            _ = try server.owner.perform(ChangeBlock(operations: [.updateAsset(fetched[0], both)]))
            var told = app.historyReader(since: token)
            var fields: [UInt32] = []
            while let page = try told.next() { fields += page.fields }
            #expect(fields == [ChangedFields.favorite.rawValue])
            try server.stop()
        }
    }
}
