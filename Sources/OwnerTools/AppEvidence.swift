internal import Languages
internal import TerminalText

/// What an app is by evidence, with control characters taken out.
package struct AppEvidence: Hashable, Encodable {
    /// `program`, `flatpak`, `snap`, or another kind that the server knows.
    package var kind: String
    package var text: String

    /// `app` as in `AppGrant.app`: a kind, a colon and a name.
    package init(app: String) {
        let parts = app.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            kind = "program"
            text = app.sanitized
            return
        }
        kind = parts[0] == "exe" ? "program" : String(parts[0]).sanitized
        text = String(parts[1]).sanitized
    }

    /// The last part of a path, else all of it.
    package var shortName: String {
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
