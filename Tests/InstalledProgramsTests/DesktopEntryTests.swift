import InstalledPrograms
import LibraryTestSupport
import Testing

@Suite struct DesktopEntryTests {
    private func entry(_ text: String) -> DesktopEntry? { DesktopEntry(Array(text.utf8)) }

    private let camera = """
        # A comment
        [Desktop Entry]
        Type=Application
        Name = Camera\t
        Name[de]=Kamera
        Name[zh_CN]=相机
        Exec="/opt/my \\\\"camera\\\\"/bin" --new %U
        TryExec=camera
        Icon=org.example.Camera
        NoDisplay=true

        [Desktop Action New]
        Name=Another
        Exec=other
        """

    @Test func `the name, command and icon of an application are read`() throws {
        let entry = try #require(self.entry(camera))
        #expect(entry.name(in: ["zh_Hans", "zh_CN"]) == "相机")
        #expect(entry.name(in: ["de"]) == "Kamera")
        #expect(entry.name(in: ["ja"]) == "Camera")
        #expect(entry.command?.program == "/opt/my \"camera\"/bin")
        #expect(entry.command?.arguments == ["--new", "%U"])
        #expect(entry.triedProgram == "camera" && entry.icon == "org.example.Camera")
        #expect(entry.isNotDisplayed && !entry.isHidden)
    }

    @Test func `escapes are replaced, and what is none stays`() throws {
        let entry = try #require(self.entry("[Desktop Entry]\r\nType=Application\r\nName=a\\sb\\\\c\\td\\x\\\r\n"))
        #expect(entry.name(in: []) == "a b\\c\td\\x\\")
    }

    @Test(arguments: [
        "", "[Desktop Entry]\nType=Application\n", "[Desktop Entry]\nType=Link\nName=a\n", "Type=Application\nName=a\n",
        "[Desktop Entry]\nName=a\n", "[Other]\nType=Application\nName=a\n",
        "[Other]\n[Desktop Entry\nType=Application\nName=a", "[Desktop Entry]\nType=Application\nName[de]=a\n",
    ])
    func `what is no application, or has no name, is none`(_ text: String) {
        #expect(entry(text) == nil)
    }

    @Test(arguments: ["", " ", "\"", "\"a", "\"a\\", "\"\" b", String(repeating: "a ", count: 100)])
    func `a command that cannot be told is none`(_ text: String) { #expect(DesktopCommand(text) == nil) }

    @Test func `no bytes make the reader fail`() {
        let whole = Array(camera.utf8)
        for end in whole.indices { _ = DesktopEntry(Array(whole[..<end])) }
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            var bytes = whole
            for _ in 0..<8 {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = DesktopEntry(bytes)
        }
        // Nor does anything grow without bounds.
        #expect(DesktopEntry(whole + [UInt8](repeating: 0x61, count: DesktopEntry.maximumSize)) == nil)
        let long = String(repeating: "x", count: 5_000)
        #expect(entry("[Desktop Entry]\nType=Application\nName=a\nName[de]=\(long)\n")?.name(in: ["de"]) == "a")
        let many = (0..<5_000).map { "Name[\($0)]=n\($0)\n" }.joined()
        #expect(entry("[Desktop Entry]\nType=Application\n\(many)Name=a\n")?.name(in: ["4999"]) == "a")
    }
}
