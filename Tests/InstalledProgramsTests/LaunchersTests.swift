import InstalledPrograms
import LinuxSystem
import Testing

/// The project's own .desktop files.
@Suite struct LaunchersTests {
    /// The values of one entry of a .desktop file, by their keys.
    private func entry(_ text: String) -> [Substring: Substring] {
        Dictionary(
            uniqueKeysWithValues: text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
                line.firstIndex(of: "=").map { (line[..<$0], line[line.index(after: $0)...]) }
            }
        )
    }

    @Test func `launchers are in every language, and each text is whole`() throws {
        let launchers = FilePath(#filePath).folder.folder.folder.appending("Sources/photos-agent/desktop")
        for (name, keys) in [
            ("applications/openphotokit-photos", ["Name", "Comment", "Keywords"]),
            ("applications/openphotokit-privacy", ["Name", "Comment", "Keywords"]),
            ("autostart/photos-agent", ["Name", "Comment"]),
        ] {
            let path = launchers.appending(FilePath("\(name).desktop"))
            let bytes = try OwnedDescriptor(opening: path, [.readOnly]).readToEnd(limit: 8_192)
            let entry = entry(String(decoding: bytes, as: UTF8.self))
            let parsed = try #require(DesktopEntry(bytes))
            #expect(parsed.command?.program.hasPrefix("@PREFIX@/bin/photos") == true)
            for key in keys {
                let texts = ["", "[de]", "[ja]", "[ko]", "[vi]", "[zh_CN]"].map { entry["\(key)\($0)"[...]] ?? "" }
                #expect(Set(texts).count == texts.count && !texts.contains(""), "\(name): \(key)")
                #expect(entry.keys.count { $0 == key || $0.hasPrefix(key + "[") } == texts.count, "\(name): \(key)")
                // Lists have as many words in each language, and all end.
                if key == "Keywords" {
                    let counts = Set(texts.map { $0.count { $0 == ";" } })
                    #expect(counts.count == 1 && texts.allSatisfy { $0.hasSuffix(";") }, "\(name)")
                }
            }
        }
    }
}
