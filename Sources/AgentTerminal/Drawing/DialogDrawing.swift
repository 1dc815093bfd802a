internal import Languages
internal import LibraryModel
internal import LinuxSystem
internal import PhotoSearch
internal import PhotosAgent
internal import TerminalText

/// Draws the dialog's state into a frame, and collects what is still missing in it.
struct DialogDrawing {
    /// Choices that stay in view however many facts there are.
    private static let leastChoices = 3
    /// Columns of the names of facts, unless one is longer.
    private static let factIndent = 14
    /// Columns before the text of a choice: its number, one digit as a rule.
    private static let choiceIndent = 4

    let style: PictureStyle
    /// What was looked up of photos.
    let known: PhotoLookup
    /// The picture for a request; nil while it is being made.
    let picture: (PictureLoader.Request) -> DrawnPicture?

    private(set) var frame: Frame
    /// Pictures that are in view and still to be made, the most important first.
    var missing: [PictureLoader.Request] = []
    /// Photos that are in view.
    var wanted = PhotoLookup.Wanted()

    init(
        _ state: DialogState,
        size: TerminalSize,
        style: PictureStyle,
        known: PhotoLookup,
        picture: @escaping (PictureLoader.Request) -> DrawnPicture?
    ) {
        self.style = style
        self.known = known
        self.picture = picture
        frame = Frame(size)
        if size.columns < DialogState.smallest.columns || size.rows < DialogState.smallest.rows {
            frame.lines[0] = StyledLine(localized("A larger window, please"), .bold)
            return
        }
        draw(state)
        if state.isUnread { put(DialogDrawing.unread, .dim, row: size.rows - 1) }
        if let message = state.message { frame.lines[size.rows - 2] = StyledLine(message, .bold) }
    }

    /// Takes the place of the list of keys.
    static var unread: String { localized("Keys count in a moment.") }

    var columns: Int { frame.size.columns }
    /// Between the lines at the top and those at the foot.
    var area: Range<Int> { DialogState.header..<frame.size.rows - DialogState.footer }

    mutating func put(_ line: StyledLine, row: Int) { frame.lines[row] = line }

    mutating func put(_ text: String, _ style: StyledLine.Style = .plain, row: Int) {
        put(StyledLine(text, style), row: row)
    }

    /// The list of keys at the foot, and how many more questions wait.
    mutating func putKeys(_ keys: String, waiting: Int) {
        put(
            keys + (waiting == 0 ? "" : "   " + localized("({number} more asked)", ["number": waiting])),
            .dim,
            row: frame.size.rows - 1
        )
    }

    mutating func place(_ picture: DrawnPicture, _ column: Int, _ row: Int, columns: Int, rows: Int) {
        frame.place(picture, column, row, columns: columns, rows: rows)
    }

    /// A line that is being typed, with the cursor at its end.
    mutating func put(_ entry: TextEntry, label: String, row: Int) {
        let end = entry.text.ending(columns: max(1, columns - label.columns - 1))
        put(label + end, row: row)
        frame.cursor = (label.columns + end.columns, row)
    }

    private mutating func draw(_ state: DialogState) {
        if state.isHelpShown { return drawHelp() }
        guard state.showsQuestion, let question = state.question else {
            if let cloud = state.cloud { return draw(cloud, waiting: state.waitingCount) }
            return draw(state.privacy, state)
        }
        switch question.view {
        case .waiting:
            drawWaiting(title: QuestionText(question.prompt).title, state)
        case .choices(let list): draw(list, question, waiting: state.waitingCount)
        case .photos(let chooser):
            draw(chooser, title: QuestionText(question.prompt).title, waiting: state.waitingCount)
        }
    }

    /// While the app's present selection is loaded.
    mutating func drawWaiting(title: String, _ state: DialogState) {
        put(title, .bold, row: 0)
        put(localized("Asking the library which photos it sees now..."), row: 2)
        putKeys(localized("enter try again   esc back"), waiting: state.waitingCount)
    }

