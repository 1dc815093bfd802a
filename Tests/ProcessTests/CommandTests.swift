import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// What the programs say to a person who is new to them, or wrong.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct CommandTests {
        @Test func `albums have names, and photos that were in one already are not counted as added`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let photos = folder.file("photos")
            try FileNames.makeFolders(photos)
            for number in 1...3 {
                let bytes = try SamplePhoto(size: PixelSize(width: 8, height: 8), seed: UInt64(number)).encoded()
                try folder.write(bytes, to: "photos/\(number).jpg")
            }
            try folder.write([1], to: "photos/notes.txt")
            let imported = try server.photos("import", photos.text)
            #expect(
                imported.errors == """
                    photos: 1 file passed over by name: --all tries them too
                      \(photos.text)/notes.txt

                    """
            )
            for number in 1...6 { try folder.write([1], to: "photos/more\(number).txt") }
            let many = try server.photos("import", photos.text).errors.split(separator: "\n")
            #expect(many.first == "photos: 7 files passed over by name: --all tries them too" && many.count == 7)
            #expect(many.last == "  and 2 more, which --report names")
            for number in 1...6 { try FileNames.remove(folder.file("photos/more\(number).txt")) }
            #expect(imported.output == "3 imported\n")
            let tried = try server.photos("import", "--all", photos.text)
            #expect(tried.output == "0 imported, 3 already there, 1 failed\n" && tried.status == .exited(1))
            #expect(try server.photos("stats").output.contains("3 (3 pictures, 0 videos)"))

            for name in ["", " \t"] {
                let refused = try server.photos("album", "create", name)
                #expect(refused.status == .exited(2))
                #expect(refused.errors.hasPrefix("photos: an album needs a name"))
            }
            #expect(try server.photos("album", "create", "Two").status == .exited(0))
            let list = try server.photos("list").output.split(separator: "\n")
            let ids = list.compactMap { $0.split(separator: " ").first.map(String.init) }.filter { $0.contains("/L0/") }
            try #require(ids.count == 3)
            func said(_ word: String, _ first: String, _ second: String) throws -> String {
                let finished = try server.photos("album", word, "Two", first, second)
                #expect(finished.status == .exited(0))
                return finished.errors
            }
            #expect(try said("add", ids[0], ids[1]) == "photos: 2 added\n")
            #expect(try said("add", ids[0], ids[2]) == "photos: 1 added, 1 there already\n")
            #expect(try said("remove", ids[1], ids[0]) == "photos: 2 removed\n")
            #expect(try said("remove", ids[1], ids[2]) == "photos: 1 removed, 1 not there\n")
        }

        @Test func `an import names a sidecar that is cut off, and takes the photo without it`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            try FileNames.makeFolder(folder.file("photos"))
            let sidecar =
                #"<x:xmpmeta xmlns:x="adobe:ns:meta/">"#
                + #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"#
                + #"<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/>"#
                + "</rdf:RDF></x:xmpmeta>"
            for (name, length) in [("cut", 200), ("whole", sidecar.utf8.count)] {
                let photo = SamplePhoto(size: PixelSize(width: 8, height: 8), seed: UInt64(length))
                try folder.write(try photo.encoded(), to: "photos/\(name).jpg")
                try folder.write(Array(sidecar.utf8.prefix(length)), to: "photos/\(name).jpg.xmp")
            }
            let imported = try server.photos("import", folder.file("photos").text)
            let place = folder.file("photos/cut.jpg.xmp").text
            let reason = "not XMP, or cut off; what it lies beside was taken in without it"
            #expect(imported.errors == "photos: \(place): \(reason)\n")
            #expect(imported.output == "2 imported, 1 failed\n" && imported.status == .exited(1))
            let listed = try server.photos("list").output.split(separator: "\n")
            #expect(listed.count { $0.contains("rating 4") && $0.contains("whole.jpg") } == 1)
            #expect(listed.count { $0.contains("cut.jpg") && !$0.contains("rating") } == 1)
        }

        @Test func `a server that is not there is named by its socket, and one that is ready by its folder`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let ready = server.program.errorText.split(separator: "\n").first { $0.hasPrefix("ready ") } ?? ""
            #expect(ready.contains("folder=\(server.library.text)") && ready.contains("socket=\(server.socket.text)"))
            let missing = folder.file("none").appending("s.sock")
            let finished = try RunningProgram("photos", ["--socket", missing.text, "stats"]).finish()
            #expect(finished.errors.contains("no photo library server at \(folder.file("none").text)"))
            #expect(finished.errors.contains("systemctl --user start photolibraryd.socket"))
            #expect(finished.status == .exited(69))
        }

        @Test func `the media worker says what it is when a person starts it`() throws {
            let help = try RunningProgram("photolibrary-media", ["--help"]).finish()
            #expect(help.status == .exited(0) && help.output.contains("for photolibraryd, which starts it"))
            #expect(try RunningProgram("photolibrary-media", ["picture.jpg"]).finish().status == .exited(64))
        }

        @Test func `the agent names a user that is not there`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let arguments = ["--socket", server.socket.text, "--interface", "browser", "--user", "no-such-user"]
            let finished = try RunningProgram("photos-agent", arguments).finish()
            #expect(finished.errors.hasSuffix("there is no user no-such-user\n"), "\(finished.errors)")
            #expect(finished.status == .exited(69))
        }
    }
}
