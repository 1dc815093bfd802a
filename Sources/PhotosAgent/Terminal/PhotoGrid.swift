internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import TerminalText

/// Photos in rows of tiles, of which one has the keyboard's attention.
///
/// However many there are, only those in view are looked up.
struct PhotoGrid {
    /// Cells of a tile: the picture, and below it a line of text. There are as many as fit, and a little lower or higher.
    static let tileColumns = 18
    static let pictureColumns = 16
    static let pictureRows = 8
    static let tileRows = pictureRows + 1
    private static let pictureRowRange = 1...10
    /// Kinds that Tab goes through, after everything.
    static let kinds: [MediaFilter?] = [nil, .images, .videos, .livePhotos, .screenshots, .favorites]

    let finder: PhotoFinder
    let isSearchOffered: Bool
    let areAlbumsOffered: Bool
    private(set) var query: PhotoQuery
    private(set) var found: FetchedIdentifiers
    private(set) var focus = 0
    /// The first row of tiles in view.
    private var top = 0
    /// Tiles of a row, and rows in view, when it was drawn last.
    private var columns = 1
    private var visibleRows = 1
    /// Nil where there is nothing to choose.
    var selection: PhotoSelection?
    /// The rows of what is in view.
    private var rows: (range: Range<Int>, rows: [PhotoRow?]) = (0..<0, [])
    private var facts: (asset: ObjectID, lines: PhotoFacts)?

    /// What a picker offers; without one the whole library.
    init(_ finder: PhotoFinder, _ selection: PhotoSelection, picker: PickerConfiguration? = nil) throws {
        self.finder = finder
        self.selection = selection
        query = PhotoQuery(offered: picker?.filter, text: picker?.searchText ?? "")
        isSearchOffered = picker?.offers(.search) ?? true
        areAlbumsOffered = picker?.offers(.collectionNavigation) ?? true
        found = try finder.find(query)
    }

    /// Photos only to be looked at.
    init(_ finder: PhotoFinder, looking photos: [ObjectID]) {
        self.finder = finder
        query = PhotoQuery()
        isSearchOffered = false
        areAlbumsOffered = false
        found = FetchedIdentifiers(photos, kinds: .all(.asset))
    }

    /// The photo that has the attention.
    var focused: ObjectID? { found.count > 0 ? found[focus] : nil }

    mutating func apply(_ update: PickerUpdate) throws {
        selection?.apply(update)
        if let text = update.searchText { try show { $0.text = text } }
    }

    /// Looks for something else.
    mutating func show(_ change: (inout PhotoQuery) -> Void) throws {
        var changed = query
        change(&changed)
        finder.libraryChanged()
        found = try finder.find(changed)
        query = changed
        focus = 0
        top = 0
        forgetRows()
    }

    /// The next kind of media.
    mutating func turnKind(forward: Bool) throws {
        let kinds = PhotoGrid.kinds
        let now = kinds.firstIndex(of: query.kind) ?? 0
        let next = (now + (forward ? 1 : kinds.count - 1)) % kinds.count
        try show { $0.kind = kinds[next] }
    }

    private mutating func forgetRows() {
        rows = (0..<0, [])
        facts = nil
    }

    // MARK: Moving

    /// Moves the attention. False when the key does not.
    mutating func move(_ key: Key) -> Bool {
        let page = columns * visibleRows
        switch key {
        case .left: go(to: focus - 1)
        case .right: go(to: focus + 1)
        case .up: if focus >= columns { go(to: focus - columns) }
        case .down: if focus / columns < (found.count - 1) / columns { go(to: focus + columns) }
        case .pageUp: go(to: focus - page)
        case .pageDown: go(to: focus + page)
        case .home: go(to: 0)
        case .end: go(to: found.count - 1)
        default: return false
        }
        return true
    }

    private mutating func go(to position: Int) { focus = max(0, min(position, found.count - 1)) }

    // MARK: Drawing

    /// Draws into rows `area` of a frame, and says which pictures are missing, those in the focus first.
    mutating func draw(
        into frame: inout Frame,
        rows area: Range<Int>,
        _ style: PictureStyle,
        _ loader: PictureLoader
    ) throws -> [PictureLoader.Request] {
        columns = max(1, frame.size.columns / PhotoGrid.tileColumns)
        visibleRows = max(1, (area.count + 2) / PhotoGrid.tileRows)
        let tile = PhotoGrid.tile(frame.size, area.count / visibleRows)
        let focusRow = focus / columns
        if focusRow < top { top = focusRow }
        if focusRow >= top + visibleRows { top = focusRow - visibleRows + 1 }
        let start = top * columns
        let range = start..<max(start, min(start + visibleRows * columns, found.count))
        if rows.range != range { rows = (range, try finder.rows(found, range)) }

        var missing: [PictureLoader.Request] = []
        let spread = frame.size.columns / columns
        for row in 0..<visibleRows {
            var labels = StyledLine()
            let first = start + row * columns
            for column in 0..<columns where first + column < range.upperBound {
                let position = first + column
                let left = column * spread
                let request = PictureLoader.Request(
                    asset: found[position],
                    columns: min(tile.columns, spread),
                    rows: tile.rows,
                    style: style
                )
                let line = area.lowerBound + row * (tile.rows + 1)
                if let picture = loader.picture(request) {
                    frame.place(picture, left, line, columns: request.columns, rows: request.rows)
                } else if position == focus {
                    missing.insert(request, at: 0)
                } else {
                    missing.append(request)
                }
                labels.move(to: left)
                let text = label(rows.rows[position - start], found[position]).fitting(columns: spread - 1)
                labels.append(text, position == focus ? .inverse : .plain)
            }
            frame.lines[area.lowerBound + row * (tile.rows + 1) + tile.rows] = labels
        }
        return missing
    }

    /// Cells of a picture in a tile of so many rows.
    private static func tile(_ size: TerminalSize, _ rows: Int) -> (columns: Int, rows: Int) {
        let range = pictureRowRange
        return (min(pictureColumns, size.columns), max(range.lowerBound, min(range.upperBound, rows - 1)))
    }

    private func label(_ row: PhotoRow?, _ asset: ObjectID) -> String {
        guard let row else { return "gone" }
        var text = ""
        if let selection {
            let number = selection.number(of: asset)
            text = number.map { selection.isOrdered ? "[\($0)] " : "[x] " } ?? "[ ] "
        }
        text += row.date.isEmpty ? "no date" : String(row.date.prefix(10))
        if row.kind == "video" { text += " V" }
        if row.isFavorite { text += " *" }
        return text
    }

    /// What is in view, of how many.
    var position: String {
        guard found.count > 0 else { return "No photos" }
        return "Photo \(focus + 1) of \(found.count)"
    }

    /// What is known about the photo that has the attention; nil when it is gone.
    mutating func focusedFacts() throws -> PhotoFacts? {
        guard let asset = focused else { return nil }
        if let facts, facts.asset == asset { return facts.lines }
        let row =
            rows.range.contains(focus)
            ? rows.rows[focus - rows.range.lowerBound] : try finder.rows(found, focus..<focus + 1)[0]
        guard let row, let details = try finder.details([asset]).first, details.exists else { return nil }
        let lines = PhotoFacts(row, details)
        facts = (asset, lines)
        return lines
    }
}
