package import InstalledPrograms
internal import Languages
package import LinuxSystem
internal import TerminalText

/// What an app is by evidence, with control characters taken out.
package struct AppEvidence: Hashable, Encodable {
    /// Characters of a name that are shown.
    private static let maximumName = 60

    /// `program`, `flatpak`, `snap`, or another kind that the server knows.
    package var kind: String
    package var text: String
    /// What this machine's .desktop files call the program, in the person's language, when they are proof of it.
    package var name: String?
    /// Whether they have an icon of it.
    package var hasIcon: Bool?

    /// `app` as in `AppGrant.app`: a kind, a colon and a name.
    package init(app: String, _ programs: InstalledPrograms = .ofThisMachine) {
        let parts = app.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            kind = "program"
            text = app.sanitized
            return
        }
        kind = parts[0] == "exe" ? "program" : String(parts[0]).sanitized
        text = String(parts[1]).sanitized
        guard let path = AppEvidence.program(of: app), let program = programs.program(at: path) else { return }
        let name = program.name(in: Language.current.desktopLocales).sanitized
        if name.contains(where: { !$0.isWhitespace && $0 != "\u{FFFD}" }) {
            self.name = name.count > AppEvidence.maximumName ? name.prefix(AppEvidence.maximumName) + "…" : name
        }
        if program.icon != nil { hasIcon = true }
    }

    /// The path of the program that an app's identity names; nil for what is known by something else.
    package static func program(of app: String) -> FilePath? {
        app.hasPrefix("exe:/") ? FilePath(String(app.dropFirst("exe:".count))) : nil
    }

    /// The name that is proven, else the last part of a path, else all of it.
    package var shortName: String {
        if let name { return name }
        guard kind == "program" else { return text }
        return text.split(separator: "/").last.map { String($0) } ?? text
    }

    /// What kind of evidence it is, in words.
    package var kindName: String {
        switch kind {
        case "program": localized("the program")
        case "flatpak": localized("the Flatpak app")
        case "snap": localized("the snap")
        default: kind
        }
    }
}

extension Language {
    /// The locales by which .desktop files name it, the best first.
    fileprivate var desktopLocales: [String] {
        switch self {
        case .english: ["en", "en_US", "en_GB"]
        case .japanese: ["ja", "ja_JP"]
        case .chinese: ["zh_CN", "zh_Hans", "zh@Hans", "zh_SG", "zh"]
        case .korean: ["ko", "ko_KR"]
        case .vietnamese: ["vi", "vi_VN"]
        case .german: ["de", "de_DE", "de_AT", "de_CH"]
        }
    }
}
