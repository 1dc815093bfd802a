internal import Languages
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import PhotoSearch
internal import PhotosAgent
internal import TerminalText

// Photos to choose from.
extension DialogDrawing {
    mutating func draw(_ chooser: PhotoChooser, title: String, waiting: Int) {
        switch chooser.cover {
        case .albums(let list, _)?:
            put(localized("Albums"), .bold, row: 0)
            draw(list)
            put(localized("enter show   esc back"), .dim, row: frame.size.rows - 1)
        case .preview?: drawPreview(chooser.grid)
        case .search?, nil: drawGrid(chooser, title: title, waiting: waiting)
        }
    }

    private mutating func draw(_ list: LineList) {
        for (row, position) in zip(area, list.visible) {
            put(" \(list.lines[position]) ", position == list.focus ? .inverse : .plain, row: row)
        }
    }

    private mutating func drawGrid(_ chooser: PhotoChooser, title: String, waiting: Int) {
        let grid = chooser.grid
        put(title, .bold, row: 0)
        let parts = [grid.position, grid.showsSelected ? nil : grid.wanted.words, grid.selection?.summary]
        put(parts.compactMap { $0 }.joined(separator: " - "), row: 1)
        draw(grid, from: area.lowerBound)
        putFacts(grid)
        if case .search(let entry)? = chooser.cover {
            put(entry, label: localized("Search: "), row: frame.size.rows - 1)
        } else if grid.selection == nil {
            putKeys(localized("? help   enter look   esc back"), waiting: waiting)
        } else {
            putKeys(
                localized("? help   space select   d done   esc cancel   enter look   / search   tab kind   a albums"),
                waiting: waiting
            )
        }
    }

    /// The tiles in view, from a row on.
    mutating func draw(_ grid: PhotoGrid, from first: Int) {
        guard let list = grid.list else { return }
        let visible = grid.visible
        let spread = columns / grid.columns
        var assets: [ObjectID] = []
        for row in 0..<grid.visibleRows {
            var labels = StyledLine()
            let start = visible.lowerBound + row * grid.columns
            let top = first + row * (grid.tile.rows + 1)
            for position in start..<max(start, min(start + grid.columns, visible.upperBound)) {
                let asset = list[position]
                assets.append(asset)
                let left = (position - start) * spread
                let request = PictureLoader.Request(
                    asset: asset,
                    columns: min(grid.tile.columns, spread),
                    rows: grid.tile.rows,
                    style: style
                )
                if let drawn = picture(request) {
                    place(drawn, left, top, columns: request.columns, rows: request.rows)
                } else if position == grid.focus {
                    missing.insert(request, at: 0)
                } else {
                    missing.append(request)
                }
                labels.move(to: left)
                let text = label(asset, grid.selection).fitting(columns: spread - 1)
                labels.append(text, position == grid.focus ? .inverse : .plain)
            }
            put(labels, row: top + grid.tile.rows)
        }
        wanted = PhotoLookup.Wanted(
            assets: assets,
            hints: visible.map { list.hint(at: $0) },
            focused: grid.focused
        )
    }

    private func label(_ asset: ObjectID, _ selection: PhotoSelection?) -> String {
        var text = ""
        if let selection {
            let number = selection.number(of: asset)
            text = number.map { selection.isOrdered ? "[\($0)] " : "[x] " } ?? "[ ] "
        }
        switch known.row(asset) {
        case nil: return text.isEmpty ? " " : text
        case .gone?: return localized("gone")
        case .there(let row)?:
            text += row.date.isEmpty ? localized("no date") : String(row.date.prefix(10))
            if row.kind == "video" { text += " V" }
            if row.isFavorite { text += " *" }
            return text
        }
    }

    private mutating func putFacts(_ grid: PhotoGrid) {
        guard let focused = grid.focused, let facts = known.facts(focused) else { return }
        put(facts.lines.map(\.text).joined(separator: "  "), row: frame.size.rows - 2)
    }

    private mutating func drawPreview(_ grid: PhotoGrid) {
        guard let asset = grid.focused else { return }
        let rows = frame.size.rows
        let area = 1..<rows - DialogState.footer
        let request = PictureLoader.Request(asset: asset, columns: columns, rows: area.count, style: style)
        if let drawn = picture(request) {
            place(drawn, 0, area.lowerBound, columns: columns, rows: area.count)
        } else {
            missing = [request]
        }
        var title = StyledLine(grid.position, .bold)
        if let selection = grid.selection {
            let number = selection.number(of: asset)
            if let number {
                let isOrdered = selection.isOrdered
                let text =
                    isOrdered ? localized("selected as number {number}", ["number": number]) : localized("selected")
                title.append("  " + text)
            }
            title.append("  \(selection.summary)", .dim)
        }
        put(title, row: 0)
        wanted = PhotoLookup.Wanted(assets: [asset], focused: asset)
        putFacts(grid)
        let keys = localized("? help   space select   d done   esc back   left right next photo")
        put(keys, .dim, row: rows - 1)
    }
}

extension PhotoGrid {
    /// Which photo of how many.
    fileprivate var position: String {
        if isSearching && !showsSelected { return localized("Searching...") }
        let values: KeyValuePairs<String, any CustomStringConvertible> = ["number": focus + 1, "total": count]
        if count == 0 { return showsSelected ? localized("Nothing selected") : localized("No photos") }
        return showsSelected
            ? localized("Selected photo {number} of {total}", values) : localized("Photo {number} of {total}", values)
    }
}
