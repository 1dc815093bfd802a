internal import Languages
internal import TerminalText

/// What keys do, in the terminal.
enum TerminalHelp {
    /// Columns of the keys.
    private static let indent = 12

    static var lines: [String] {
        [
            localized("arrows, page up, page down, home, end: move"),
            line("space", localized("select the photo, or take it out")),
            line("enter", localized("look at the photo in large; choose the line")),
            line("d", localized("done: give what is selected")),
            line("/", localized("search: titles, keywords, names, places in time (june 2023), kinds")),
            line("tab", localized("photos, videos, live photos, screenshots, favorites, everything")),
            line("a", localized("albums")),
            line("s", localized("only what is selected, and everything again")),
            line("l", localized("where an app asks for access or photos: without places")),
            line("k", localized("in a picker: without captions and keywords")),
            line("c", localized("take all out of the selection")),
            line("esc, q", localized("back; at the end of the way back: cancel, which gives nothing")),
            line("N", localized("cancel, and show no question of this app any more")),
            line("p", localized("all apps and what they may see, to change or revoke it")),
            line("c", localized("in the list of apps: how the library stands with other machines")),
            line("ctrl-L", localized("draw the screen anew")),
            line("ctrl-Z", localized("to the shell, from where fg comes back; ctrl-C leaves")),
            "",
            localized("{command} says and changes the same, line by line.", ["command": "photos privacy"]),
        ]
    }

    private static func line(_ keys: String, _ text: String) -> String { keys.padding(to: indent) + text }
}
