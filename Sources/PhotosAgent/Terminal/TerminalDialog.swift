internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import TerminalText

/// Shows one question after the other on the screen, and takes the keys that answer it.
final class TerminalDialog {
    /// Nanoseconds in which the rest of a key's sequence comes; an escape that stays alone is the key.
    private static let escapeTime: UInt64 = 50_000_000
    /// Nanoseconds without a key before what is being typed is searched for: that takes a while in a large library.
    private static let typingTime: UInt64 = 150_000_000
    /// Less cannot show a question.
    static let smallest = TerminalSize(columns: 24, rows: 10)

    private enum View {
        case idle
        case choices(ChoiceList)
        case photos(PhotoGrid)
    }

    /// What lies over the view.
    private enum Cover {
        case help
        case search(TextEntry)
        case albums(LineList, [AlbumChoice])
        case preview
    }

    private let client: LibraryClient
    private let feed: PromptFeed
    private let inbox: FeedInbox
    private let loader: PictureLoader
    private let screen: Screen
    private let window: TerminalWindow
    private let finder: PhotoFinder
    private var style: PictureStyle
    private var keys = KeyDecoder()
    private var prompt: Prompt?
    private var view = View.idle
    private var cover: Cover?
    /// What was typed and not searched for yet.
    private var typed: String?
    /// What has to be said, until the next key.
    private var message: String?
    private var isConnected = false
    /// What was answered, until the server takes it away.
    private var answered: Set<UInt64> = []
    private var isOver = false

    init(
        _ client: LibraryClient,
        _ feed: PromptFeed,
        _ inbox: FeedInbox,
        _ loader: PictureLoader,
        _ screen: Screen,
        _ window: TerminalWindow,
        _ style: PictureStyle
    ) {
        self.client = client
        self.feed = feed
        self.inbox = inbox
        self.loader = loader
        self.screen = screen
        self.window = window
        self.style = style
        finder = PhotoFinder(client)
    }

    /// Goes on until the person leaves, or the terminal is gone.
    func run() {
        do {
            while !isOver {
                for event in inbox.take() { take(event) }
                if prompt == nil { try begin() }
                try draw()
                try wait()
            }
        } catch {
            // The terminal is gone: there is nobody to ask.
            return
        }
    }

    private func wait() throws {
        var entries = [
            PollEntry(screen.input.rawValue, .readable), PollEntry(inbox.arrived.descriptor.rawValue, .readable),
            PollEntry(loader.arrived.descriptor.rawValue, .readable),
            PollEntry(window.resized.descriptor.rawValue, .readable),
        ]
        let time = keys.isPending ? TerminalDialog.escapeTime : typed == nil ? nil : TerminalDialog.typingTime
        let isAnything = try Poll.wait(&entries, timeoutNanoseconds: time) > 0
        if !entries[2].ready.isEmpty { loader.arrived.clear() }
        if !entries[3].ready.isEmpty {
            try window.resized.take()
            screen.forget()
        }
        if !entries[0].ready.isEmpty {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = try screen.input.read(into: &buffer)
            if count == 0 {
                isOver = true
                return
            }
            keys.append(buffer[..<count])
        }
        while !isOver, let key = keys.next(isFinal: !isAnything) {
            message = nil
            trying { try press(key) }
        }
        if !isAnything { trying { try search() } }
    }

    // MARK: What the server tells

    private func take(_ event: PromptFeed.Event) {
        switch event {
        case .server(let isConnected): self.isConnected = isConnected
        case .prompt: break
        case .withdrawn(let number):
            answered.remove(number)
            guard prompt?.number == number else { return }
            end("That question is over: the app has taken it back, or it was answered elsewhere.")
        case .update(let number, let update):
            guard prompt?.number == number, case .photos(var grid) = view else { return }
            trying { try grid.apply(update) }
            view = .photos(grid)
            message = "The app has changed what it asks."
        }
    }

