import Foundation
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// The examples that ask the person for photos, in processes of their own. The test is the person.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct PickingAppsTests {
        private func photos(_ count: Int, in server: ServerProcess) throws -> [ObjectID] {
            try (0..<count).map { try server.owner.addPhoto(TestPhoto.jpeg(UInt64($0)), filename: "\($0).jpg") }
        }

        private func names(in folder: FilePath) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.text).filter { !$0.hasPrefix(".") }.sorted()
        }

        @Test func `PickPhotos copies what is picked, and remembers it`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let photos = try photos(4, in: server)
            func run(_ answer: PromptAnswer) throws -> (FinishedProgram, PickerConfiguration?) {
                let agent = try TestAgent(server.owner) { _ in answer }
                defer { agent.leave() }
                let finished = try RunningProgram.run(
                    "PickPhotos",
                    ["--into", folder.file("into").text, "--ordered", "--only", "images"],
                    environment: server.environment
                )
                guard case .picker(let shown)? = agent.shown.first?.question else { return (finished, nil) }
                return (finished, shown)
            }
            let (first, shown) = try run(.picked([photos[2], photos[0]]))
            #expect(first.status == .exited(0), "\(first.errors)")
            #expect(first.output == "2.jpg\n0.jpg\n")
            #expect(first.errors.contains("[##############################] 100 % all"))
            #expect(shown?.isOrdered == true && shown?.preselected == [])
            #expect(
                shown?.filter == PredicateProgram([.key("mediaType"), .literal(.integer(1)), .compare(.equal, [])])
            )
            let copy = try Data(contentsOf: URL(fileURLWithPath: folder.file("into/2.jpg").text))
            #expect(try copy == Data(TestPhoto.jpeg(2)))

            let (second, again) = try run(.picked([photos[3], photos[2]]))
            #expect(second.status == .exited(0), "\(second.errors)")
            #expect(again?.preselected == [photos[2], photos[0]])
            #expect(second.output == "3.jpg\n2.jpg\n")
            #expect(try names(in: folder.file("into")) == ["2.jpg", "3.jpg"])

            // A cancellation changes nothing.
            let (third, _) = try run(.dismissed)
            #expect(third.status == .exited(0), "\(third.errors)")
            #expect(third.output == "3.jpg\n2.jpg\n")
            #expect(try names(in: folder.file("into")) == ["2.jpg", "3.jpg"])

            let nobody = try RunningProgram.run(
                "PickPhotos",
                ["--into", folder.file("into").text],
                environment: server.environment
            )
            #expect(nobody.status == .exited(69), "\(nobody.errors)")
            #expect(try names(in: folder.file("into")) == ["2.jpg", "3.jpg"])
            // It never had access.
            let grant = try server.owner.grants().first { try $0.app == identity(of: "PickPhotos") }
            #expect(grant?.readWrite == .notDetermined)
            #expect(grant?.pickedCount == 3)
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `PhotoJournal asks for the photos of every entry, and uses exactly those`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let photos = try photos(5, in: server)
            // Beside the program is what it says of itself.
            try FileNames.makeFolder(folder.file("app"))
            let program = folder.file("app/PhotoJournal")
            let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
            let plist = sources.appendingPathComponent("Examples/PhotoJournal/Info.plist").standardized
            for (source, goal) in [
                (URL(fileURLWithPath: try BuiltProgram.path("PhotoJournal").text), program.text),
                (plist, folder.file("app/Info.plist").text),
            ] { try FileManager.default.copyItem(at: source, to: URL(fileURLWithPath: goal)) }
            func run(_ arguments: String...) throws -> FinishedProgram {
                let journal = ["--journal", folder.file("diary.json").text] + arguments
                return try RunningProgram(path: program, journal.map { FilePath($0) }, environment: server.environment)
                    .finish()
            }
            func entries() throws -> [[String]] {
                struct Diary: Decodable {
                    struct Entry: Decodable { var photos: [Photo] }
                    struct Photo: Decodable { var identifier: String }
                    var entries: [Entry]
                }
                let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("diary.json").text))
                return try JSONDecoder().decode(Diary.self, from: data).entries.map { $0.photos.map(\.identifier) }
            }
            func identifiers(_ places: Int...) throws -> [String] {
                let objects = places.map { LocalIdentifier(.asset, photos[$0]) }
                return try server.owner.cloudIdentifiers(of: objects).compactMap { $0?.string }
            }

            let agent = try TestAgent(server.owner) { prompt in
                switch prompt.question {
                case .access: .access(.limited, selected: [photos[1]])
                case .selection(isAutomatic: false): .selection([photos[1], photos[4], photos[2]])
                default: nil
                }
            }
            let first = try run("new", "At", "the", "lake")
            #expect(first.status == .exited(0), "\(first.errors)")
            #expect(try entries() == [identifiers(1)])
            let second = try run("new", "Home")
            #expect(second.status == .exited(0), "\(second.errors)")
            #expect(try entries() == [identifiers(1), identifiers(4, 2)])
            // What the person read, and that nothing was asked that the app asks itself.
            #expect(agent.shown.map(\.question) == [.access(.readWrite), .selection(isAutomatic: false)])
            #expect(agent.shown.map(\.claimedName) == ["Photo Journal", "Photo Journal"])
            #expect(agent.shown.first?.usageDescription.hasPrefix("To put the photos") == true)
            agent.leave()

            // One album, of its own, with all of them.
            let albums = try server.owner.fetch(FetchRequest(.allCollections(.assetCollection)))
            #expect(albums.count == 1)
            let members = try server.owner.fetch(FetchRequest(.assets(inCollection: albums[0])))
            #expect((0..<members.count).map { members[$0] } == [photos[1], photos[4], photos[2]])

            let list = try run("list")
            #expect(list.status == .exited(0), "\(list.errors)")
            #expect(list.output.contains("At the lake\n  1.jpg\n"))
            #expect(list.output.contains("Home\n  4.jpg\n  2.jpg\n"))
            try server.owner.select([photos[4]], forApp: "exe:" + program.text, deselects: true)
            let placeholder = "  [4.jpg: not in this library, or not shown to this program]\n"
            #expect(try run("list").output.contains(placeholder + "  2.jpg\n"))
            #expect(try server.stop().status == .exited(0))
        }
    }
}
