internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import PhotosAgent

/// The terminal's thread: feeds keys and events to the dialog's state, carries out the requests that result, and draws.
final class TerminalDialog {
    /// Nanoseconds in which the rest of an escape sequence arrives; an escape alone after that is the key.
    private static let escapeTime: UInt64 = 50_000_000
    /// Nanoseconds without a key before a search starts for what was typed: it takes a while in a large library.
    private static let typingTime: UInt64 = 150_000_000

    /// Nanoseconds without a key after which a new question counts as read.
    private static let readingTime: UInt64 = 400_000_000

    private let feed: PromptFeed
    private let mailbox: Mailbox<DialogEvent>
    private let calls: TerminalCalls
    private let loader: PictureLoader
    private let screen: Screen
    private let window: TerminalWindow
    private var style: PictureStyle
    private var keys = KeyDecoder()
    private var state = DialogState()
    private var known = PhotoLookup()
    /// What was last asked to be looked up.
    private var looksAt = PhotoLookup.Wanted()
    /// When the new question counts as read.
    private var readAt: UInt64?
    private var isOver = false

    init(
        _ feed: PromptFeed,
        _ mailbox: Mailbox<DialogEvent>,
        _ calls: TerminalCalls,
        _ loader: PictureLoader,
        _ screen: Screen,
        _ window: TerminalWindow,
        _ style: PictureStyle
    ) {
        self.feed = feed
        self.mailbox = mailbox
        self.calls = calls
        self.loader = loader
        self.screen = screen
        self.window = window
        self.style = style
    }

    /// Returns when the person leaves or the terminal is gone.
    func run() {
        do {
            while !isOver {
                for event in mailbox.take() { try take(event) }
                try perform(state.show(feed.prompts))
                try draw()
                try wait()
            }
        } catch {
            // The terminal is gone: there is nobody to ask.
            return
        }
    }

    private func wait() throws(SystemCallError) {
        let now = MonotonicClock.now()
        if let readAt, readAt <= now {
            self.readAt = nil
            return state.read()
        }
        var entries = [
            PollEntry(screen.input.rawValue, .readable), PollEntry(mailbox.arrived.descriptor.rawValue, .readable),
            PollEntry(loader.arrived.descriptor.rawValue, .readable),
            PollEntry(window.signals.descriptor.rawValue, .readable),
        ]
        let time = [
            readAt.map { $0 - now }, keys.isPending ? TerminalDialog.escapeTime : nil,
            state.hasTyped ? TerminalDialog.typingTime : nil,
        ].compactMap { $0 }.min()
        let isAnything = try Poll.wait(&entries, timeoutNanoseconds: time) > 0
        if !entries[2].ready.isEmpty { loader.arrived.clear() }
        if !entries[3].ready.isEmpty { try takeSignal() }
        if !entries[0].ready.isEmpty { try read() }
        while !isOver, let key = keys.next(isFinal: !isAnything) { try perform(state.press(key)) }
        if !isAnything { try perform(state.pause()) }
    }

    private func read() throws(SystemCallError) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = try screen.input.read(into: &buffer)
        if count == 0 { isOver = true }
        keys.append(buffer[..<count])
    }

    private func takeSignal() throws(SystemCallError) {
        switch try window.signals.take() {
        case .resized: screen.forget()
        case .stop:
            screen.suspend()
            try window.signals.stop()
            try screen.resume()
            try perform(state.resumed())
        case .continued:
            try screen.resume()
            try perform(state.resumed())
        }
    }

    private func take(_ event: DialogEvent) throws(SystemCallError) {
        switch event {
        case .looked(let answer): known.take(answer)
        // Looks up again what failed while the server was gone.
        case .feed(.server(isConnected: true)): looksAt = PhotoLookup.Wanted()
        default: break
        }
        try perform(state.take(event))
    }

    private func perform(_ step: DialogStep) throws(SystemCallError) {
        for request in step.requests {
            switch request {
            case .discardKeys:
                try screen.discardInput()
                keys.discard()
                readAt = MonotonicClock.deadline(after: TerminalDialog.readingTime)
            case .redraw:
                screen.forget()
                looksAt = PhotoLookup.Wanted()
            case .leave: isOver = true
            default: calls.ask(request)
            }
        }
    }

    private func draw() throws(SystemCallError) {
        let size = try screen.size()
        style.cell = PictureStyle.cell(size)
        state.fit(size)
        let drawing = DialogDrawing(state, size: size, style: style, known: known) { [loader] in loader.picture($0) }
        loader.want(drawing.missing)
        if drawing.wanted != looksAt {
            looksAt = drawing.wanted
            if !looksAt.assets.isEmpty { calls.look(at: looksAt) }
        }
        try screen.draw(drawing.frame)
    }
}
