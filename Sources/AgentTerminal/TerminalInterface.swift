internal import Languages
package import LibraryClient
package import LinuxSystem
package import PhotosAgent

/// The agent on the whole of a terminal, with pictures as far as the terminal can show them.
package struct TerminalInterface: AgentInterface {
    private let pictures: PictureKind?

    /// `pictures`: how they are shown; nil for the best that the terminal is known to show.
    package init(pictures: PictureKind?) { self.pictures = pictures }

    package func run(_ client: LibraryClient, until signals: borrowing TerminationSignals) throws {
        guard InterfaceKind.Surroundings.current.hasTerminal else {
            throw AgentStartError.unavailable(
                localized("standard input and output are no terminal that can show pictures")
            )
        }
        let terminal = TerminalPictures(environment: EnvironmentVariables.values())
        let kind = pictures ?? terminal.best
        // Before any thread starts, so that none of them takes the signals.
        let window = TerminalWindow(try TerminalSignals())
        let feed = PromptFeed(client, .terminal)
        let mailbox = try Mailbox<DialogEvent>()
        let calls = try TerminalCalls(client, mailbox)
        let loader = try PictureLoader(client, terminal)
        let screen = try Screen(terminal, kind)
        defer { screen.close() }
        try feed.start { mailbox.put(.feed($0)) }
        let style = PictureStyle(
            kind: kind,
            colors: terminal.colors,
            isASCII: terminal.isASCII,
            cell: PictureStyle.unknownCell
        )
        let dialog = try InterfaceThread("dialog") {
            TerminalDialog(feed, mailbox, calls, loader, screen, window, style).run()
        }
        try dialog.wait(orUntil: signals)
        feed.stop()
        calls.stop()
        loader.stop()
    }
}

/// The signals that say that the terminal's size has changed, or that its shell wants it back.
final class TerminalWindow: Sendable {
    let signals: TerminalSignals

    init(_ signals: consuming TerminalSignals) { self.signals = signals }
}
