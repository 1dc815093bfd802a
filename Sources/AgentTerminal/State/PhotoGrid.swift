internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import PhotosAgent

/// Photos in rows of tiles, of which one has the keyboard's attention.
///
/// What is looked for (`wanted`) is found elsewhere, and shown when it is there (`take`): meanwhile the grid shows what
/// was found before, and `isSearching`.
struct PhotoGrid {
    /// Cells of a tile: the picture, and below it a line of text. There are as many as fit, and a little lower or
    /// higher.
    static let tileColumns = 18
    static let pictureColumns = 16
    static let pictureRows = 8
    static let tileRows = pictureRows + 1
    private static let pictureRowRange = 1...10
    /// Kinds that Tab goes through, after everything.
    static let kinds: [MediaFilter?] = [nil, .images, .videos, .livePhotos, .screenshots, .favorites]

    /// What the person wants to look at.
    private(set) var wanted: PhotoQuery
    /// What was found last, and for what.
    private(set) var shown: PhotoQuery
    private var found: FetchedIdentifiers?
    /// What is selected, where that is all that is looked at.
    private var selected: FetchedIdentifiers?
    private(set) var focus = 0
    /// Tiles of a row, rows in view, and the first of them.
    private(set) var columns = 1
    private(set) var visibleRows = 1
    private var top = 0
    /// Cells of a picture.
    private(set) var tile = (columns: PhotoGrid.pictureColumns, rows: PhotoGrid.pictureRows)
    /// Nil where there is nothing to choose.
    var selection: PhotoSelection?

    /// Photos to choose from, to be found first.
    init(_ query: PhotoQuery, _ selection: PhotoSelection) {
        wanted = query
        shown = query
        self.selection = selection
    }

    /// Photos only to be looked at.
    init(looking photos: [ObjectID]) {
        wanted = PhotoQuery()
        shown = wanted
        found = FetchedIdentifiers(photos, kinds: .all(.asset))
    }

    /// What is looked for is not there yet.
    var isSearching: Bool { found == nil || wanted != shown }
    /// Only what is selected is looked at.
    var showsSelected: Bool { selected != nil }
    /// What is in the grid; nil when nothing was found yet.
    var list: FetchedIdentifiers? { selected ?? found }
    var count: Int { list?.count ?? 0 }
    /// The photo that has the attention.
    var focused: ObjectID? { count > 0 ? list?[focus] : nil }
    /// The places in view.
    var visible: Range<Int> {
        let start = min(top * columns, count)
        return start..<min(start + visibleRows * columns, count)
    }

    /// Wants something else to be looked for.
    mutating func want(_ change: (inout PhotoQuery) -> Void) {
        change(&wanted)
        if selected != nil { show(nil) }
    }

    /// Wants the next kind of media.
    mutating func wantKind(forward: Bool) {
        let kinds = PhotoGrid.kinds
        let now = kinds.firstIndex(of: wanted.kind) ?? 0
        want { $0.kind = kinds[(now + (forward ? 1 : kinds.count - 1)) % kinds.count] }
    }

    /// Something was found; it is passed over when something else is wanted by now.
    mutating func take(_ query: PhotoQuery, _ result: FetchedIdentifiers) {
        guard query == wanted else { return }
        shown = query
        found = result
        if selected == nil { show(nil) }
    }

    /// What is wanted cannot be found: what was shown stays. False when something else is wanted by now.
    mutating func fail(_ query: PhotoQuery) -> Bool {
        guard query == wanted else { return false }
        if found != nil { wanted = shown }
        return true
    }

    /// Shows only what is selected, or everything again.
    mutating func turnSelected() {
        guard let selection else { return }
        show(selected == nil ? FetchedIdentifiers(selection.chosen, kinds: .all(.asset)) : nil)
    }

    private mutating func show(_ selected: FetchedIdentifiers?) {
        self.selected = selected
        focus = 0
        top = 0
    }

    // MARK: Moving

    /// There is room for tiles in so many cells.
    mutating func fit(columns cells: Int, rows: Int) {
        columns = max(1, cells / PhotoGrid.tileColumns)
        visibleRows = max(1, (rows + 2) / PhotoGrid.tileRows)
        let range = PhotoGrid.pictureRowRange
        let height = rows / visibleRows - 1
        tile = (min(PhotoGrid.pictureColumns, cells), max(range.lowerBound, min(range.upperBound, height)))
        reveal()
    }

    private mutating func reveal() {
        let row = focus / columns
        top = max(min(top, row), row - visibleRows + 1)
    }

    /// Moves the attention. False when the key does not.
    mutating func move(_ key: Key) -> Bool {
        let page = columns * visibleRows
        switch key {
        case .left: go(to: focus - 1)
        case .right: go(to: focus + 1)
        case .up: if focus >= columns { go(to: focus - columns) }
        case .down: if focus / columns < (count - 1) / columns { go(to: focus + columns) }
        case .pageUp: go(to: focus - page)
        case .pageDown: go(to: focus + page)
        case .home: go(to: 0)
        case .end: go(to: count - 1)
        default: return false
        }
        return true
    }

    private mutating func go(to position: Int) {
        focus = max(0, min(position, count - 1))
        reveal()
    }
}
