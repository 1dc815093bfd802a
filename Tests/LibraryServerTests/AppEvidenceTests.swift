import InstalledPrograms
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import LibraryServer

/// What an app is known by, as texts.
@Suite struct AppEvidenceTests {
    // MARK: Flatpak

    @Test func `the application of a Flatpak is read from its group`() {
        let text =
            "# name=org.example.Comment\n[Instance]\nname=org.example.Instance\n\n[Application]\nx=1\nname=org.A_b-9\n"
        #expect(FlatpakSandbox.application(text) == "org.A_b-9")
        #expect(FlatpakSandbox.application("[Application]\nruntime=x\n") == nil)
        #expect(FlatpakSandbox.application("") == nil)
    }

    @Test(arguments: [
        "", "org.example.App ", "org example", "org/example", "../x", "\u{1B}[2J", "caf\u{E9}", "\u{202E}org",
        String(repeating: "a", count: 256),
    ])
    func `a name that no application has is none`(_ name: String) {
        #expect(FlatpakSandbox.application("[Application]\nname=\(name)\n") == nil)
        #expect(SnapSandbox.name(label: "snap.\(name).app (enforce)", groups: "0::/snap.\(name).app.scope") == nil)
    }

    @Test func `the longest name that an application can have is one`() {
        let name = String(repeating: "a", count: 255)
        #expect(FlatpakSandbox.application("[Application]\nname=\(name)\n") == name)
    }

    // MARK: Snaps

    @Test(
        arguments: [
            ("snap.camera.app (enforce)\n", "0::/user.slice/app.slice/snap.camera.app-1234.scope\n", "camera"),
            ("snap.camera_2.app (enforce)", "0::/system.slice/snap.camera_2.app.service", "camera_2"),
            // Not enforced, or not confined at all.
            ("snap.camera.app (complain)", "0::/user.slice/snap.camera.app-1.scope", nil),
            ("snap.camera.app", "0::/user.slice/snap.camera.app-1.scope", nil),
            ("unconfined", "0::/user.slice/snap.camera.app-1.scope", nil),
            // The label alone, or with the group of another snap.
            ("snap.camera.app (enforce)", "0::/user.slice/session-1.scope", nil),
            ("snap.camera.app (enforce)", "0::/user.slice/snap.cameras.app-1.scope", nil),
            ("snap.camera.app (enforce)", "0::/user.slice/snap.camera.app-1", nil),
            ("snap.camera (enforce)", "0::/user.slice/snap.camera.app-1.scope", nil),
        ] as [(String, String, String?)]
    )
    func `a snap is known by an enforced label and its control group`(
        _ label: String,
        _ groups: String,
        _ name: String?
    ) {
        #expect(SnapSandbox.name(label: label, groups: groups) == name)
    }

    // MARK: Interpreters

    @Test(
        arguments: [
            (["python3", "-B", "/home/me/tool.py", "-x"], "/home/me/tool.py"), (["python3"], ""),
            (["python3", "-c", "import x"], ""), (["perl", "-e", "1", "x.pl"], ""), (["bash", "-"], ""), ([], ""),
            (["java", "-jar", "app.jar"], "app.jar"), (["python3", "", "x"], "x"),
            (["python3", String(repeating: "a", count: 2_000)], String(repeating: "a", count: 1_024)),
        ] as [([String], String)]
    )
    func `the script is the first argument that is no option`(_ arguments: [String], _ script: String) {
        #expect(Interpreter.script(in: arguments.map { FilePath($0) }) == script)
    }

    // MARK: The log

    @Test(
        arguments: [
            ("exe:/usr/bin/a", "exe:/usr/bin/a"), ("", "\"\""), ("a b", "\"a b\""), ("a\"b\\", "\"a\\\"b\\\\\""),
            ("a\u{1B}]0;x\u{7}", "a\u{FFFD}]0;x\u{FFFD}"), ("\u{9B}2J", "\u{FFFD}2J"), ("a\u{202E}b", "a\u{FFFD}b"),
            ("a\nready pid=1", "\"a ready pid=1\""), ("a\u{2028}b\u{85}", "\"a b \""),
        ] as [(String, String)]
    )
    func `nothing in a log is obeyed by a terminal`(_ value: String, _ logged: String) {
        #expect(EventLog.quoted(value) == logged)
    }

    @Test func `a line that is too long is cut between characters`() throws {
        let folder = try ScratchFolder()
        let output = try OwnedDescriptor(opening: folder.file("log"), [.readWrite, .create])
        let log = EventLog(to: try output.duplicate())
        log.event("x", ["y": String(repeating: "é", count: 4_000)])
        try output.seek(to: 0)
        let bytes = try output.readToEnd(limit: 1 << 20)
        #expect(bytes.count <= 1_025 && bytes.last == UInt8(ascii: "\n"))
        #expect(String(validating: bytes, as: UTF8.self) != nil)
    }
}