    /// Shows the question that waits longest.
    private func begin() throws {
        guard let next = feed.prompts.first(where: { !answered.contains($0.number) }) else { return }
        // Keys that were pressed before it was seen do not answer it.
        try screen.discardInput()
        keys.discard()
        prompt = next
        cover = nil
        switch next.question {
        case .access, .changes: view = .choices(ChoiceList(next))
        case .picker(let picker):
            trying { view = .photos(try PhotoGrid(finder, PhotoSelection(picker), picker: picker)) }
        case .selection: trying { try selectVisible(next) }
        }
    }

    private func selectVisible(_ prompt: Prompt) throws {
        let selected = try client.selection(ofApp: prompt.app)
        view = .photos(try PhotoGrid(finder, PhotoSelection(visible: selected)))
    }

    private func end(_ message: String?) {
        prompt = nil
        view = .idle
        cover = nil
        typed = nil
        self.message = message
    }

    // MARK: Keys

    private func press(_ key: Key) throws {
        if key == .redraw { return screen.forget() }
        if case .search(let entry)? = cover { return try type(key, entry) }
        if key == .character("?") {
            if case .help? = cover { cover = nil } else { cover = .help }
            return
        }
        switch cover {
        case .help?:
            cover = nil
            return
        case .albums(let list, let albums)?: return try chooseAlbum(key, list, albums)
        case .preview?:
            if key.isBack || key == .enter {
                cover = nil
                return
            }
        case .search?, nil: break
        }
        switch view {
        case .idle: if key.isBack { isOver = true }
        case .choices(let list): try choose(key, list)
        case .photos(let grid): try pick(key, grid)
        }
    }

    private func choose(_ key: Key, _ list: ChoiceList) throws {
        guard let prompt else { return }
        var list = list
        if list.move(key) {
            view = .choices(list)
        } else if key.isBack {
            send(.dismissed)
        } else if key == .enter {
            if let (answer, silences) = list.focused.answer(to: prompt.question) {
                send(answer, silences: silences)
            } else {
                try selectVisible(prompt)
            }
        } else if key == .character("v"), case .changes(let changes) = prompt.question, !changes.examples.isEmpty {
            view = .photos(PhotoGrid(finder, looking: changes.examples))
        }
    }

    private func pick(_ key: Key, _ old: PhotoGrid) throws {
        var grid = old
        defer { if case .photos = view { view = .photos(grid) } }
        if grid.move(key) { return }
        switch key {
        case .character(" "): toggle(&grid)
        case .enter: if grid.focused != nil { cover = .preview }
        case .character("d"): done(grid)
        case .character("c"):
            guard var selection = grid.selection else { return }
            selection.remove(selection.chosen)
            grid.selection = selection
            tellSelection(grid)
        case .character("/"):
            if grid.isSearchOffered { cover = .search(TextEntry(grid.query.text)) } else { message = "No search here." }
        case .character("a"):
            guard grid.areAlbumsOffered else { return message = "No albums here." }
            let albums = try finder.albums()
            let lines = albums.map { "\($0.title)  (\($0.count))" }
            cover = .albums(LineList(["Everything"] + lines), albums)
        case .tab: try grid.turnKind(forward: true)
        case .backTab: try grid.turnKind(forward: false)
        case .character("N"):
            guard let prompt, let never = Choice.never.answer(to: prompt.question) else { return }
            send(never.answer, silences: never.silences)
        default: if key.isBack { back(grid) }
        }
    }

    private func toggle(_ grid: inout PhotoGrid) {
        guard let asset = grid.focused, grid.selection != nil else { return }
        if grid.selection?.toggle(asset) == .full {
            message = "No more than \(grid.selection?.limit ?? 0) can be selected."
        } else {
            tellSelection(grid)
        }
    }

    /// Tells an app that wants to know of every change.
    private func tellSelection(_ grid: PhotoGrid) {
        guard let prompt, case .picker(let picker) = prompt.question, picker.isContinuous,
            let selection = grid.selection
        else { return }
        trying { try client.picking(prompt.number, selection.chosen) }
    }

