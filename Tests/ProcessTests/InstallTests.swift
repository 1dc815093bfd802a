import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// `make install` and `make uninstall`.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct InstallTests {
        /// The folder of this package.
        private static let package = FilePath(#filePath).folder.folder.folder

        private func make(_ goal: String, _ variables: String...) throws {
            let bin = try BuiltProgram.path("photos").folder
            let finished = try RunningProgram(
                path: "/usr/bin/make",
                ["-C", InstallTests.package, FilePath(goal), FilePath("BUILT=" + bin.text)]
                    + variables.map { FilePath($0) }
            ).finish()
            #expect(finished.status == .exited(0), "\(finished.output)\(finished.errors)")
        }

        /// The paths of all files and folders below a folder.
        private func contents(_ folder: FilePath) throws -> Set<String> {
            var found: Set<String> = []
            var waiting = [(folder, "")]
            while let (path, name) = waiting.popLast() {
                var reader = try FolderReader(path)
                while let entry = try reader.next() {
                    let inside = name + "/" + entry.name.text
                    found.insert(inside)
                    let child = path.appending(entry.name)
                    if try FileStatus(of: child, followingLinks: false).kind == .folder {
                        waiting.append((child, inside))
                    }
                }
            }
            return found
        }

        @Test func `everything is installed below PREFIX, and nothing is left of it afterwards`() throws {
            let folder = try ScratchFolder()
            let (stage, prefix) = (folder.file("stage"), "/opt/photos")
            try make("install", "DESTDIR=" + stage.text, "PREFIX=" + prefix)
            let installed = try contents(stage)
            #expect(installed.allSatisfy { $0 == "/opt" || $0 == prefix || $0.hasPrefix(prefix + "/") })
            for file in [
                "bin/photos", "bin/photolibraryd", "bin/photolibrary-media", "share/man/man1/photos.1",
                "share/man/man1/photos-agent.1", "share/man/man8/photolibraryd.8",
                "share/man/man8/photolibrary-media.8", "share/man/man8/photolibrary-sync.8",
                "share/man/man8/photolibrary-upload.8",
                "share/bash-completion/completions/photos", "share/zsh/site-functions/_photos",
                "share/fish/vendor_completions.d/photos.fish", "share/applications/openphotokit-photos.desktop",
                "share/applications/openphotokit-privacy.desktop", "share/systemd/user/photolibraryd.socket",
                "etc/xdg/autostart/photos-agent.desktop",
            ] {
                #expect(installed.contains("\(prefix)/\(file)"), "\(file)")
            }
            let launcher = stage.appending(FilePath(prefix + "/share/applications/openphotokit-photos.desktop"))
            let text = try OwnedDescriptor(opening: launcher, [.readOnly]).readToEnd(limit: 4_096)
            #expect(String(decoding: text, as: UTF8.self).contains("Exec=\(prefix)/bin/photos-agent"))
            try make("uninstall", "DESTDIR=" + stage.text, "PREFIX=" + prefix)
            #expect(try contents(stage).subtracting(["/opt", prefix]).isEmpty)
        }

        @Test func `what others have put there stays, and so does what is asked for elsewhere until it is removed`()
            throws
        {
            let folder = try ScratchFolder()
            let (prefix, start) = (folder.file("usr"), folder.file("autostart"))
            try FileNames.makeFolders(prefix.appending("bin"))
            try folder.write([1], to: "usr/bin/other")
            try make("install", "PREFIX=" + prefix.text, "AUTOSTART=" + start.text)
            #expect(try contents(start) == ["/photos-agent.desktop"])
            try make("uninstall", "PREFIX=" + prefix.text, "AUTOSTART=" + start.text)
            #expect(try contents(start).isEmpty)
            #expect(try contents(prefix) == ["/bin", "/bin/other"])
        }
    }
}