    private mutating func drawHelp() {
        put(localized("Keys"), .bold, row: 0)
        for (row, line) in zip(area, TerminalHelp.lines) { put(line, row: row) }
        put(localized("any key: back"), .dim, row: frame.size.rows - 1)
    }

    /// Puts a title, facts with their names, and numbered choices with a cursor. Returns the rows it took.
    ///
    /// When they do not fit, it leaves out the last facts, and choices away from the cursor.
    mutating func putChoices(
        title: String,
        facts: [(name: String, text: String)],
        _ choices: [String],
        focus: Int
    ) -> Int {
        let room = frame.size.rows - DialogState.footer
        var lines = title.wrapped(columns: columns).prefix(2).map { StyledLine($0, .bold) } + [StyledLine()]
        let wrapped = choices.map { $0.wrapped(columns: max(10, columns - DialogDrawing.choiceIndent - 1)) }
        let choiceRows = wrapped.reduce(0) { $0 + $1.count }
        let least = min(choiceRows, DialogDrawing.leastChoices)
        var facts = factLines(facts)
        let factRoom = max(0, room - lines.count - 1 - max(least, min(choiceRows, room - lines.count - 4)))
        if facts.count > factRoom {
            facts = Array(facts.prefix(max(0, factRoom - 1))) + [StyledLine("...", .dim)].prefix(factRoom)
        }
        lines += facts + [StyledLine()]
        let left = room - lines.count
        var first = 0
        while first < focus, wrapped[first...focus].reduce(0, { $0 + $1.count }) > left { first += 1 }
        var shown: [StyledLine] = []
        for position in first..<choices.count {
            let isWhole = shown.count + wrapped[position].count <= left
            guard isWhole || position == focus else { break }
            shown += choiceLines(position, wrapped[position], isFocused: position == focus)
        }
        lines += shown.prefix(left)
        for (row, line) in lines.enumerated() { put(line, row: row) }
        return lines.count
    }

    private func choiceLines(_ position: Int, _ parts: [String], isFocused: Bool) -> [StyledLine] {
        parts.enumerated().map { row, part in
            let number = row == 0 ? " \(position + 1)" : ""
            let text = number.padding(to: DialogDrawing.choiceIndent) + part + " "
            return StyledLine(text, isFocused ? .inverse : .plain)
        }
    }

    private func factLines(_ facts: [(name: String, text: String)]) -> [StyledLine] {
        let indent = facts.reduce(DialogDrawing.factIndent) { max($0, $1.name.columns + 2) }
        return facts.flatMap { fact in
            fact.text.wrapped(columns: max(10, columns - indent)).prefix(4).enumerated().map { position, part in
                var line = StyledLine(position == 0 ? fact.name : "", .dim)
                line.move(to: indent)
                line.append(part)
                return line
            }
        }
    }

    private mutating func draw(_ list: ChoiceList, _ question: QuestionState, waiting: Int) {
        let used = putChoices(
            title: list.text.title,
            facts: list.text.facts,
            list.choices.map { $0.title(for: list.question, without: question.removal) },
            focus: list.focus
        )
        var keys = localized("? help   up down choose   enter answer   esc later   p all apps")
        if AnswerChoice.offersPlaces(for: list.question) {
            keys = localized("? help   up down choose   enter answer   l no places   esc later   p all apps")
        }
        let examples = list.question.examples
        if !examples.isEmpty {
            keys = localized("? help   up down choose   enter answer   v view the photos   esc no")
            let height = PhotoGrid.tileRows
            if used + 1 + height <= frame.size.rows - DialogState.footer {
                var strip = PhotoGrid(looking: examples)
                strip.fit(columns: columns, rows: height)
                draw(strip, from: used + 1)
            }
        }
        putKeys(keys, waiting: waiting)
    }
}
