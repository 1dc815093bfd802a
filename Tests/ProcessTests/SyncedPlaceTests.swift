import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// A library in a folder that a program synchronizes.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct SyncedPlaceTests {
        private func start(_ folder: ScratchFolder, _ environment: [String: String] = [:]) throws -> FinishedProgram {
            try RunningProgram.run(
                "photolibraryd",
                [
                    "--library", folder.file("Synced/New.photolibrary").text, "--socket",
                    folder.file("library.sock").text,
                ],
                environment: environment
            )
        }

        @Test func `no library is made there, and the message says which program and what to do`() throws {
            let folder = try ScratchFolder()
            try FileNames.makeFolders(folder.file("Synced/.stfolder"))
            let finished = try start(folder)
            #expect(finished.status == .exited(73))
            #expect(finished.errors.contains("in a folder that Syncthing synchronizes"))
            #expect(finished.errors.contains("choose a folder on a local disk that no program synchronizes"))
            #expect(throws: SystemCallError.self) { _ = try FileStatus(of: folder.file("Synced/New.photolibrary")) }
        }

        @Test(
            .enabled(if: IdentityTests.Scene.canMountFUSE, "needs root and /dev/fuse"),
            arguments: [("fuse.rclone", "kept by rclone"), ("fuse.my-cloud", "kept by the program my-cloud (FUSE)")]
        )
        func `a real FUSE mount is not the machine's own`(_ type: String, _ reason: String) throws {
            let folder = try ScratchFolder()
            try FileNames.makeFolders(folder.file("Synced"))
            // In a mount namespace of its own, which takes the mount with it.
            let program = try RunningProgram(
                path: "/usr/bin/unshare",
                [
                    "-m", "--", BuiltProgram.path("identity-actor"), "fuse", FilePath(type), folder.file("Synced"),
                    "exec",
                    BuiltProgram.path("photolibraryd"), "--library", folder.file("Synced/New.photolibrary"), "--socket",
                    folder.file("library.sock"),
                ]
            )
            let finished = try program.finish()
            #expect(finished.status == .exited(73), "\(finished.errors)")
            #expect(finished.errors.contains("on a file system that is \(reason)"))
        }

        @Test func `settings count that the environment leads to`() throws {
            let folder = try ScratchFolder()
            let synced = folder.file("Synced").text
            try FileNames.makeFolders(folder.file("Synced"))
            try FileNames.makeFolders(folder.file("home/.dropbox"))
            try FileNames.makeFolders(folder.file("settings/Nextcloud"))
            try folder.write(Array(#"{"personal":{"path":"\#(synced)"}}"#.utf8), to: "home/.dropbox/info.json")
            try folder.write(
                Array("0\\Folders\\1\\localPath=\(synced)/\n".utf8),
                to: "settings/Nextcloud/nextcloud.cfg"
            )
            let home = ["HOME": folder.file("home").text]
            #expect(try start(folder, home).errors.contains("Dropbox synchronizes"))
            let settings = ["HOME": folder.path.text, "XDG_CONFIG_HOME": folder.file("settings").text]
            #expect(try start(folder, settings).errors.contains("Nextcloud synchronizes"))
        }

        @Test func `a library that comes to lie there is read and not changed, until it is moved away`() throws {
            let folder = try ScratchFolder()
            try FileNames.makeFolders(folder.file("Synced"))
            let name = "Synced/Test.photolibrary"
            let first = try ServerProcess(in: folder, library: name)
            let photo = try first.owner.addPhoto(try TestPhoto.jpeg(1))
            try first.letIn(.authorized)
            try first.stop()
            try FileNames.makeFolders(folder.file("Synced/.dropbox.cache"))

            let server = try ServerProcess(in: folder, library: name)
            #expect(server.program.errorText.contains("changes-refused provider=Dropbox"))
            for client in [server.owner, server.app] {
                #expect(try client.allAssets() == [photo])
                #expect(try client.openResource(.photo, of: photo).readToEnd(limit: 1 << 20) == TestPhoto.jpeg(1))
                _ = try client.thumbnail(of: photo, fitting: PixelSize(width: 20, height: 20))
                let token = try client.currentToken()
                var update = AssetUpdate()
                update.isFavorite = true
                let attempts: [() throws -> Void] = [
                    { _ = try client.perform(ChangeBlock(operations: [.updateAsset(photo, update)])) },
                    { _ = try client.perform(ChangeBlock(operations: [.deleteAssets([photo])])) },
                    { _ = try client.stage(SealedMemoryFile.make(try TestPhoto.jpeg(2)), filename: "a.jpg") },
                    { _ = try client.cloudIdentifiers(of: [LocalIdentifier(.asset, photo)]) },
                ]
                for attempt in attempts {
                    let error = #expect(throws: LibraryError.self) { try attempt() }
                    #expect(error?.code == .libraryInSyncRoot)
                    #expect(error?.details["program"] == "Dropbox")
                    #expect(error?.reason.contains("move the library's folder to a local disk") == true)
                }
                #expect(try client.currentToken() == token)
            }
            #expect(try server.owner.statistics().readOnlyReason?.contains("Dropbox") == true)
            let command = try server.photos("album", "create", "Holidays")
            #expect(command.status == .exited(1))
            #expect(command.errors.contains("in a folder that Dropbox synchronizes"))
            #expect(command.errors.contains("move the library's folder to a local disk"))
            // The person's decisions are kept.
            try server.letIn(.denied)
            #expect(try server.app.allAssets() == [])
            let denied = #expect(throws: LibraryError.self) {
                _ = try server.app.perform(ChangeBlock(operations: [.deleteAssets([photo])]))
            }
            #expect(denied?.code == .accessDenied)
            let file = try folder.write(try TestPhoto.jpeg(3), to: "new.jpg")
            let (status, result, errors) = try server.importing(file)
            #expect(status != .exited(0))
            #expect(result.imported == 0)
            #expect(errors.contains("Dropbox") || result.failed.contains { $0.reason.contains("Dropbox") })
            #expect(try server.problems() == [])
            #expect(try server.stop().status == .exited(0))

            try FileNames.rename(folder.file(name), to: folder.file("Moved.photolibrary"))
            let moved = try ServerProcess(in: folder, library: "Moved.photolibrary")
            try moved.owner.addPhoto(try TestPhoto.jpeg(2))
            #expect(try moved.owner.allAssets().count == 2)
            #expect(try moved.stop().status == .exited(0))
        }
    }
}