    private func done(_ grid: PhotoGrid) {
        guard let prompt else { return }
        guard let selection = grid.selection else { return back(grid) }
        guard selection.isAnswer else {
            message =
                selection.count > selection.limit
                ? "At most \(selection.limit) can be selected." : "Nothing is selected: space selects, esc cancels."
            return
        }
        switch prompt.question {
        case .picker: send(.picked(selection.chosen))
        case .selection: send(.selection(selection.chosen))
        case .access, .changes: send(.access(.limited, selected: selection.chosen))
        }
    }

    private func back(_ grid: PhotoGrid) {
        guard let prompt else { return }
        switch prompt.question {
        case .access, .changes: view = .choices(ChoiceList(prompt))
        case .picker, .selection: send(.dismissed)
        }
    }

    private func type(_ key: Key, _ entry: TextEntry) throws {
        var entry = entry
        switch key {
        case .enter:
            cover = nil
            try search()
        case .escape:
            cover = nil
            typed = ""
            try search()
        default:
            guard entry.take(key) else { return }
            cover = .search(entry)
            typed = entry.text
        }
    }

    /// Searches for what was typed.
    private func search() throws {
        guard let text = typed else { return }
        typed = nil
        guard case .photos(var grid) = view, grid.query.text != text else { return }
        try grid.show { $0.text = text }
        view = .photos(grid)
    }

    private func chooseAlbum(_ key: Key, _ list: LineList, _ albums: [AlbumChoice]) throws {
        guard case .photos(var grid) = view else { return }
        var list = list
        if list.move(key) {
            cover = .albums(list, albums)
        } else if key == .enter {
            cover = nil
            let album = list.focus == 0 ? nil : albums[list.focus - 1]
            try grid.show { $0.look(in: album) }
            view = .photos(grid)
        } else if key.isBack {
            cover = nil
        }
    }

    private func send(_ answer: PromptAnswer, silences: Bool = false) {
        guard let number = prompt?.number else { return }
        do throws(LibraryError) {
            try client.answer(number, answer, silences: silences)
            end(nil)
        } catch {
            guard error.code == .notFound else { return message = "That cannot be answered: \(error)" }
            end("Nobody waits for this answer any more.")
        }
        answered.insert(number)
    }

    /// Says what went wrong with the library; the question stays.
    private func trying(_ body: () throws -> Void) {
        do { try body() } catch let failure as RequestFailure { message = failure.reason } catch {
            message = "\(error)"
        }
    }

    // MARK: Drawing

    private func draw() throws {
        let size = try screen.size()
        style.cell = PictureStyle.cell(size)
        var frame = Frame(size)
        var missing: [PictureLoader.Request] = []
        if size.columns < TerminalDialog.smallest.columns || size.rows < TerminalDialog.smallest.rows {
            frame.lines[0] = StyledLine("A larger window, please", .bold)
        } else {
            trying { missing = try draw(into: &frame) }
            if let message { frame.lines[size.rows - 2] = StyledLine(message, .bold) }
        }
        loader.want(missing)
        try screen.draw(frame)
    }

    private func draw(into frame: inout Frame) throws -> [PictureLoader.Request] {
        let rows = frame.size.rows
        switch cover {
        case .help?:
            frame.lines[0] = StyledLine("Keys", .bold)
            for (row, line) in TerminalHelp.lines.enumerated() where row + 2 < rows - 1 {
                frame.lines[row + 2] = StyledLine(line)
            }
            frame.lines[rows - 1] = StyledLine("any key: back", .dim)
            return []
        case .albums(var list, let albums)?:
            frame.lines[0] = StyledLine("Albums", .bold)
            list.draw(into: &frame, rows: 2..<rows - 2)
            cover = .albums(list, albums)
            frame.lines[rows - 1] = StyledLine("enter show   esc back", .dim)
            return []
        case .preview?: return try drawPreview(into: &frame)
        case .search?, nil: break
        }
        switch view {
        case .idle:
            drawIdle(into: &frame)
            return []
        case .choices(let list): return try drawChoices(list, into: &frame)
        case .photos: return try drawGrid(into: &frame)
        }
    }

