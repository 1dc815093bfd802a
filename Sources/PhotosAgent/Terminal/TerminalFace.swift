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
        // Before any thread starts, so that none of them takes the signal.
        let window = TerminalWindow(try ResizeSignal())
        let feed = try PromptFeed(client, face: Face.terminal.rawValue)
        let inbox = try FeedInbox()
        let loader = try PictureLoader(client, pictures)
        let screen = try Screen(pictures, kind)
        defer { screen.close() }
        try feed.start { inbox.put($0) }
        let style = PictureStyle(
            kind: kind,
            colors: pictures.colors,
            isASCII: pictures.isASCII,
            cell: PictureStyle.unknownCell
        )
        let dialog = try FaceThread("dialog") {
            TerminalDialog(client, feed, inbox, loader, screen, window, style).run()
        }
        try dialog.wait(orUntil: signals)
        feed.stop()
        loader.stop()
    }
}

/// Tells that the terminal's size has changed.
final class TerminalWindow: Sendable {
    let resized: ResizeSignal

    init(_ resized: consuming ResizeSignal) { self.resized = resized }
}
