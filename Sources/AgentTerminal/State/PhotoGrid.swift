internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import PhotoSearch
internal import PhotosAgent

/// Photos in rows of tiles, with a cursor.
///
/// The search for `wanted` runs elsewhere; until `take` brings its result the grid shows the last one (`isSearching`).
struct PhotoGrid {
    /// Cells of a tile: the picture, and below it a line of text. The height adapts so that whole rows fill the screen.
    static let tileColumns = 18
    static let pictureColumns = 16
    static let pictureRows = 8
    static let tileRows = pictureRows + 1
    private static let pictureRowRange = 1...10
    /// Kinds that Tab goes through, after everything.
    static let kinds: [MediaFilter?] = [nil, .images, .videos, .livePhotos, .screenshots, .favorites]

    /// What the person wants to look at.
    private(set) var wanted: PhotoQuery
    /// The query of the last result.
    private(set) var shown: PhotoQuery
    private var found: FetchedIdentifiers?
    /// The selected photos, while only they are shown.
    private var selected: FetchedIdentifiers?
    private(set) var focus = 0
    /// Tiles of a row, rows in view, and the first of them.
    private(set) var columns = 1
    private(set) var visibleRows = 1
    private var top = 0
    /// Cells of a picture.
    private(set) var tile = (columns: PhotoGrid.pictureColumns, rows: PhotoGrid.pictureRows)
    /// Nil when the person only looks.
    var selection: PhotoSelection?

    /// Photos to choose from; empty until they are found.
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

    /// Whether the result for `wanted` is still to come.
    var isSearching: Bool { found == nil || wanted != shown }
    /// Whether only selected photos are shown.
    var showsSelected: Bool { selected != nil }
    /// The photos in the grid; nil before the first result.
    var list: FetchedIdentifiers? { selected ?? found }
    var count: Int { list?.count ?? 0 }
    /// The photo at the cursor.
    var focused: ObjectID? { count > 0 ? list?[focus] : nil }
    /// The places in view.
    var visible: Range<Int> {
        let start = min(top * columns, count)
        return start..<min(start + visibleRows * columns, count)
    }

    /// Changes what is searched for.
    mutating func want(_ change: (inout PhotoQuery) -> Void) {
        change(&wanted)
        if selected != nil { show(nil) }
    }

    /// Goes to the next kind of media.
    mutating func wantKind(forward: Bool) {
        let kinds = PhotoGrid.kinds
        let now = kinds.firstIndex(of: wanted.kind) ?? 0
        want { $0.kind = kinds[(now + (forward ? 1 : kinds.count - 1)) % kinds.count] }
    }

    /// Takes the result of a search; ignores it when something else is wanted by now.
    mutating func take(_ query: PhotoQuery, _ result: FetchedIdentifiers) {
        guard query == wanted else { return }
        shown = query
        found = result
        if selected == nil { show(nil) }
    }

    /// A search failed: the last result stays. Returns false when something else is wanted by now.
    mutating func fail(_ query: PhotoQuery) -> Bool {
        guard query == wanted else { return false }
        if found != nil { wanted = shown }
        return true
    }

    /// Shows only the selected photos, or everything again.
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

    /// Fits the grid to this many cells.
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

    /// Moves the cursor. Returns false for a key that does not.
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
