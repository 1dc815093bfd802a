import InstalledPrograms
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

@Suite struct InstalledProgramsTests {
    private let system: ScratchSystem
    private let camera = FilePath("/usr/bin/camera")

    init() throws {
        system = try ScratchSystem()
        try system.write("", to: "/usr/bin/camera")
    }

    private func add(
        _ name: String = "Camera",
        exec: String = "camera %U",
        more: String = "",
        file: String = "/usr/share/applications/camera.desktop",
        mode: UInt32 = 0o644
    ) throws {
        let text = "[Desktop Entry]\nType=Application\nName=\(name)\nName[de]=\(name)-de\nExec=\(exec)\n\(more)\n"
        try system.write(text, to: file, mode: mode)
    }

    private func name(_ programs: InstalledPrograms? = nil, of path: FilePath? = nil) -> String? {
        (programs ?? system.programs()).program(at: path ?? camera)?.name(in: [])
    }

    // MARK: What proves a name

    @Test(arguments: [
        "camera", "camera %U", "/usr/bin/camera %f %i", "\"/usr/bin/camera\"", "camera --new-window %U",
        "/usr/local/bin/cam", "/bin/../bin/camera",
    ])
    func `an entry whose command is the program names it`(_ command: String) throws {
        try system.link("/bin", to: "usr/bin")
        try system.link("/usr/local/bin/cam", to: "/etc/alternatives/cam")
        try system.link("/etc/alternatives/cam", to: "../../usr/bin/camera")
        try add(exec: command)
        let program = try #require(system.programs().program(at: camera))
        #expect(program.name(in: ["de"]) == "Camera-de" && program.name(in: ["ja"]) == "Camera")
    }

    @Test func `a program in a folder of the administrator's is found by what an entry needs to be shown`() throws {
        try system.write("", to: "/usr/lib/camera/camera")
        try system.write("", to: "/usr/bin/start-camera")
        try add(exec: "start-camera %U", more: "TryExec=/usr/lib/camera/camera")
        #expect(name(of: "/usr/lib/camera/camera") == "Camera" && name(of: "/usr/bin/start-camera") == "Camera")
    }

    @Test func `the entry that is in menus and runs the program alone counts`() throws {
        try add("Camera")
        try add("Wizard", exec: "camera --wizard", file: "/usr/share/applications/wizard.desktop")
        try add("Handler", more: "NoDisplay=true", file: "/usr/share/applications/handler.desktop")
        #expect(name() == "Camera")
        // Two that are equal agree, or prove nothing.
        try add("Camera", file: "/usr/share/applications/same.desktop")
        #expect(name() == "Camera")
        try add("Bank", file: "/usr/share/applications/bank.desktop")
        #expect(name() == nil)
    }

    @Test func `an earlier folder replaces what a later one has, also by nothing`() throws {
        try add()
        try add("Ours", file: "/usr/local/share/applications/camera.desktop")
        #expect(name() == "Ours")
        try add("Opt", file: "/opt/share/applications/camera.desktop")
        #expect(name(system.programs(dataFolders: "relative:/opt/share:/usr/share")) == "Opt")
        try add(more: "Hidden=true", file: "/usr/local/share/applications/camera.desktop")
        #expect(name() == nil)
    }

    // MARK: What does not

    @Test func `an entry in a folder that others can write to names nothing`() throws {
        try add(file: "/home/me/.local/share/applications/camera.desktop")
        try system.setMode(0o777, of: "/home/me")
        #expect(name(system.programs(dataFolders: "/home/me/.local/share")) == nil)
        try add(file: "/opt/share/applications/camera.desktop")
        try system.setMode(0o775, of: "/opt/share/applications")
        #expect(name(system.programs(dataFolders: "/opt/share")) == nil)
    }

    @Test func `an entry that others can write, or that is theirs, names nothing`() throws {
        try add(mode: 0o664)
        #expect(name() == nil)
        try system.setMode(0o644, of: "/usr/share/applications/camera.desktop")
        #expect(name() == "Camera")
        #expect(name(InstalledPrograms(system.files(owner: OwnProcess.user &+ 1))) == nil)
    }

    @Test func `an entry behind a link to where others write names nothing`() throws {
        try add(file: "/home/me/camera.desktop")
        try system.setMode(0o777, of: "/home/me")
        try system.link("/usr/share/applications/camera.desktop", to: "/home/me/camera.desktop")
        #expect(name() == nil)
        try system.setMode(0o755, of: "/home/me")
        #expect(name() == "Camera")
    }

    @Test func `a program that others can replace has no name`() throws {
        try add()
        try system.setMode(0o777, of: "/usr/bin/camera")
        #expect(name() == nil)
        try system.setMode(0o755, of: "/usr/bin/camera")
        try system.write("", to: "/home/me/camera")
        try system.setMode(0o777, of: "/home/me")
        try add("Other", exec: "/home/me/camera", file: "/usr/share/applications/other.desktop")
        #expect(name() == "Camera" && name(of: "/home/me/camera") == nil)
        // Nor does a link of the administrator's to it.
        try system.remove("/usr/bin/camera")
        try system.link("/usr/bin/camera", to: "/home/me/camera")
        #expect(name() == nil && name(of: "/home/me/camera") == nil)
    }

