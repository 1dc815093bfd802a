import LinuxSystem
import Testing

@testable import PhotosCommandLine

@Suite struct ExportNameTests {
    @Test(arguments: [
        ("IMG_1.jpg", "IMG_1.jpg", "IMG_1 (2).jpg"), ("archive.tar.gz", "archive.tar.gz", "archive.tar (2).gz"),
        ("noend", "noend.jpg", "noend (2).jpg"), (".hidden", "_hidden.jpg", "_hidden (2).jpg"),
        ("dot.", "dot.jpg", "dot (2).jpg"), ("../../etc/passwd", "passwd.jpg", "passwd (2).jpg"),
        ("..", "ID.jpg", "ID (2).jpg"), (".", "ID.jpg", "ID (2).jpg"), ("", "ID.jpg", "ID (2).jpg"),
        ("a/", "ID.jpg", "ID (2).jpg"), ("a\u{0}b.jpg", "a_b.jpg", "a_b (2).jpg"),
        ("<img>\u{202E}^\u{1B}]0;x\u{7}\u{9B}\n\u{2066}G.jpg", "<img>_^_]0;x____G.jpg", "<img>_^_]0;x____G (2).jpg"),
        ("été 日本.jpg", "été 日本.jpg", "été 日本 (2).jpg"),
    ])
    func `names stay in the folder and get numbers before their ends`(
        _ name: String,
        _ first: String,
        _ second: String
    ) {
        let name = ExportName(name, contentType: "image/jpeg", orElse: "ID")
        #expect(name.numbered(1).text == first)
        #expect(name.numbered(2).text == second)
    }

    @Test func `a file of a type without a filename extension keeps the name that it has`() {
        #expect(ExportName("noend", contentType: "application/x-unknown", orElse: "ID").numbered(2).text == "noend (2)")
    }

    @Test func `the files of an asset have the name of its original`() {
        let original = ExportName("IMG_1.HEIC", contentType: "image/heic", orElse: "x")
        func name(_ name: String, _ type: String) -> String {
            ExportName(name, contentType: type, orElse: "x").matching(original).numbered(2).text
        }
        #expect(name("IMG_9.MOV", "video/quicktime") == "IMG_1 (2).MOV")
        #expect(name("RAW", "image/x-adobe-dng") == "IMG_1 (2).dng")
        #expect(name("B.HEIC", "image/heic") == "B (2).HEIC")
    }

    @Test func `an edit has the name of its original and its own extension`() {
        let original = ExportName("IMG_1.HEIC", contentType: "image/heic", orElse: "x")
        let edit = ExportName("rendered.jpg", contentType: "image/jpeg", orElse: "x").renamed(after: original)
        #expect(edit.numbered(1).text == "IMG_1.jpg" && edit.numbered(2).text == "IMG_1 (2).jpg")
    }

    @Test func `names fit the file system with any number, and no character is cut in half`() {
        let name = ExportName(String(repeating: "é", count: 200) + ".jpeg", contentType: "image/jpeg", orElse: "ID")
        let longest = name.numbered(100_000)
        #expect(longest.bytes.count <= 255)
        #expect(longest.exactText?.hasPrefix("éé") == true)
        #expect(longest.text.hasSuffix("é (100000).jpeg"))
    }
}
