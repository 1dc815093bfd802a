import Foundation
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// The example programs, each in a process of its own, on one server.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct AppsTests {
        /// 2026-06-14T08:00:00Z, in microseconds since 1970.
        private static let june: Int64 = 1_781_424_000_000_000
        private static let hour: Int64 = 3_600_000_000
        private static let hikes = """
            [{"name": "Ridge", "start": "2026-06-14T08:00:00Z", "end": "2026-06-14T18:00:00Z"},
             {"name": "Valley", "start": "2026-07-04T08:00:00Z", "end": "2026-07-04T18:00:00Z"},
             {"name": "Nowhere", "start": "2020-01-01T08:00:00Z", "end": "2020-01-01T18:00:00Z"}]
            """
        /// Twenty days.
        private static let july = june + 20 * 24 * hour

        /// Three photos of the ridge and two of the valley, imported.
        private func prepare(_ folder: ScratchFolder) throws -> ServerProcess {
            try folder.write(Array(AppsTests.hikes.utf8), to: "hikes.json")
            try FileNames.makeFolder(folder.file("photos"))
            for (number, date) in [
                AppsTests.june, AppsTests.june + AppsTests.hour, AppsTests.june + 2 * AppsTests.hour, AppsTests.july,
                AppsTests.july + AppsTests.hour,
            ].enumerated() {
                try folder.write(try TestPhoto.jpeg(UInt64(number), date: date), to: "photos/\(number).jpg")
            }
            let server = try ServerProcess(in: folder)
            let (status, result, errors) = try server.importing(folder.file("photos"))
            #expect(status == .exited(0), "\(errors)")
            #expect(result.imported == 5)
            return server
        }

        private func hikingCollage(_ folder: ScratchFolder, _ more: String...) -> [String] {
            [
                "--hikes", folder.file("hikes.json").text, "--state", folder.file("hikes.state").text, "--output",
                folder.file("collages").text,
            ] + more
        }

        private func assets(_ server: ServerProcess, from start: Int64, to end: Int64) throws -> [LocalIdentifier] {
            let program = PredicateProgram([
                .key("creationDate"), .literal(.date(start)), .compare(.greaterOrEqual, []), .key("creationDate"),
                .literal(.date(end)), .compare(.lessOrEqual, []), .and,
            ])
            let sort = [SortKey("creationDate", isAscending: true)]
            let found = try server.owner.fetch(FetchRequest(.allAssets, predicate: program, sort: sort))
            return (0..<found.count).map { LocalIdentifier(.asset, found[$0]) }
        }

        @Test func `three programs and a watcher work on one library at once`() throws {
            let folder = try ScratchFolder()
            let server = try prepare(folder)
            try FileNames.makeFolder(folder.file("collages"))
            for program in ["HikingCollage", "Darkroom", "AlbumByMonth"] { try server.letIn(program, "full") }
            try server.letIn("Camera", "full", "--add-only")
            let valley = try assets(server, from: AppsTests.july, to: AppsTests.july + 10 * AppsTests.hour)
            #expect(valley.count == 2)

            let environment = server.environment.merging(["TZ": "UTC"]) { $1 }
            let watcher = try RunningProgram("photos", ["watch", "--json"], environment: environment)
            #expect(watcher.waitForError(containing: "watching"))
            let collage = try RunningProgram(
                "HikingCollage",
                hikingCollage(folder, "--watch"),
                environment: environment
            )
            #expect(collage.waitForOutput(containing: "collages redrawn"), "\(collage.errorText)")

            let camera = try RunningProgram(
                "Camera",
                ["--count", "2", "--date", "2026-06-14T12:00:00Z"],
                environment: environment
            )
            let darkroom = try RunningProgram("Darkroom", [valley[0].string, "--sepia"], environment: environment)
            let months = try RunningProgram(
                "AlbumByMonth",
                ["--state", folder.file("months.state").text],
                environment: environment
            )
            let taken = try camera.finish()
            #expect(taken.status == .exited(0), "\(taken.errors)")
            #expect(taken.errors.contains("this app sees 0"))
            let developed = try darkroom.finish()
            #expect(developed.status == .exited(0), "\(developed.errors)")
            let sorted = try months.finish()
            #expect(sorted.status == .exited(0), "\(sorted.errors)")

            // The collages follow.
            #expect(collage.waitForOutput(containing: "redrawn Ridge: 2 inserted, 0 deleted, 0 edited (5 photos)"))
            #expect(collage.waitForOutput(containing: "redrawn Valley: 0 inserted, 0 deleted, 1 edited (2 photos)"))
            try collage.send(signal: 15)
            #expect(try collage.finish().status == .exited(0))
            for name in ["Ridge.jpg", "Valley.jpg"] {
                let picture = try OwnedDescriptor(opening: folder.file("collages").appending(FilePath(name)))
                #expect(try picture.readToEnd(limit: 1 << 26).prefix(3) == [0xFF, 0xD8, 0xFF])
            }
            #expect(throws: SystemCallError.self) { _ = try FileStatus(of: folder.file("collages/Nowhere.jpg")) }

            // So does an observer in another process, and each change is told once.
            let added = taken.output.split(separator: "\n").map(String.init)
            #expect(added.count == 2)
            let albums = try server.owner.fetch(FetchRequest(.allCollections(.assetCollection)))
            #expect(albums.count == 2)
            let marker = try server.owner.mintIdentifiers(1)[0]
            _ = try server.owner.perform(
                ChangeBlock(operations: [.createCollection(.assetCollection, marker, title: "Last", parent: nil)])
            )
            #expect(watcher.waitForOutput(containing: LocalIdentifier(.assetCollection, marker).string))
            let lines = watcher.outputText.split(separator: "\n").map { $0.replacing("\\/", with: "/") }
            for identifier in added {
                #expect(lines.count { $0.contains(identifier) && $0.contains("inserted") } == 1)
            }
            #expect(lines.count { $0.contains(valley[0].string) && $0.contains("content") } == 1)
            try watcher.send(signal: 9)
            try watcher.finish()

            // What came after the albums were sorted is sorted the next time, and nothing twice.
            let later = try RunningProgram.run(
                "AlbumByMonth",
                ["--state", folder.file("months.state").text],
                environment: environment
            )
            #expect(later.status == .exited(0), "\(later.errors)")
            let pages = try server.owner.collections(albums, 0..<2)
            let counts = Dictionary(uniqueKeysWithValues: zip(pages.title, pages.memberCount))
            #expect(counts == ["2026-06": 5, "2026-07": 2])
            #expect(try server.problems() == [])
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `an app that was away gets exactly what changed, whatever became of the server meanwhile`() throws {
            let folder = try ScratchFolder()
            var server = try prepare(folder)
            try FileNames.makeFolder(folder.file("collages"))
            try server.letIn("HikingCollage", "full")
            let token = try server.photos("token").output.split(separator: "\n").joined()
            func catchUp() throws -> Report {
                let finished = try RunningProgram.run(
                    "HikingCollage",
                    hikingCollage(folder, "--json"),
                    environment: server.environment
                )
                #expect(finished.status == .exited(0), "\(finished.errors)")
                return try JSONDecoder().decode(Report.self, from: Data(finished.output.utf8))
            }
            let first = try catchUp()
            #expect(first.basis == "everything")
            #expect(first.collages.map(\.photos) == [3, 2, 0])

            // Changes before, between and after a server that is killed.
            let ridge = try assets(server, from: AppsTests.june, to: AppsTests.june + 10 * AppsTests.hour)
            #expect(try server.photos("delete", ridge[0].string).status == .exited(0))
            try server.kill()
            server = try ServerProcess(in: folder)
            try folder.write(TestPhoto.jpeg(77, date: AppsTests.june + 3 * AppsTests.hour), to: "late.jpg")
            #expect(try server.importing(folder.file("late.jpg")).result.imported == 1)
            #expect(try server.photos("favorite", ridge[1].string).status == .exited(0))
            #expect(try server.stop().status == .exited(0))
            server = try ServerProcess(in: folder)

            let second = try catchUp()
            #expect(second.basis == "changes")
            #expect(second.collages.map(\.isRedrawn) == [true, false, false])
            #expect(second.collages[0].inserted == 1)
            #expect(second.collages[0].deleted == 1)
            #expect(second.collages[0].photos == 3)
            let third = try catchUp()
            #expect(third.changes == 0)
            #expect(third.collages.allSatisfy { !$0.isRedrawn })

            // The person's own token has been through the same.
            let history = try server.photos("history", "--since", token, "--json")
            #expect(history.status == .exited(0))
            let transactions = try JSONDecoder().decode(History.self, from: Data(history.output.utf8)).transactions
            #expect(transactions.map(\.assets.deleted) == [[ridge[0].string], [], []])
            #expect(transactions.map(\.assets.inserted.count) == [0, 1, 0])
            #expect(transactions.map(\.assets.updated) == [[], [], [ridge[1].string]])
            #expect(transactions.map(\.author) == ["owner", "owner", "owner"])
            func filtered(_ arguments: String...) throws -> [UInt64] {
                let history = try RunningProgram.run(
                    "photos",
                    ["history", "--since", token, "--json"] + arguments,
                    environment: server.environment
                )
                return try JSONDecoder().decode(History.self, from: Data(history.output.utf8)).transactions
                    .map(\.sequence)
            }
            let sequences = transactions.map(\.sequence)
            #expect(try filtered("--app", "HikingCollage") == [])
            #expect(try filtered("--app", "owner") == sequences)
            // One that is gone is named by its whole identifier, one that is there by the start of it.
            #expect(try filtered(ridge[0].string) == [sequences[0]])
            #expect(try filtered(String(ridge[1].string.prefix(20)), ridge[0].string) == [sequences[0], sequences[2]])
            #expect(try filtered("--changed", "rating,caption") == [sequences[0], sequences[1]])
            #expect(try filtered("--kind", "folder") == [])
            #expect(try server.photos("history", "--kind", "photo").status == .exited(2))
            #expect(try server.photos("history", "--changed", "colour").status == .exited(2))

            // A token of another library is told from an old one, and everything is read anew.
            let other = try ServerProcess(in: folder, library: "Other.photolibrary", socketName: "other.sock")
            #expect(try other.photos("history", "--since", token).errors.contains("another library"))
            try other.letIn("HikingCollage", "full")
            try server.stop()
            server = other
            let elsewhere = try catchUp()
            #expect(elsewhere.basis == "tokenExpired")
            #expect(elsewhere.collages.map(\.photos) == [0, 0, 0])
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `an observer gets over a server that is killed, and misses nothing`() throws {
            let folder = try ScratchFolder()
            var server = try ServerProcess(in: folder)
            let watcher = try RunningProgram("photos", ["watch", "--json"], environment: server.environment)
            #expect(watcher.waitForError(containing: "watching"))
            var expected: [String] = []
            for round in 0..<3 {
                for _ in 0..<2 {
                    let id = try server.owner.mintIdentifiers(1)[0]
                    _ = try server.owner.perform(
                        ChangeBlock(operations: [
                            .createCollection(.assetCollection, id, title: "\(round)", parent: nil)
                        ])
                    )
                    expected.append(LocalIdentifier(.assetCollection, id).string)
                }
                try server.kill()
                server = try ServerProcess(in: folder)
            }
            let id = try server.owner.mintIdentifiers(1)[0]
            _ = try server.owner.perform(
                ChangeBlock(operations: [.createCollection(.assetCollection, id, title: "last", parent: nil)])
            )
            expected.append(LocalIdentifier(.assetCollection, id).string)
            let isThere = eventually { watcher.outputText.replacing("\\/", with: "/").contains(expected[6]) }
            #expect(isThere, "\(watcher.errorText)")
            let told = watcher.outputText.replacing("\\/", with: "/").split(separator: "\n")
            #expect(told.count == expected.count)
            for (line, identifier) in zip(told, expected) { #expect(line.contains(identifier)) }
            try watcher.send(signal: 9)
            try watcher.finish()
            #expect(try server.stop().status == .exited(0))
        }

        /// What HikingCollage prints with `--json`.
        private struct Report: Decodable {
            struct Entry: Decodable {
                var isRedrawn: Bool
                var inserted: Int
                var deleted: Int
                var photos: Int
            }

            var collages: [Entry]
            var basis: String
            var changes: Int
        }

        /// What `photos history --json` prints.
        private struct History: Decodable {
            struct Transaction: Decodable {
                struct Changes: Decodable {
                    var inserted: [String]
                    var updated: [String]
                    var deleted: [String]
                }

                var sequence: UInt64
                var author: String
                var assets: Changes
            }

            var transactions: [Transaction]
        }
    }
}