    @Test func `a link that leads to itself leads nowhere`() throws {
        try system.link("/usr/bin/a", to: "b")
        try system.link("/usr/bin/b", to: "a")
        try add(exec: "a")
        #expect(name() == nil && name(of: "/usr/bin/a") == nil)
    }

    @Test(arguments: [
        "env A=b camera", "sh -c camera", "python3 /usr/bin/camera", "flatpak run camera", "bwrap camera",
        "snap run camera",
        "camera https://bank.example", "camera --app=https://bank.example", "usr/bin/camera", "nothing", "\"camera",
        "camera\u{0}", "/usr/bin", "sudo camera",
    ])
    func `an entry that runs something else, or gives the program something to do, names nothing`(
        _ command: String
    ) throws {
        for name in ["env", "sh", "python3", "flatpak", "bwrap", "snap", "sudo"] {
            try system.write("", to: "/usr/bin/\(name)")
        }
        try add("Bank", exec: command, more: "TryExec=camera")
        #expect(name() == nil)
        for name in ["env", "sh", "python3", "flatpak", "bwrap", "snap", "sudo"] {
            #expect(self.name(of: FilePath("/usr/bin/\(name)")) == nil)
        }
    }

    @Test func `an interpreter has no name, though an entry is about it alone`() throws {
        try system.write("", to: "/usr/bin/python3.11")
        try system.link("/usr/bin/editor", to: "python3.11")
        try add("Editor", exec: "editor")
        #expect(name(of: "/usr/bin/python3.11") == nil && name(of: "/usr/bin/editor") == nil)
    }

    // MARK: Icons

    @Test func `an icon is a PNG file of the administrator's, by its name or among the icons`() throws {
        try add(more: "Icon=camera")
        #expect(system.programs().icon(ofProgramAt: camera) == nil)
        try system.write(ScratchSystem.icon, to: "/usr/share/pixmaps/camera.png")
        try system.write([1] + ScratchSystem.icon, to: "/usr/share/icons/hicolor/128x128/apps/camera.png")
        let programs = system.programs()
        #expect(programs.icon(ofProgramAt: camera) == ScratchSystem.icon)
        #expect(programs.program(at: camera)?.icon == "/usr/share/pixmaps/camera.png")
        try system.write(ScratchSystem.icon, to: "/usr/share/icons/hicolor/64x64/apps/camera.png")
        #expect(system.programs().program(at: camera)?.icon == "/usr/share/icons/hicolor/64x64/apps/camera.png")
        try add(more: "Icon=/usr/share/pixmaps/camera.png")
        #expect(system.programs().program(at: camera)?.icon == "/usr/share/pixmaps/camera.png")
    }

    @Test func `nothing else is an icon`() throws {
        try system.write(ScratchSystem.icon, to: "/etc/camera.png")
        try system.write("<svg xmlns='http://www.w3.org/2000/svg'/>", to: "/usr/share/pixmaps/picture.svg")
        try system.write("<svg xmlns='http://www.w3.org/2000/svg'/>", to: "/usr/share/pixmaps/drawn.png")
        try system.write(ScratchSystem.icon, to: "/usr/share/pixmaps/loose.png", mode: 0o666)
        var wide = ScratchSystem.icon
        wide[16] = 1
        try system.write(wide, to: "/usr/share/pixmaps/wide.png")
        try system.write(Array(ScratchSystem.icon.prefix(20)), to: "/usr/share/pixmaps/short.png")
        let large = ScratchSystem.icon + [UInt8](repeating: 0, count: 600_000)
        try system.write(large, to: "/usr/share/pixmaps/large.png")
        for icon in [
            "/etc/camera.png", "/usr/share/pixmaps/../../../etc/camera.png", "../../../etc/camera", "picture",
            "picture.svg", "/usr/share/pixmaps/picture.svg", "drawn", "loose", "wide", "short", "large", "", "/",
            "\u{0}",
            String(repeating: "x", count: 4_000),
        ] {
            try add(more: "Icon=\(icon)")
            let programs = system.programs()
            #expect(name(programs) == "Camera")
            #expect(programs.icon(ofProgramAt: camera) == nil, "\(icon.prefix(50))")
        }
    }

    // MARK: Changes

    @Test func `what was installed, changed or removed meanwhile is noticed after a second`() throws {
        let now = Mutex<UInt64>(0)
        let programs = system.programs(clock: { now.withLock { $0 } })
        func later() { now.withLock { $0 += 1_000_000_000 } }
        #expect(name(programs) == nil)
        try add()
        #expect(name(programs) == nil)
        later()
        #expect(name(programs) == "Camera")
        try add("Another camera")
        later()
        #expect(name(programs) == "Another camera")
        try system.setMode(0o666, of: "/usr/bin/camera")
        later()
        #expect(name(programs) == nil)
        try system.setMode(0o755, of: "/usr/bin/camera")
        try system.remove("/usr/share/applications/camera.desktop")
        later()
        #expect(name(programs) == nil)
    }
}
