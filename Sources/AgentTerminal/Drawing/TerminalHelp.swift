/// What keys do, in the terminal.
enum TerminalHelp {
    static let lines = [
        "arrows, page up, page down, home, end   move",
        "space       select the photo, or take it out",
        "enter       look at the photo in large; choose the line",
        "d           done: give what is selected",
        "/           search: titles, keywords, names, places in time (june 2023), kinds",
        "tab         photos, videos, live photos, screenshots, favorites, everything",
        "a           albums",
        "s           only what is selected, and everything again",
        "l           where an app asks for access or photos: without places",
        "k           in a picker: without captions and keywords",
        "c           take all out of the selection",
        "esc, q      back; at the end of the way back: cancel, which gives nothing",
        "N           cancel, and show no question of this app any more",
        "p           all apps and what they may see, to change or revoke it",
        "c           in the list of apps: how the library stands with other machines",
        "ctrl-L      draw the screen anew",
        "ctrl-Z      to the shell, from where fg comes back; ctrl-C leaves",
        "",
        "photos privacy says and changes the same, line by line.",
    ]
}
