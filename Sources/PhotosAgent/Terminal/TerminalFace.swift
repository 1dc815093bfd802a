internal import LibraryClient
internal import LinuxSystem

/// The agent on the whole of a terminal, with pictures as far as the terminal can show them.
enum TerminalFace {
    static func run(
        _ client: LibraryClient,
        _ options: AgentOptions,
        until signals: borrowing TerminationSignals
    ) throws {
        guard Face.Place.current.hasTerminal else {
            throw AgentStartError.unavailable("standard input and output are no terminal that can show pictures")
        }
        let pictures = TerminalPictures(environment: EnvironmentVariables.values())
        let kind = options.pictures ?? pictures.best
        // Before any thread starts, so that none of them takes the signals.
        let window = TerminalWindow(try TerminalSignals())
        let feed = PromptFeed(client, face: Face.terminal.rawValue)
        let inbox = try Inbox<DialogNews>()
        let calls = try TerminalCalls(client, inbox)
        let loader = try PictureLoader(client, pictures)
        let screen = try Screen(pictures, kind)
        defer { screen.close() }
        try feed.start { inbox.put(.feed($0)) }
        let style = PictureStyle(
            kind: kind,
            colors: pictures.colors,
            isASCII: pictures.isASCII,
            cell: PictureStyle.unknownCell
        )
        let dialog = try FaceThread("dialog") {
            TerminalDialog(feed, inbox, calls, loader, screen, window, style).run()
        }
        try dialog.wait(orUntil: signals)
        feed.stop()
        calls.stop()
        loader.stop()
    }
}

/// Tells of the terminal's size and of its shell.
final class TerminalWindow: Sendable {
    let signals: TerminalSignals

    init(_ signals: consuming TerminalSignals) { self.signals = signals }
}
