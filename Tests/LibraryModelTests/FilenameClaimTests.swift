import LibraryModel
import Testing

@Suite struct FilenameClaimTests {
    @Test(arguments: [
        ("IMG_1.jpg", "IMG_1.jpg"), ("../../x.png", "x.png"), ("/etc/passwd", "passwd"), ("folder/", "folder"),
        ("..", "unnamed"), (".", "unnamed"), ("", "unnamed"), ("/", "unnamed"), (" . ", "unnamed"),
        ("\u{1}", "unnamed"),
        (".hidden.jpg", ".hidden.jpg"), ("Zoë 写真.jpg", "Zoë 写真.jpg"),
        ("a\u{1B}]0;x\u{7}b\u{9B}c\n.jpg", "a]0;xbc.jpg"), ("x\u{202E}gpj.exe", "xgpj.exe"),
    ])
    func `a name is a name and nothing else`(claim: String, name: String) {
        #expect(FilenameClaim(claim, orElse: "unnamed").name == name)
    }

    @Test func `a name that is too long is cut, and keeps what it ends with`() {
        let cut = FilenameClaim(String(repeating: "é", count: 400) + ".jpeg", orElse: "unnamed").name
        #expect(cut.utf8.count <= FilenameClaim.maximumLength)
        #expect(cut.utf8.count >= FilenameClaim.maximumLength - 1)
        #expect(cut.hasSuffix("é.jpeg"))
        #expect(
            FilenameClaim(String(repeating: "a", count: 300), orElse: "").name.utf8.count == FilenameClaim.maximumLength
        )
        #expect(
            FilenameClaim("a." + String(repeating: "b", count: 300), orElse: "").name.utf8.count
                == FilenameClaim.maximumLength
        )
    }
}
