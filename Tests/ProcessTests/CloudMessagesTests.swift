import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// What `photos cloud` says when something is not as it should be: each time with the next step.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct CloudMessagesTests {
        /// A library in a bucket, and its recovery phrase.
        private func library(_ scene: CloudScene) throws -> (server: ServerProcess, phrase: String) {
            let server = try scene.machine("first")
            try server.owner.addPhoto(CloudScene.photo(1))
            let setup = try server.photos("cloud", "setup", scene.bucket, "--name", "Desk")
            #expect(setup.status == .exited(0), "\(setup.errors)")
            #expect(try server.photos("cloud", "sync").status == .exited(0))
            return (server, try #require(CloudScene.phrase(setup)))
        }

        @Test func `where synchronisation is not set up, every command says how to do that`() throws {
            let scene = try CloudScene()
            let server = try scene.machine("first")
            for command in ["sync", "pause", "resume", "devices", "verify", "key", "off"] {
                let finished = try server.photos("cloud", command)
                #expect(finished.status == .exited(1), "\(command)")
                #expect(finished.errors.contains("photos cloud setup URL"), "\(command): \(finished.errors)")
            }
            let status = try server.photos("cloud", "status")
            #expect(status.status == .exited(0) && status.output.contains("photos cloud setup URL"))
        }

        @Test func `a place that cannot be a bucket is refused with what would be one, and left as it is`() throws {
            let scene = try CloudScene()
            let server = try scene.machine("first")
            func refusal(_ url: String) throws -> String {
                let finished = try server.photos("cloud", "setup", url)
                #expect(finished.status == .exited(1), "\(url)")
                #expect(try server.owner.cloudStatus().settings == nil, "\(url)")
                return finished.errors
            }
            #expect(try refusal("/mnt/Photos").contains("as in folder:/mnt/Photos"))
            #expect(try refusal("folder:Photos").contains("folder:/mnt/share/Photos"))
            #expect(try refusal("https://host/bucket").contains("folder:DIR or s3://"))
            // Where nobody may make anything, root included.
            #expect(try refusal("folder:/sys/Photos").contains("able to read and write it"))
            try FileNames.makeFolder(scene.folder.file("bucket"))
            let join = try server.join(scene.bucket, try phraseOfNothing(), in: scene.folder)
            #expect(join.status == .exited(1) && join.errors.contains("mounted"), "\(join.errors)")
            try scene.folder.write([1], to: "bucket/diary.txt")
            #expect(try refusal(scene.bucket).contains("not empty"))
            var entries = try FolderReader(scene.folder.file("bucket"))
            #expect(try entries.next()?.name.text == "diary.txt")
            #expect(try entries.next()?.name.text == nil)
        }

        /// The phrase of a library that is nowhere.
        private func phraseOfNothing() throws -> String {
            let scene = try CloudScene()
            return try #require(CloudScene.phrase(scene.machine("other").photos("cloud", "setup", scene.bucket)))
        }

        @Test func `joining with what does not fit the bucket says what would`() throws {
            let scene = try CloudScene()
            let (_, phrase) = try library(scene)
            let second = try scene.machine("second")
            let plain = try second.photos("cloud", "join", "--plain", scene.bucket)
            #expect(plain.status == .exited(1) && plain.errors.contains("without --plain"), "\(plain.errors)")
            var mistyped = Array(phrase)
            mistyped[0] = mistyped[0] == "A" ? "B" : "A"
            let typo = try second.join(scene.bucket, String(mistyped), in: scene.folder)
            #expect(typo.status == .exited(1) && typo.errors.contains("has a typo"), "\(typo.errors)")
            let stranger = try second.join(scene.bucket, try phraseOfNothing(), in: scene.folder)
            #expect(stranger.status == .exited(1) && stranger.errors.contains("photos cloud key"), "\(stranger.errors)")

            let other = "folder:\(scene.folder.file("plain").text)"
            let third = try scene.machine("third")
            #expect(try third.photos("cloud", "setup", "--plain", other).status == .exited(0))
            #expect(try third.photos("cloud", "sync").status == .exited(0))
            let sealed = try second.join(other, phrase, in: scene.folder)
            #expect(sealed.status == .exited(1) && sealed.errors.contains("with --plain"), "\(sealed.errors)")
            #expect(try second.photos("cloud", "join", "--plain", other).status == .exited(0))
        }

        @Test func `a damaged file is sent again by a machine that has it, and others are told which can`() throws {
            let scene = try CloudScene()
            let (first, phrase) = try library(scene)
            try damageLargest(in: scene.folder.file("bucket").appending("objects"))
            // A machine that gets the library from this bucket lacks the photo.
            let second = try scene.machine("second")
            #expect(try second.join(scene.bucket, phrase, in: scene.folder).status == .exited(0))
            let synced = try second.photos("cloud", "sync")
            #expect(synced.status == .exited(1))
            #expect(synced.errors.contains("photos cloud verify"), "\(synced.errors)")
            #expect(synced.errors.contains("in step but for 1 problem"), "\(synced.errors)")
            let found = try second.photos("cloud", "verify")
            #expect(found.status == .exited(1) && found.errors.contains("on your other machines"), "\(found.errors)")
            #expect(try second.owner.allAssets().isEmpty)

            let verified = try first.photos("cloud", "verify")
            #expect(verified.status == .exited(0), "\(verified.errors)")
            #expect(verified.errors.contains("1 file checked, 0 damaged, 0 missing, 1 sent again from this library"))
            let again = try second.photos("cloud", "sync")
            #expect(again.status == .exited(0), "\(again.errors)")
            #expect(try LibraryContents(second.owner) == LibraryContents(first.owner))
        }

        /// Changes bytes of the largest object.
        private func damageLargest(in objects: FilePath) throws {
            var largest: (path: FilePath, size: Int64)?
            var folders = try FolderReader(objects)
            while let folder = try folders.next() {
                var files = try FolderReader(objects.appending(folder.name))
                while let file = try files.next() {
                    let path = objects.appending(folder.name).appending(file.name)
                    let size = try FileStatus(of: path, followingLinks: false).size
                    if size > largest?.size ?? 0 { largest = (path, size) }
                }
            }
            let damaged = try #require(largest)
            let file = try OwnedDescriptor(opening: damaged.path, [.readWrite])
            try file.seek(to: damaged.size / 2)
            try file.write([0xFF, 0xFF, 0xFF, 0xFF])
        }

        @Test func `a bucket that is not there is told of, and that changes wait for it`() throws {
            let scene = try CloudScene()
            let (server, _) = try library(scene)
            let devices = try server.photos("cloud", "devices")
            #expect(devices.status == .exited(0) && devices.errors.contains("photos cloud join URL"))
            let away = scene.folder.file("away")
            try FileNames.rename(scene.folder.file("bucket"), to: away)
            try server.owner.addPhoto(CloudScene.photo(2))
            let failed = try server.photos("cloud", "sync")
            #expect(failed.status == .exited(1) && failed.errors.contains("mounted"), "\(failed.errors)")
            let status = try server.photos("cloud", "status").output
            #expect(status.contains("something failed, and is tried again"), "\(status)")
            #expect(status.contains("Next attempt") && status.contains("1 change, "), "\(status)")
            try FileNames.rename(away, to: scene.folder.file("bucket"))
            #expect(try server.photos("cloud", "sync").status == .exited(0))
            let settled = try server.photos("cloud", "status").output
            #expect(settled.contains("in step") && settled.contains("0 changes, 0 files"), "\(settled)")
            let off = try server.photos("cloud", "off")
            #expect(off.status == .exited(0) && off.errors.contains("photos cloud forget"), "\(off.errors)")
        }
    }
}
