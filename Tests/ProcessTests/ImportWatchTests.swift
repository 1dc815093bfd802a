import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// `photos import --watch` with real folders.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct ImportWatchTests {
        private let folder: ScratchFolder
        private let server: ServerProcess

        init() throws {
            folder = try ScratchFolder()
            server = try ServerProcess(in: folder)
            try FileNames.makeFolders(folder.file("in/old"))
        }

        private func start(_ options: String...) throws -> RunningProgram {
            let arguments = ["import", "--watch", folder.file("in").text] + options
            return try RunningProgram("photos", arguments, environment: server.environment)
        }

        private func write(_ seed: UInt64, _ name: String) throws {
            try folder.write(try TestPhoto.jpeg(seed), to: name)
        }

        /// Whether the program told of a file as JSON.
        private func tells(_ watch: RunningProgram, _ name: String, _ result: String) -> Bool {
            let start = #"{"file":"\#(folder.file("in/\(name)").text)","identifier":""#
            guard watch.waitForOutput(containing: start) else { return false }
            return watch.outputText.split(separator: "\n").contains {
                $0.hasPrefix(start) && $0.contains(#""result":"\#(result)""#)
            }
        }

        private func count() throws -> Int { try server.owner.fetch(FetchRequest(.allAssets)).count }

        @Test func `what is there is imported, and what comes, once it is whole`() throws {
            try write(1, "in/1.jpg")
            try write(2, "in/old/2.jpg")
            let report = folder.file("report.jsonl")
            let watch = try start("--json", "--report", report.text)
            #expect(tells(watch, "1.jpg", "imported") && tells(watch, "old/2.jpg", "imported"), "\(watch.errorText)")

            let content = try TestPhoto.jpeg(3)
            do {
                // One that is being written waits, however long; the others do not.
                let file = try OwnedDescriptor(opening: folder.file("in/3.jpg"), [.writeOnly, .create], mode: 0o600)
                try file.write(Array(content[..<1_000]))
                try write(4, "in/old/4.jpg")
                // A folder that is moved there.
                try FileNames.makeFolders(folder.file("new/deep"))
                try write(5, "new/5.jpg")
                try FileNames.rename(folder.file("new"), to: folder.file("in/new"))
                // The same again is there already, and what is no photo is told.
                try write(1, "in/again.jpg")
                try folder.write(Array("no photo".utf8), to: "in/text.jpg")
                try folder.write(Array("no photo".utf8), to: "in/notes.txt")
                #expect(tells(watch, "old/4.jpg", "imported") && tells(watch, "new/5.jpg", "imported"))
                #expect(tells(watch, "again.jpg", "already there"))
                #expect(watch.waitForError(containing: "text.jpg: "))
                #expect(!watch.outputText.contains("/3.jpg"))
                try file.write(Array(content[1_000...]))
            }
            // What comes into a folder of one that came.
            try write(6, "in/new/deep/6.jpg")
            #expect(tells(watch, "3.jpg", "imported") && tells(watch, "new/deep/6.jpg", "imported"))

            try watch.send(signal: 2)
            let ended = try watch.finish()
            #expect(ended.status == .exited(1), "\(ended.errors)")
            let last = try #require(ended.output.split(separator: "\n").last)
            #expect(last.contains(#""duplicates":1"#) && last.contains(#""imported":6,"#), "\(last)")
            #expect(last.contains(#""remaining":0"#))
            #expect(ended.errors.components(of: "text.jpg") == 1, "\(ended.errors)")
            #expect(try count() == 6)
            let lines = String(decoding: try OwnedDescriptor(opening: report).readToEnd(limit: 1 << 20), as: UTF8.self)
            #expect(lines.components(of: "\n") == 9, "\(lines)")
            #expect(lines.components(of: "notes.txt") == 1)
        }

        @Test func `the halves of a photo are one, whether they come at once or one after the other`() throws {
            var exif = AppleExif()
            let watch = try start("--json")
            #expect(watch.waitForError(containing: "watching"))
            var movies: [String: [UInt8]] = [:]
            for (seed, name) in zip([1, 2] as [UInt64], ["soon", "late"]) {
                exif.contentIdentifier = name
                let frame = try TestPhoto.jpeg(seed, date: nil)
                var movie = MovieFixture(frames: Array(repeating: frame, count: 30), width: 64, height: 48)
                movie.creationTime = 2_082_844_800 + 1_714_566_895
                movie.metadata = [("com.apple.quicktime.content.identifier", name)]
                movies[name] = movie.bytes
                try folder.write(exif.inserted(intoJPEG: frame), to: "in/\(name).jpg")
            }
            try folder.write(movies["soon"] ?? [], to: "in/soon.mov")
            // What is beside a photo and came after it is read with it.
            try folder.write(try TestPhoto.jpeg(3, date: nil), to: "in/noted.jpg")
            let xmp = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
                """
            try folder.write(Array(xmp.utf8), to: "in/noted.jpg.xmp")
            for name in ["late.jpg", "soon.jpg", "soon.mov", "noted.jpg"] {
                #expect(tells(watch, name, "imported"), "\(watch.outputText)")
            }
            try folder.write(movies["late"] ?? [], to: "in/late.mov")
            #expect(tells(watch, "late.mov", "completed"), "\(watch.outputText)")
            try watch.send(signal: 15)
            #expect(try watch.finish().status == .exited(0))
            #expect(try count() == 3)
            let ids = try server.owner.fetch(FetchRequest(.allAssets))
            let page = try server.owner.assets(
                FetchedIdentifiers((0..<ids.count).map { ids[$0] }, kinds: .all(.asset)),
                0..<ids.count
            )
            #expect(page.mediaSubtypes.count { MediaSubtypes(rawValue: $0).contains(.photoLive) } == 2)
            #expect(page.rating.sorted() == [0, 0, 4])
        }

        @Test func `a folder and a server that go away are waited for`() throws {
            try write(1, "in/old/1.jpg")
            let watch = try start("--albums-from-folders")
            #expect(watch.waitForOutput(containing: "  1 imported\n"), "\(watch.errorText)")
            try FileNames.rename(folder.file("in"), to: folder.file("away"))
            #expect(watch.waitForError(containing: "is gone: waiting for it"))
            try write(2, "away/old/2.jpg")
            try write(3, "away/old/3.jpg")
            try FileNames.rename(folder.file("away"), to: folder.file("in"))
            #expect(watch.waitForError(containing: "is there again"))
            #expect(watch.waitForOutput(containing: "  2 imported\n"), "\(watch.errorText)")

            try server.kill()
            for seed: UInt64 in 4...6 { try write(seed, "in/old/\(seed).jpg") }
            #expect(watch.waitForError(containing: "; waiting for it"))
            let again = try ServerProcess(in: folder)
            #expect(watch.waitForOutput(containing: "  3 imported\n"), "\(watch.errorText)")
            #expect(try again.photos("list", "--album", "old").output.components(of: "\n") == 6)
            try watch.send(signal: 15)
            let ended = try watch.finish()
            #expect(ended.status == .exited(0), "\(ended.errors)")
            #expect(ended.output.hasSuffix("\nIn all: 6 imported\n"), "\(ended.output)")
        }

        @Test func `only folders are watched, and nothing is rehearsed`() throws {
            let file = try folder.write([1], to: "file.jpg").text
            let refused = try server.photos("import", "--watch", file)
            #expect(refused.status == .exited(1) && refused.errors.contains("file.jpg: Not a directory"))
            #expect(try server.photos("import", "--watch", folder.file("nothing").text).status == .exited(1))
            let both = try server.photos("import", "--watch", "--dry-run", folder.file("in").text)
            #expect(both.status == .exited(2) && both.errors.contains("--watch and --dry-run exclude each other"))
        }
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
