import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// Albums, folders, Recently Deleted and what is written of photos, from the command line.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct OrganizingCommandTests {
        private let folder: ScratchFolder
        private let server: ServerProcess
        /// Identifiers of `1.jpg`, `2.jpg` and `3.jpg`, taken one day after another.
        private var photos: [String] = []

        init() throws {
            folder = try ScratchFolder()
            server = try ServerProcess(in: folder)
            try FileNames.makeFolder(folder.file("photos"))
            for number in 1...3 {
                let photo = SamplePhoto(
                    size: PixelSize(width: 8, height: 8),
                    seed: UInt64(number),
                    date: 1_714_566_896_000_000 + Int64(number) * 86_400_000_000,
                    utcOffset: 0
                )
                try folder.write(try photo.encoded(), to: "photos/\(number).jpg")
            }
            #expect(try server.photos("import", folder.file("photos").text).output == "3 imported\n")
            photos = try listed("list").reversed()
            try #require(photos.count == 3)
        }

        /// Identifiers at the beginning of each line.
        private func listed(_ words: String...) throws -> [String] {
            let finished = try server.photos(words)
            #expect(finished.status == .exited(0), "\(finished.errors)")
            return finished.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        }

        private func says(_ words: String..., expected: String = "", status: Int32 = 0) throws {
            let finished = try server.photos(words)
            #expect(finished.status == .exited(status), "\(words): \(finished.errors)")
            #expect(finished.errors.hasPrefix(expected), "\(words): \(finished.errors)")
        }

        private func members(_ album: String) throws -> [String] {
            try server.photos("albums").output.split(separator: "\n").map { String($0) }.filter { $0.contains(album) }
        }

        @Test func `albums and folders are made, named, moved, sorted and deleted`() throws {
            #expect(try listed("folder", "create", "Travel").count == 1)
            #expect(try listed("album", "create", "Rome", "--in", "Travel").count == 1)
            #expect(try listed("album", "create", "Paris").count == 1)
            try says("folder", "create", " ", expected: "photos: a folder needs a name", status: 2)
            try says(
                "album",
                "create",
                "X",
                "--in",
                "Nowhere",
                expected: "photos: no folder is called Nowhere",
                status: 1
            )
            try says("folder", "add", "Travel", "Paris", expected: "photos: 1 moved")
            #expect(try members("Paris").first?.hasPrefix("  Paris") == true)
            try says("folder", "remove", "Travel", "Paris", expected: "photos: 1 moved")
            #expect(try members("Paris").first?.hasPrefix("Paris") == true)
            try says(
                "folder",
                "add",
                "Travel",
                "Berlin",
                expected: "photos: no album or folder is called Berlin",
                status: 1
            )

            try says("album", "rename", "Rome", "Roma")
            try says("album", "rename", "Roma", "", expected: "photos: an album needs a name", status: 2)
            try says("album", "add", "Roma", photos[1], photos[0], photos[2], expected: "photos: 3 added")
            func order() throws -> [String] {
                let album = try #require(try members("Roma").first?.split(separator: " ").last.map(String.init))
                let found = try LibraryClient(.management(server.socket.text)).fetch(
                    FetchRequest(.assets(inCollection: #require(LocalIdentifier(album)).id))
                )
                return (0..<found.count).map { LocalIdentifier(.asset, found[$0]).string }
            }
            #expect(try order() == [photos[1], photos[0], photos[2]])
            try says("album", "sort", "Roma", expected: "photos: 3 items in order")
            #expect(try order() == photos)
            try says("album", "sort", "Roma", "--by", "name", "--reverse")
            #expect(try order() == photos.reversed())
            try says(
                "album",
                "sort",
                "Roma",
                "--by",
                "size",
                expected: "photos: --by needs date, added or name",
                status: 2
            )

            try says(
                "folder",
                "add",
                "Travel",
                "Travel",
                expected: "photos: a folder cannot be inside itself\n",
                status: 1
            )
            let second = try #require(try listed("album", "create", "Paris").first)
            let both = try server.photos("album", "rename", "Paris", "Lutetia")
            #expect(
                both.status == .exited(1)
                    && both.errors.hasPrefix("photos: 2 albums are called Paris: give the identifier\n")
            )
            #expect(both.errors.contains("\n  \(second)  0 items\n"))
            try says("folder", "add", "Travel", "Paris", expected: "photos: 2 albums are called Paris", status: 1)
            try says("album", "delete", second, expected: "photos: 1 deleted")

            try says("folder", "rename", "Travel", "Journeys")
            try says("folder", "delete", "Journeys", expected: "photos: 1 deleted")
            #expect(try members("Roma").isEmpty)
            try says("album", "delete", "Paris", "Paris", expected: "photos: 1 deleted")
            try says("album", "delete", "Paris", expected: "photos: no album is called Paris", status: 1)
            #expect(try listed("list").count == 3)
        }

        @Test func `a deleted photo is listed, and comes back into its albums`() throws {
            #expect(try listed("album", "create", "Rome").count == 1)
            try says("album", "add", "Rome", photos[0], expected: "photos: 1 added")
            #expect(try listed("trash", "list").isEmpty)
            try says("trash", "restore", "--all", expected: "photos: 0 restored")
            try says("trash", "restore", expected: "photos: trash restore needs ID... or --all", status: 2)
            try says(
                "trash",
                "restore",
                String(photos[0].prefix(10)),
                expected: "photos: \(photos[0]) is not in Recently Deleted\n",
                status: 1
            )
            try says("trash", "restore", "01234567", expected: "photos: there is no asset 01234567\n", status: 1)
            try says("delete", photos[0], photos[2], expected: "photos: 2 deleted")
            #expect(try Set(listed("trash", "list")) == [photos[0], photos[2]])
            #expect(try server.photos("trash", "list").output.contains("1.jpg"))
            try says("trash", "restore", String(photos[0].prefix(10)), expected: "photos: 1 restored")
            #expect(try listed("trash", "list") == [photos[2]])
            #expect(try members("Rome").first?.split(separator: " ").dropFirst().first == "1")
            try says("trash", "restore", "--all", expected: "photos: 1 restored")
            #expect(try Set(listed("list")) == Set(photos))
        }

        @Test func `Recently Deleted is emptied only for who says yes`() throws {
            try says("trash", "empty", expected: "photos: Recently Deleted is empty")
            try says("delete", photos[0], photos[1], expected: "photos: 2 deleted")
            try says("trash", "empty", expected: "photos: Erase 2 items for good? Type yes:", status: 1)
            #expect(try listed("trash", "list").count == 2)
            try says("trash", "empty", "--yes", expected: "photos: 2 items erased")
            #expect(try listed("trash", "list").isEmpty)
            #expect(try listed("list") == [photos[2]])
            #expect(try server.photos("verify").status == .exited(0))
            // What is erased can be imported again.
            #expect(try server.photos("import", folder.file("photos").text).output == "2 imported, 1 already there\n")
        }

        @Test func `the latest change is undone, and any other by its number`() throws {
            try says("undo", expected: "photos: transaction 1", status: 1)
            try says("edit", photos[0], "--title", "Mine", "--favorite", "yes")
            let edit = try number()
            try says("delete", photos[1], expected: "photos: 1 deleted")
            #expect(try listed("undo") == [photos[1]])
            #expect(try listed("list").count == 3)
            // The undo is a change, too.
            let undo = try number()
            #expect(try listed("undo", "--transaction", undo) == [photos[1]])
            #expect(try listed("trash", "list") == [photos[1]])
            #expect(try listed("undo", "--transaction", edit) == [photos[0]])
            #expect(try !server.photos("info", photos[0]).output.contains("Mine"))
            try says("undo", "--transaction", "999", expected: "photos: there is no transaction 999 yet", status: 1)

            // The deletion that was made again is undone again.
            #expect(try listed("undo") == [photos[1]])
            #expect(try listed("list").count == 3)
            try says("undo", expected: "photos: transaction 1", status: 1)
        }

        /// The number of the latest transaction.
        private func number() throws -> String {
            let line = try server.photos("history").output.split(separator: "\n").last { !$0.hasPrefix(" ") }
            return String(try #require(line?.split(separator: " ").first))
        }

        @Test func `one undo after another goes further back`() throws {
            try says("edit", photos[1], "--title", "Mine")
            let edit = try number()
            let album = try #require(try listed("album", "create", "Rome").first)
            try says("album", "add", "Rome", photos[2], photos[0])
            try says("album", "delete", "Rome")
            #expect(try listed("undo").contains(album))
            #expect(try members("Rome").first?.split(separator: " ").dropFirst().first == "2")
            // The album is another one now, but what was in it is known.
            #expect(try listed("undo") == [album])
            #expect(try members("Rome").first?.split(separator: " ").dropFirst().first == "0")
            // It was made then, and stays.
            let stays = try server.photos("undo")
            #expect(stays.status == .exited(1) && stays.errors.contains("what was added stays (for others: photos"))
            try says("edit", photos[1], "--title", "Again")
            let left = try server.photos("undo", "--transaction", edit)
            #expect(left.errors.contains("photos: to undo that, too: photos undo --transaction \(edit) --force\n"))
            #expect(try listed("undo", "--transaction", edit, "--force") == [photos[1]])
        }

        @Test func `a list has the photos and the columns that are asked for`() throws {
            #expect(try listed("album", "create", "Rome").count == 1)
            try says("album", "add", "Rome", photos[1], photos[0])
            try says("edit", photos[0], "--hidden", "yes", "--title", "Door")
            #expect(try listed("list", "--hidden-only") == [photos[0]])
            #expect(try listed("list", "--album", "Rome") == [photos[1], photos[0]])
            #expect(try listed("list", "--since", "2024-05-03", "--before", "2024-05-04") == [photos[1]])
            #expect(
                try server.photos("list", "--album", "Rome", "--columns", "name,title").output
                    == "2.jpg\n1.jpg                 Door\n"
            )
            try says("list", "--columns", "colour", expected: "photos: --columns needs some of id,date", status: 2)
            try says("list", "--since", "soon", expected: "photos: soon is not a date", status: 2)
            try says("list", "--album", "Paris", expected: "photos: no album is called Paris", status: 1)
        }

        @Test func `a photo is opened as a copy that cannot be changed`() throws {
            let bin = folder.file("bin")
            try FileNames.makeFolder(bin)
            let seen = folder.file("seen")
            try folder.write(Array("#!/bin/sh\nprintf %s \"$1\" >'\(seen.text)'\n".utf8), to: "bin/xdg-open")
            try FileNames.setMode(0o755, of: bin.appending("xdg-open"))
            var environment = server.environment
            environment["XDG_CACHE_HOME"] = folder.file("cache").text
            environment["PATH"] = "\(bin.text):/usr/bin:/bin"
            let opened = try RunningProgram.run("photos", ["open", photos[0]], environment: environment)
            #expect(opened.status == .exited(0), "\(opened.errors)")
            let file = try OwnedDescriptor(opening: seen, [.readOnly])
            let path = FilePath(bytes: try file.readToEnd(limit: 4_096))
            #expect(path.lastComponent == "1.jpg")
            #expect(try FileStatus(of: path).mode == 0o400)
            try folder.write(Array("#!/bin/sh\nexit 3\n".utf8), to: "bin/xdg-open")
            try FileNames.setMode(0o755, of: bin.appending("xdg-open"))
            let failed = try RunningProgram.run("photos", ["open", photos[0]], environment: environment)
            #expect(failed.status == .exited(1) && failed.errors.contains("no program of this desktop shows it"))
        }

        @Test func `what is written of photos is changed for several at once`() throws {
            try says(
                "edit",
                photos[0],
                photos[1],
                "--title",
                "Zoë",
                "--keywords",
                "sea, sun",
                "--rating",
                "4",
                "--place",
                "46.5, 7.25",
                "--date",
                "2020-02-03 04:05:06+00:00",
                "--favorite",
                "yes",
                expected: "photos: 2 changed"
            )
            for photo in photos.prefix(2) {
                let info = try server.photos("info", photo).output
                for word in ["Zoë", "sea", "sun", "46.5", "7.25", "2020"] { #expect(info.contains(word), "\(info)") }
            }
            #expect(
                try server.photos("list").output.split(separator: "\n").count { $0.contains("favorite, rating 4") } == 2
            )
            try says(
                "edit",
                photos[0],
                "--add-keywords",
                "sand",
                "--remove-keywords",
                "sea",
                "--title",
                "",
                "--place",
                "none"
            )
            let info = try server.photos("info", photos[0]).output
            #expect(info.contains("sand") && !info.contains("sea") && !info.contains("Zoë") && !info.contains("46.5"))
            try says("edit", photos[2], expected: "photos: edit needs something to change", status: 2)
            try says(
                "edit",
                photos[2],
                "--rating",
                "6",
                expected: "photos: --rating needs a number from 0 to 5",
                status: 2
            )
            try says("edit", photos[2], "--hidden", "maybe", expected: "photos: --hidden needs yes or no", status: 2)
            try says("edit", photos[2], "--place", "95,7", expected: "photos: 95,7 is no place", status: 2)
            try says("edit", photos[2], "--place", "Rome", expected: "photos: --place needs degrees", status: 2)
            try says(
                "edit",
                photos[2],
                "--date",
                "soon",
                expected: "photos: soon is not a date such as 2024-05-01, \"2",
                status: 2
            )
        }
    }
}
