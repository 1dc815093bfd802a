import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// The command line in the person's language.
    @Suite(.timeLimit(.minutes(3))) struct LanguageCommandTests {
        private let folder: ScratchFolder
        private let server: ServerProcess

        init() throws {
            folder = try ScratchFolder()
            server = try ServerProcess(in: folder)
            let photo = SamplePhoto(
                size: PixelSize(width: 8, height: 8),
                seed: 1,
                date: 1_714_566_896_000_000,
                utcOffset: 0
            )
            try folder.write(try photo.encoded(), to: "one.jpg")
            _ = try server.photos("import", folder.file("one.jpg").text)
        }

        private func photos(_ locale: String, _ words: String...) throws -> FinishedProgram {
            let environment = server.environment.merging(["LC_ALL": locale]) { $1 }
            return try RunningProgram.run("photos", words, environment: environment)
        }

        @Test func `photos are listed, told of and changed in German and Japanese, and errors are too`() throws {
            let english = try photos("C.UTF-8", "list")
            let id = String(english.output.prefix { $0 != " " })
            #expect(english.output.contains("  photo  "))
            #expect(try photos("de_DE.UTF-8", "list").output.contains("  Foto   "))
            #expect(try photos("ja_JP.UTF-8", "list").output.contains("  写真    "))
            #expect(try photos("de_AT.UTF-8", "info", id).output.contains("Aufgenommen"))
            #expect(try photos("ja_JP.UTF-8", "info", id).output.contains("撮影日"))
            #expect(try photos("de_DE.UTF-8", "stats").output.contains("1 (1 Bild, 0 Videos)"))
            #expect(try photos("ja_JP.UTF-8", "stats").output.contains("1枚の画像"))
            #expect(try photos("de_DE.UTF-8", "favorite", id).errors == "photos: 1 markiert\n")
            #expect(try photos("ja_JP.UTF-8", "favorite", id).errors == "photos: 1件をお気に入りにしました\n")
            let missing = try photos("de_DE.UTF-8", "info", "00000000")
            #expect(missing.status == .exited(1))
            #expect(missing.errors == "photos: nicht gefunden: Foto oder Album oder Ordner 00000000\n")
            let wrong = try photos("ja_JP.UTF-8", "nosuch")
            #expect(wrong.status == .exited(2))
            #expect(wrong.errors == "photos: 不明なコマンド nosuch（photos --help を参照）\n")
            let album = try photos("ja_JP.UTF-8", "album", "create", "a").output.trimmed
            #expect(try photos("ja_JP.UTF-8", "info", album).output.contains("アルバム"))
            _ = try photos("ja_JP.UTF-8", "folder", "create", "b")
            let inside = try photos("ja_JP.UTF-8", "folder", "add", "b", "b")
            #expect(inside.errors == "photos: フォルダをそれ自身の中に入れることはできません\n")
            #expect(try photos("ja_JP.UTF-8", "privacy", "list").errors == "photos: 許可を求めたアプリはまだありません\n")
            let history = try photos("ja_JP.UTF-8", "history").output
            #expect(history.contains("本人") && history.contains("  追加  写真"), "\(history)")
            let doctor = try photos("ja_JP.UTF-8", "doctor").output
            #expect(doctor.contains("正常  サーバー") && doctor.contains("で応答しています"), "\(doctor)")
            try folder.write([], to: "empty.jpg")
            let empty = try photos("ja_JP.UTF-8", "import", folder.file("empty.jpg").text)
            #expect(empty.errors == "photos: \(folder.file("empty.jpg").text): ファイルが空です\n")
            let elsewhere = try RunningProgram.run(
                "photos",
                ["stats"],
                environment: ["LC_ALL": "ja_JP.UTF-8", "PHOTOLIBRARY_SOCKET": folder.file("none/s.sock").text]
            )
            #expect(elsewhere.errors.hasPrefix("photos: \(folder.file("none-manage/s.sock").text)に写真ライブラリの"))
            // A language that nobody knows, or that is mistyped.
            #expect(try photos("xx", "list").output.contains("favorite"))
        }

        @Test(arguments: [["list"], ["stats"], ["albums"], ["privacy", "list"], ["cloud", "status"]])
        func `JSON is the same in every language`(_ words: [String]) throws {
            let outputs = try ["C.UTF-8", "ja_JP.UTF-8", "de_DE.UTF-8"].map { locale in
                let environment = server.environment.merging(["LC_ALL": locale]) { $1 }
                return try RunningProgram.run("photos", words + ["--json"], environment: environment).output
            }
            #expect(!outputs[0].isEmpty)
            #expect(Set(outputs).count == 1)
        }
    }
}
