import BucketTestSupport
import CivilDates
import Glibc
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// Two servers with libraries of their own, and a bucket between them.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct CloudTests {
        /// Two machines with one library.
        private func pair(_ scene: CloudScene) throws -> (first: ServerProcess, second: ServerProcess, phrase: String) {
            let (first, second) = (try scene.machine("first"), try scene.machine("second"))
            let setup = try first.photos("cloud", "setup", scene.bucket, "--name", "First")
            #expect(setup.status == .exited(0), "\(setup.errors)")
            let phrase = try #require(CloudScene.phrase(setup))
            let join = try second.join(scene.bucket, phrase, in: scene.folder)
            #expect(join.status == .exited(0), "\(join.errors)")
            return (first, second, phrase)
        }

        private func synchronize(_ servers: ServerProcess...) throws {
            for server in servers {
                let finished = try server.photos("cloud", "sync")
                #expect(finished.status == .exited(0), "\(finished.errors)")
            }
        }

        @Test(arguments: CloudScene.Kind.allCases)
        func `what is done on one machine is on the other, field by field and byte by byte`(
            _ kind: CloudScene.Kind
        ) throws {
            let scene = try CloudScene(kind)
            let first = try scene.machine("first")
            var ids: [ObjectID] = []
            for seed in 1...4 { ids.append(try first.owner.addPhoto(CloudScene.photo(UInt64(seed)))) }
            let setup = try first.photos("cloud", "setup", scene.bucket)
            let phrase = try #require(CloudScene.phrase(setup))
            try synchronize(first)
            let second = try scene.machine("second")
            #expect(try second.join(scene.bucket, phrase, in: scene.folder).status == .exited(0))
            try synchronize(second)
            #expect(try LibraryContents(second.owner) == LibraryContents(first.owner))
            #expect(try LibraryContents(second.owner).assets.count == 4)

            var update = AssetUpdate()
            update.isFavorite = true
            update.title = .set("Ferien")
            update.caption = .set("Am See")
            update.keywords = ["See", "Boot"]
            update.rating = 4
            update.location = .set(Coordinate(latitude: 47.5, longitude: 9.25))
            let album = try first.owner.mintIdentifiers(1)[0]
            _ = try first.owner.perform(
                ChangeBlock(operations: [
                    .updateAsset(ids[0], update),
                    .createCollection(.assetCollection, album, title: "Sommer", parent: nil),
                    .insertMembers(.album(album), [ids[2], ids[0]].map { LocalIdentifier(.asset, $0) }, at: nil),
                    .deleteAssets([ids[3]]),
                ])
            )
            try second.owner.addPhoto(CloudScene.photo(9), filename: "neu.jpg")
            try synchronize(first, second, first)
            let (here, there) = (try LibraryContents(first.owner), try LibraryContents(second.owner))
            #expect(here == there)
            #expect(there.assets.count == 4 && there.recentlyDeleted == 1)
            #expect(there.albums["Sommer"]?.count == 2)
            #expect(there.assets.values.contains { $0.title == "Ferien" && $0.keywords == ["Boot", "See"] })
            #expect((scene.store?.refusals ?? []) == [])
        }

        @Test(arguments: CloudScene.Kind.allCases)
        func `a library that was lost comes back with the recovery phrase`(_ kind: CloudScene.Kind) throws {
            let scene = try CloudScene(kind)
            let first = try scene.machine("first")
            for seed in 1...3 { try first.owner.addPhoto(CloudScene.photo(UInt64(seed))) }
            let phrase = try #require(CloudScene.phrase(first.photos("cloud", "setup", scene.bucket)))
            try synchronize(first)
            let before = try LibraryContents(first.owner)
            try first.stop()

            let again = try scene.machine("anew")
            let wrong = String(phrase.dropLast()) + (phrase.hasSuffix("0") ? "1" : "0")
            let refused = try again.join(scene.bucket, wrong, in: scene.folder)
            #expect(refused.status == .exited(1) && refused.errors.contains("not a recovery phrase"))
            #expect(try again.join(scene.bucket, phrase, in: scene.folder).status == .exited(0))
            try synchronize(again)
            #expect(try LibraryContents(again.owner) == before)
            let verified = try again.photos("cloud", "verify", "--json")
            #expect(
                verified.output == "{\"checked\":3,\"damaged\":0,\"mended\":0,\"missing\":0}\n",
                "\(verified.errors)"
            )
        }

        @Test(arguments: [CloudScene.Kind.folder, .store])
        func `a process that is killed again and again converges, and there is never more than one`(
            _ kind: CloudScene.Kind
        ) throws {
            let scene = try CloudScene(kind)
            let (first, second, _) = try pair(scene)
            var random = SeededGenerator(seed: UInt64.random(in: 0...9_999))
            print("kills of photolibrary-sync with \(random)")
            for seed in 1...8 {
                try first.owner.addPhoto(CloudScene.photo(UInt64(seed)))
                for server in [first, second] {
                    _ = try server.owner.commandCloud(.synchronize)
                    Parker().park(until: MonotonicClock.deadline(after: UInt64(random.below(300_000_000))))
                    if let process = try server.syncProcess() { kill(process, SIGKILL) }
                }
            }
            try synchronize(first, second)
            #expect(try LibraryContents(second.owner) == LibraryContents(first.owner))
            #expect(try LibraryContents(second.owner).assets.count == 8)
        }

        @Test func `no server has a network socket, and the process that synchronises gets no new rights`() throws {
            let scene = try CloudScene()
            let (first, _, _) = try pair(scene)
            try synchronize(first)
            for process in [first.program.processIdentifier] {
                #expect(try Self.networkSockets(of: process).isEmpty)
            }
            let process = try #require(try first.syncProcess())
            let file = try OwnedDescriptor(opening: FilePath("/proc/\(process)/status"), [.readOnly])
            let status = String(decoding: try file.readToEnd(limit: 65_536), as: UTF8.self)
            #expect(status.contains("NoNewPrivs:\t1") && status.contains("CapEff:\t0000000000000000"))
        }

        /// Inodes of sockets of IPv4 and IPv6 that a process has open.
        private static func networkSockets(of process: Int32) throws -> [String] {
            var open: Set<String> = []
            var reader = try FolderReader(FilePath("/proc/\(process)/fd"))
            while let entry = try reader.next() {
                let path = FilePath("/proc/\(process)/fd").appending(entry.name)
                do throws(SystemCallError) {
                    let target = try FileNames.target(ofLink: path).text
                    if target.hasPrefix("socket:[") { open.insert(String(target.dropFirst(8).dropLast())) }
                } catch {
                    // Closed meanwhile.
                }
            }
            return try ["tcp", "tcp6", "udp", "udp6", "raw", "raw6"].flatMap { table in
                let file = try OwnedDescriptor(opening: FilePath("/proc/\(process)/net/\(table)"), [.readOnly])
                let text = String(decoding: try file.readToEnd(limit: 1 << 24), as: UTF8.self)
                return text.split(separator: "\n").flatMap { line in
                    line.split(separator: " ").map(String.init).filter { open.contains($0) }
                }
            }
        }

        @Test func `limits are set, shown and obeyed at once, also by what is under way`() throws {
            let scene = try CloudScene()
            let first = try scene.machine("first")
            #expect(try first.photos("cloud", "limit").errors.contains("photos cloud setup URL"))
            for seed in 1...4 {
                try first.owner.addPhoto(
                    SamplePhoto(size: PixelSize(width: 400, height: 300), seed: UInt64(seed)).encoded()
                )
            }
            #expect(try first.photos("cloud", "setup", scene.bucket).status == .exited(0))
            for wrong in [["--up", "9k"], ["--up", "fast"], ["--requests", "0"], ["--hours", "22-6"]] {
                #expect(try first.photos("cloud", "limit", wrong[0], wrong[1]).status == .exited(2))
            }
            // An hour that is not now: the day's other half.
            let now = (CivilTime(instant: WallClock.microseconds()).hour + 12) % 24
            let far = (now + TimeZoneOffsets.local.secondsEast(WallClock.microseconds()) / 3_600 + 24) % 24
            let hours = (far < 10 ? "0" : "") + "\(far):00-" + (far < 10 ? "0" : "") + "\(far):01"
            let limited = try first.photos(
                "cloud",
                "limit",
                "--up",
                "1.5M",
                "--down",
                "20k",
                "--requests",
                "30",
                "--hours",
                hours
            )
            #expect(limited.status == .exited(0), "\(limited.errors)")
            #expect(
                try eventually { try first.photos("cloud", "status", "--json").output.contains("\"outside-hours\"") }
            )
            let shown = try first.photos("cloud", "status").output
            let limits = "up 1.5 MB a second, down 20.0 kB a second, requests 30 a second, hours \(hours)"
            #expect(shown.contains(limits), "\(shown)")
            let refused = try first.photos("cloud", "sync")
            #expect(refused.status == .exited(1) && refused.errors.contains("photos cloud limit --hours off"))
            let ended = try first.photos("cloud", "limit", "--hours", "off", "--up", "off")
            #expect(ended.output.contains("Hours     off"), "\(ended.output)")
            try synchronize(first)

            // A verification that would take half a minute or more ends when the limit does.
            let files = try LibraryContents(first.owner).assets.count
            #expect(files == 4)
            _ = try first.photos("cloud", "limit", "--down", "10k")
            let number = try first.owner.commandCloud(.verify)
            #expect(try eventually { try first.owner.cloudStatus().report?.phase == .verifying })
            #expect(try first.photos("cloud", "limit", "--down", "off").status == .exited(0))
            #expect(try eventually { try (first.owner.cloudStatus().report?.lastCommand ?? 0) >= number })
            #expect(try first.owner.cloudStatus().report?.verification?.checked == 4)
        }

        @Test func `status never says a key; pause, resume, forget and off do what they say`() throws {
            let scene = try CloudScene()
            let lone = try scene.machine("lone")
            #expect(try lone.photos("cloud", "status").output.contains("not set up"))
            #expect(try lone.photos("cloud", "sync").errors.contains("photos cloud setup URL"))
            let (first, second, phrase) = try pair(scene)
            try synchronize(first, second, first)
            let status = try first.photos("cloud", "status", "--json").output
            #expect(status.contains("\"state\":\"idle\"") && status.contains("\"devices\":[{"))
            for secret in [phrase, String(phrase.prefix(9))] {
                #expect(!status.contains(secret) && !first.program.errorText.contains(secret))
            }
            #expect(try first.photos("cloud", "key").output == phrase + "\n")
            let key = try FileStatus(of: first.library.appending("cloud/key"), followingLinks: false)
            #expect(key.mode & 0o777 == 0o600)

            #expect(try second.photos("cloud", "setup", scene.bucket).errors.contains("photos cloud off"))
            let refused = try lone.photos("cloud", "setup", scene.bucket)
            #expect(refused.status == .exited(1) && refused.errors.contains("photos cloud join"))
            #expect(try lone.photos("cloud", "status").output.contains("not set up"))

            #expect(try second.photos("cloud", "pause").status == .exited(0))
            #expect(try eventually { try second.photos("cloud", "status", "--json").output.contains("\"paused\"") })
            #expect(try second.photos("cloud", "sync").errors.contains("photos cloud resume"))
            #expect(try second.photos("cloud", "resume").status == .exited(0))
            try synchronize(second)

            #expect(try second.photos("cloud", "off").status == .exited(0))
            #expect(try eventually { try second.syncProcess() == nil })
            let device = try #require(try first.owner.cloudStatus().report?.devices.first)
            #expect(try first.photos("cloud", "forget", "nobody").status == .exited(1))
            let forgotten = try first.photos("cloud", "forget", device.device.hexadecimal)
            #expect(forgotten.status == .exited(0), "\(forgotten.errors)")
            #expect(try first.photos("cloud", "devices").output.contains("forgotten"))
        }
    }
}
