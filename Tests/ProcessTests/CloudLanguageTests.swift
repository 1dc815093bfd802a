import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// `photos cloud` in the person's language: what the tool, the server, the process and the bucket say.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct CloudLanguageTests {
        private let scene: CloudScene
        private let server: ServerProcess
        private let japanese: [String: String]

        init() throws {
            scene = try CloudScene()
            server = try scene.machine("first")
            japanese = server.environment.merging(["LC_ALL": "ja_JP.UTF-8"]) { $1 }
        }

        /// What a command prints, which must not be English.
        private func cloud(_ words: String..., input: String = "") throws -> String {
            let finished = try RunningProgram(
                path: "/bin/sh",
                [
                    "-c", FilePath("program=$0; printf '%s\\n' \"$PHRASE\" | \"$program\" cloud \"$@\""),
                    try BuiltProgram.path("photos"),
                ] + words.map { FilePath($0) },
                environment: japanese.merging(["PHRASE": input]) { $1 }
            ).finish()
            let text = finished.output + finished.errors.replacing("photos: ", with: "")
            #expect(EnglishText.phrases(in: text) == [], "photos cloud \(words.joined(separator: " ")): \(text)")
            return text
        }

        @Test func `no command of synchronisation says anything in English`() throws {
            for command in "status sync pause resume devices verify key off limit optimize".split(separator: " ") {
                #expect(try cloud(String(command)).contains("「photos cloud setup URL」"), "\(command)")
            }
            #expect(try cloud("join", scene.bucket, input: "ABCD").contains("復旧フレーズ"))
            for place in [
                "/mnt/Photos", "folder:Photos", "https://host/bucket", "folder:/sys/Photos", "s3://b/",
                "s3://me@bucket",
                "s3://bucket/a//b", "s3://bucket?a", "s3://bucket?a=b", "s3://bucket?style=x", "s3://bucket?ca=x",
                "s3://bucket?endpoint=x", "s3://bucket?region=%20",
            ] {
                _ = try cloud("setup", place)
                #expect(try server.owner.cloudStatus().settings == nil, "\(place)")
            }
            #expect(try cloud("setup", scene.bucket, "--name", "Desk").contains("書き留めてください"))
            #expect(try cloud("setup", scene.bucket).contains("「photos cloud off」"))
            #expect(try cloud("sync").contains("一致しています"))
            #expect(try cloud("devices").contains("「photos cloud join URL」"))
            _ = try cloud("forget", "nobody")
            _ = try cloud("limit", "--up", "1")
            _ = try cloud("limit", "--requests", "0")
            _ = try cloud("limit", "--hours", "noon")
            let limits = try cloud("limit", "--up", "2M", "--down", "1M", "--requests", "5", "--hours", "00:00-23:59")
            #expect(limits.contains("毎秒 2.0 MB"), "\(limits)")
            #expect(try cloud("limit", "--hours", "off").contains("制限なし"))
            _ = try cloud("optimize", "--keep", "much")
            _ = try cloud("optimize", "--keep", "1", "--off")
            _ = try cloud("optimize", "--keep", "0")
            _ = try cloud("optimize", "--off")
            _ = try cloud("optimize")
            _ = try cloud("verify")
            _ = try cloud("pause")
            #expect(try cloud("sync").contains("一時停止中"))
            #expect(try cloud("status").contains("「photos cloud resume」"))
            _ = try cloud("resume")
            try FileNames.rename(scene.folder.file("bucket"), to: scene.folder.file("away"))
            try server.owner.addPhoto(CloudScene.photo(1))
            #expect(try cloud("sync").contains("マウント"))
            let status = try cloud("status")
            #expect(status.contains("1件の変更、"), "\(status)")
            #expect(try cloud("off").contains("「photos cloud forget」"))
        }
    }
}
