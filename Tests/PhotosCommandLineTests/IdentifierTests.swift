import Glibc
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import PhotosCommandLine

@Suite struct IdentifierTests {
    private let id = ObjectID(high: 0x9F98_3DBA_EC35_42B8, low: 0x8773_B597_CF78_2EDD)

    @Test func `every start of six characters or more is found, in either case`() throws {
        let identifier = LocalIdentifier(.asset, id)
        for length in 0...LocalIdentifier.length {
            let text = String(identifier.string.prefix(length))
            guard length >= 6 else {
                #expect(IdentifierPrefix(text) == nil)
                continue
            }
            #expect(try #require(IdentifierPrefix(text)).matches(identifier))
            #expect(try #require(IdentifierPrefix(text.lowercased())).matches(id))
        }
    }

    @Test func `another identifier is told apart at every digit`() throws {
        let string = LocalIdentifier(.asset, id).string
        for position in 0..<128 / 4 {
            var other = id
            if position < 16 { other.high ^= 1 << (60 - position * 4) } else { other.low ^= 8 << (124 - position * 4) }
            for length in 6...36 {
                let prefix = try #require(IdentifierPrefix(String(string.prefix(length))))
                let digits = string.prefix(length).count { $0 != "-" }
                #expect(prefix.matches(other) == (position >= digits))
            }
        }
    }

    @Test func `the kind counts where it is written`() throws {
        let whole = try #require(IdentifierPrefix(LocalIdentifier(.assetCollection, id).string))
        #expect(whole.isPossible(of: .assetCollection))
        #expect(!whole.isPossible(of: .asset))
        let bare = try #require(IdentifierPrefix("9F983D"))
        #expect(ObjectKind.allCases.allSatisfy(bare.isPossible))
    }

    @Test(arguments: [
        "9F983", "9F983G", "9F983DBA0", "9F983DBAEC35", "9F983DBA-EC35-42B8-8773-B597CF782EDD/L1",
        "9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/0010", "héllo-", "/etc/passwd",
    ])
    func `what starts no identifier is refused`(_ text: String) {
        #expect(IdentifierPrefix(text) == nil)
    }

    @Test func `apps are named by identity, path or last part`() throws {
        let apps = AppLookup(known: [
            "exe:/usr/bin/camera", "flatpak:org.example.App", "exe:/opt/a/x", "exe:/opt/b/x",
        ])
        #expect(try apps.app("exe:/usr/bin/camera") == "exe:/usr/bin/camera")
        #expect(try apps.app("/usr/bin/new") == "exe:/usr/bin/new")
        #expect(try apps.app("camera") == "exe:/usr/bin/camera")
        #expect(try apps.app("exe:/usr/bin/new") == "exe:/usr/bin/new")
        #expect(try apps.app("org.example.App") == "flatpak:org.example.App")
        #expect(try apps.app("snap:later") == "snap:later")
        #expect(throws: CommandFailure("x may be any of 2:\n  exe:/opt/a/x\n  exe:/opt/b/x")) { try apps.app("x") }
        for unknown in ["era", ":", "exe:", ":x", ""] {
            #expect(throws: CommandFailure.self) { try apps.app(unknown) }
        }
    }

    @Test func `programs are named by the path that the kernel has for them`() throws {
        let folder = try ScratchFolder()
        let program = try folder.write([1], to: "program")
        try FileNames.setMode(0o700, of: program)
        try FileNames.makeFolder(folder.file("bin"))
        let link = folder.file("bin/link")
        try #require(unsafe symlink("../program", link.text) == 0)
        let apps = AppLookup(known: [])
        #expect(try apps.app(link.text) == "exe:" + program.text)
        #expect(try apps.app("exe:" + link.text) == "exe:" + program.text)
        #expect(try apps.app(folder.file("bin/../later").text) == "exe:" + folder.file("later").text)
        #expect(try apps.app(folder.file("a/b/later").text) == "exe:" + folder.file("a/b/later").text)
        let here = try OwnedDescriptor(opening: ".", [.folder]).path()
        #expect(try apps.app("./later") == "exe:" + here.appending("later").text)
        #expect(try apps.app("../later") == "exe:" + here.folder.appending("later").text)
    }

    @Test func `a path of what is no program is refused by what it is`() throws {
        let folder = try ScratchFolder()
        let (notes, script) = (
            try folder.write([1], to: "notes.txt"), try folder.write(Array("#!/bin/sh".utf8), to: "run")
        )
        try FileNames.setMode(0o755, of: script)
        func reason(_ path: FilePath) -> String {
            do {
                return "taken for " + (try AppLookup(known: []).app(path.text))
            } catch {
                return String(error.message.dropFirst(path.text.count + 2))
            }
        }
        #expect(reason(folder.path) == "it is a folder, not a program")
        #expect(reason(notes) == "it is not a program")
        #expect(reason(script).hasPrefix("it is a script"))
        // What was decided about one is still found.
        #expect(try AppLookup(known: ["exe:" + notes.text]).app("exe:" + notes.text) == "exe:" + notes.text)
    }
}
