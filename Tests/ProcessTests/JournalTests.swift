import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// The example `PhotoJournal` on two machines with libraries of their own, which open one journal.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct JournalTests {
        private let scene: CloudScene
        private let first: ServerProcess
        private let second: ServerProcess

        init() throws {
            scene = try CloudScene()
            (first, second) = (try scene.machine("first"), try scene.machine("second"))
        }

        /// Runs the program, with what the person types.
        private func run(_ server: ServerProcess, _ command: String, typing input: String = "") throws
            -> FinishedProgram
        {
            try scene.folder.write(Array(input.utf8), to: "typed")
            return try RunningProgram(
                path: "/bin/sh",
                [
                    "-c", FilePath("exec \"$0\" --journal \"$1\" \(command) < \"$2\""),
                    try BuiltProgram.path("PhotoJournal"), scene.folder.file("diary.json"), scene.folder.file("typed"),
                ],
                environment: server.environment
            ).finish()
        }

        private func lines(_ server: ServerProcess) throws -> [String] {
            let list = try run(server, "list")
            #expect(list.status == .exited(0), "\(list.errors)")
            return list.output.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
        }

        private func person(_ server: ServerProcess, picking photos: [ObjectID]) throws -> TestAgent {
            try TestAgent(server.owner) { prompt in
                switch prompt.question {
                case .access: .access(.authorized)
                case .picker: .picked(photos)
                default: nil
                }
            }
        }

        private func synchronize(_ servers: ServerProcess...) throws {
            for server in servers {
                let finished = try server.photos("cloud", "sync")
                #expect(finished.status == .exited(0), "\(finished.errors)")
            }
        }

        private func albums(_ server: ServerProcess) throws -> Int {
            try server.owner.fetch(FetchRequest(.allCollections(.assetCollection))).count
        }

        @Test func `photos are found by content, by the person's choice and by record, and a placeholder is filled`()
            throws
        {
            let names = ["lake.jpg", "hut.jpg", "cow.jpg"]
            let photos = try names.enumerated().map { number, name in
                try first.owner.addPhoto(CloudScene.photo(UInt64(number)), filename: name)
            }
            try second.owner.addPhoto(CloudScene.photo(1), filename: "hut again.jpg")
            for name in ["cow one.jpg", "cow two.jpg"] {
                try second.owner.addPhoto(CloudScene.photo(2), filename: name)
            }
            let here = try person(first, picking: photos)
            let entry = try run(first, "new At the lake")
            #expect(entry.status == .exited(0), "\(entry.errors)")
            #expect(try lines(first) == names)
            here.leave()

            let there = try person(second, picking: [])
            let placeholder = "[lake.jpg: not in this library, or not shown to this program]"
            let several = "[cow.jpg: one of 2 photos, see \"choose\"]"
            #expect(try lines(second) == [placeholder, "hut again.jpg", several])
            there.leave()
            // No answer decides nothing, a wrong one neither.
            let none = try run(second, "choose", typing: "3\n\n")
            #expect(none.status == .exited(0) && none.errors.contains("a number from 1 to 2"), "\(none.errors)")
            #expect(try lines(second)[2] == several)
            let chosen = try run(second, "choose", typing: "2\n")
            #expect(chosen.output.contains("At the lake\nWhich one is cow.jpg?\n  1  "), "\(chosen.errors)")
            let offered = chosen.output.split(separator: "\n").first { $0.hasPrefix("  2  ") } ?? ""
            let cow = String(offered.dropFirst(5).prefix { $0 != "," })
            #expect(cow.hasPrefix("cow ") && chosen.errors.contains("1 photo was chosen"))
            #expect(try lines(second) == [placeholder, "hut again.jpg", cow])
            // The journal has the choice: on this machine it needs none.
            #expect(try lines(first) == names)
            #expect(try run(second, "choose").output == "")

            let setup = try first.photos("cloud", "setup", scene.bucket)
            let phrase = try #require(CloudScene.phrase(setup))
            #expect(try second.join(scene.bucket, phrase, in: scene.folder).status == .exited(0))
            try synchronize(first, second, first)
            let filled = try lines(second)
            #expect(filled.first == "lake.jpg" && filled.last == cow && filled.count == 3)
            #expect(try lines(first).allSatisfy { !$0.hasPrefix("[") })
            let identifier = try #require(try first.owner.cloudIdentifiers(of: [LocalIdentifier(.asset, photos[0])])[0])
            #expect(try second.owner.localIdentifiers(of: [identifier], onlySynced: true)[0].count == 1)

            // The album has come along, so that the other machine makes no second one.
            #expect(try albums(second) == 1)
            let new = try second.owner.addPhoto(CloudScene.photo(7), filename: "summit.jpg")
            let again = try person(second, picking: [new])
            #expect(try run(second, "new On the summit").status == .exited(0))
            again.leave()
            #expect(try albums(second) == 1)
            #expect(try lines(first).last == "[summit.jpg: not in this library, or not shown to this program]")
            try synchronize(second, first)
            #expect(try lines(first).last == "summit.jpg")
            for server in [first, second] { #expect(try server.stop().status == .exited(0)) }
        }
    }
}