    private func drawIdle(into frame: inout Frame) {
        frame.lines[0] = StyledLine("Questions about your photos", .bold)
        frame.lines[2] = StyledLine(
            isConnected ? "No app asks anything now." : "The photo library's server is not there; waiting for it."
        )
        frame.lines[4] = StyledLine("photos privacy list shows which apps may see what.", .dim)
        frame.lines[frame.size.rows - 1] = StyledLine("q leave   ? help", .dim)
    }

    private func drawChoices(_ list: ChoiceList, into frame: inout Frame) throws -> [PictureLoader.Request] {
        let rows = frame.size.rows
        let used = list.draw(into: &frame)
        var keys = "? help   up down choose   enter answer   esc later"
        var missing: [PictureLoader.Request] = []
        if case .changes(let changes)? = prompt?.question, !changes.examples.isEmpty {
            keys = "? help   up down choose   enter answer   v view the photos   esc no"
            let height = PhotoGrid.tileRows
            if used + 1 + height <= rows - 2 {
                var strip = PhotoGrid(finder, looking: changes.examples)
                missing = try strip.draw(into: &frame, rows: used + 1..<used + 1 + height, style, loader)
            }
        }
        frame.lines[rows - 1] = StyledLine(keys + waiting, .dim)
        return missing
    }

    private func drawGrid(into frame: inout Frame) throws -> [PictureLoader.Request] {
        guard let prompt, case .photos(var grid) = view else { return [] }
        let rows = frame.size.rows
        frame.lines[0] = StyledLine(QuestionText(prompt).title, .bold)
        let parts = [grid.position, grid.query.words, grid.selection?.summary].compactMap { $0 }
        frame.lines[1] = StyledLine(parts.joined(separator: " - "))
        let missing = try grid.draw(into: &frame, rows: 2..<rows - 2, style, loader)
        if let facts = try grid.focusedFacts() {
            frame.lines[rows - 2] = StyledLine(facts.lines.map(\.text).joined(separator: "  "))
        }
        if case .search(let entry)? = cover {
            entry.draw("Search: ", into: &frame, row: rows - 1)
        } else {
            let keys =
                grid.selection == nil
                ? "? help   enter look   esc back"
                : "? help   space select   d done   esc cancel   enter look   / search   tab kind   a albums"
            frame.lines[rows - 1] = StyledLine(keys + waiting, .dim)
        }
        view = .photos(grid)
        return missing
    }

    private func drawPreview(into frame: inout Frame) throws -> [PictureLoader.Request] {
        guard case .photos(var grid) = view, let asset = grid.focused else { return [] }
        let rows = frame.size.rows
        let area = 1..<rows - 2
        let request = PictureLoader.Request(
            asset: asset,
            columns: frame.size.columns,
            rows: area.count,
            style: style
        )
        let picture = loader.picture(request)
        if let picture {
            frame.place(picture, 0, area.lowerBound, columns: frame.size.columns, rows: area.count)
        }
        var title = StyledLine(grid.position, .bold)
        if let selection = grid.selection {
            let number = selection.number(of: asset)
            title.append(number.map { selection.isOrdered ? "  selected as number \($0)" : "  selected" } ?? "")
            title.append("  \(selection.summary)", .dim)
        }
        frame.lines[0] = title
        if let facts = try grid.focusedFacts() {
            frame.lines[rows - 2] = StyledLine(facts.lines.map(\.text).joined(separator: "  "))
        }
        frame.lines[rows - 1] = StyledLine("? help   space select   d done   esc back   left right next photo", .dim)
        view = .photos(grid)
        return picture == nil ? [request] : []
    }

    /// How many other questions there are.
    private var waiting: String {
        let count = feed.prompts.filter { $0.number != prompt?.number && !answered.contains($0.number) }.count
        return count == 0 ? "" : "   (\(count) more asked)"
    }
}

extension Key {
    fileprivate var isBack: Bool { self == .escape || self == .character("q") }
}
