import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// Commands in a Japanese session: none says anything in English, whether it works or not.
    @Suite(.timeLimit(.minutes(3))) struct SpokenLanguageTests {
        private let folder: ScratchFolder
        private let server: ServerProcess

        /// What `photos` is called with, one call after the other. `ID` is a photo, `APP` a program, `DIR` a folder
        /// with files, and `""` an empty word.
        private static let calls = """
            nosuch
            list
            list --kind x
            list --columns x
            list --limit 0
            list --album x
            list --since x
            list x
            list --x
            stats
            token
            info ID
            info x
            info
            verify
            doctor
            albums
            edit ID --title 波 --caption 海 --keywords 夏 --rating 3
            edit ID --rating 6
            edit ID --place x
            edit ID --date x
            edit ID
            edit ID --favorite x
            favorite ID
            unfavorite ID
            set-date ID 2024-01-02
            set-date ID x
            album create 旅
            album create ""
            album add 旅 ID
            album add 旅 ID
            album add 山 ID
            album sort 旅 --by x
            album sort 旅
            album remove 旅 ID
            album rename 旅 山
            folder create 棚
            folder add 棚 山
            folder remove 棚 山
            folder delete 棚
            album delete 山
            history
            history ID
            undo
            undo
            undo --transaction 9999
            undo --app x
            delete ID
            trash list
            trash restore ID
            trash restore ID
            import DIR/one.jpg
            import DIR/one.jpg
            import DIR/broken.jpg
            import DIR/notes.txt
            import /nosuch
            import --dry-run DIR/one.jpg
            import
            import DIR/one.jpg --album x --albums-from-folders
            export ID --to DIR/out
            export ID --to DIR/out
            export ID
            export --to DIR/out
            export ID --to /proc/nosuch
            privacy list
            privacy show x
            privacy set APP limited --until 2h --without-places
            privacy set APP x
            privacy set APP full --until x
            privacy set APP denied --until 2h
            privacy set /etc full
            privacy set /etc/passwd full
            privacy list
            privacy select APP ID
            privacy show APP
            privacy selection APP
            privacy deselect APP ID
            privacy changes APP
            privacy undo APP
            privacy preferences APP
            privacy preferences APP --confirm x
            privacy preferences APP --silence on
            privacy destination APP photos.example.org allow
            privacy destination APP x|y allow
            privacy destination APP localhost x
            privacy show APP
            privacy list
            privacy revoke APP
            privacy forget APP
            privacy developer
            privacy developer --until 4w
            privacy developer --folder DIR
            privacy developer --folder /tmp --until 4w
            privacy developer --folder /nosuch --until 4w
            privacy developer --folder DIR --until 9999d
            completions x
            manual x
            manual photos-agent
            agent --port x
            agent --interface x
            agent --x
            agent --user nosuch
            agent --interface terminal
            watch --x
            open x
            """

        init() throws {
            folder = try ScratchFolder()
            server = try ServerProcess(in: folder)
            try folder.write(try SamplePhoto(size: PixelSize(width: 8, height: 8), seed: 1).encoded(), to: "one.jpg")
            try folder.write([1], to: "notes.txt")
            try folder.write([1], to: "broken.jpg")
            _ = try server.photos("import", folder.file("one.jpg").text)
        }

        @Test func `nothing that a command says is in English`() throws {
            let app = "exe:\(try BuiltProgram.path("photos-agent").text)"
            let id = String(try server.photos("list").output.prefix { $0 != " " })
            let names = ["ID": id, "APP": app, "\"\"": ""]
            // No browser is started.
            let session = server.environment.merging(["LC_ALL": "ja_JP.UTF-8", "DISPLAY": ""]) { $1 }
            for call in SpokenLanguageTests.calls.split(separator: "\n") {
                let words = call.split(separator: " ").map { word in
                    names[String(word)] ?? String(word).replacing("DIR", with: folder.path.text)
                }
                let finished = try RunningProgram.run("photos", words, environment: session)
                let text = finished.output + finished.errors.replacing(#/photos(?:-agent)?: /#, with: "")
                #expect(EnglishText.phrases(in: text) == [], "photos \(call): \(text)")
            }
        }

        @Test func `the agent's help is not in English`() throws {
            let help = try RunningProgram.run("photos-agent", ["--help"], environment: ["LC_ALL": "ja_JP.UTF-8"])
            #expect(help.output.contains("使い方: ") && EnglishText.phrases(in: help.output) == [], "\(help.output)")
        }
    }
}
