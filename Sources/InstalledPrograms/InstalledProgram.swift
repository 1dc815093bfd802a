package import LinuxSystem

/// What the system's .desktop files say of a program.
package struct InstalledProgram: Hashable, Sendable {
    private let entry: DesktopEntry
    /// Where its icon is, a PNG file of the administrator's.
    package let icon: FilePath?

    init(_ entry: DesktopEntry, icon: FilePath?) {
        self.entry = entry
        self.icon = icon
    }

    /// The name in the first of these locales that it has one for, else the one of no language. As the file has it.
    package func name(in locales: [String]) -> String { entry.name(in: locales) }
}

/// How an entry is about a program.
struct ProgramMention: Hashable {
    var entry: DesktopEntry
    /// The program is what the command runs, not only what it needs.
    var isRun: Bool

    /// Nil for an entry that says nothing of the program itself: one that gives it something to do (`xterm -e editor`,
    /// `browser --app=https://…`), or has another program start it.
    init?(_ entry: DesktopEntry, isRun: Bool) {
        guard let command = entry.command, !entry.isHidden, !Launcher.isOne(command.program),
            command.arguments.allSatisfy({ $0.isFieldCode || $0.isPlainOption })
        else { return nil }
        self.entry = entry
        self.isRun = isRun
    }

    /// The higher, the more it is about the program alone.
    var rank: Int {
        let isWhole = entry.command?.arguments.allSatisfy(\.isFieldCode) ?? false
        return (entry.isNotDisplayed ? 0 : 4) + (isRun ? 2 : 0) + (isWhole ? 1 : 0)
    }
}

/// Programs that start others: what is run by them is not them, and the name of it not theirs.
enum Launcher {
    private static let names: Set<String> = [
        "bwrap", "dbus-launch", "dbus-run-session", "env", "firejail", "flatpak", "gapplication", "gtk-launch",
        "ionice", "kstart", "kstart5", "nice", "nohup", "pkexec", "setsid", "snap", "stdbuf", "su", "sudo",
        "systemd-run", "timeout", "xdg-open",
    ]

    static func isOne(_ program: String) -> Bool {
        let path = FilePath(program)
        return names.contains(path.lastComponent.text) || Interpreter.isOne(path)
    }
}

extension String {
    /// `%f` and the like, which stand for what is opened.
    fileprivate var isFieldCode: Bool { count == 2 && first == "%" }

    /// An option that does not say what to run or to open.
    fileprivate var isPlainOption: Bool { hasPrefix("-") && !contains("=") && !contains("%") }
}
