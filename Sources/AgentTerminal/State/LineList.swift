internal import LinuxSystem

/// Lines with a cursor, scrolled to keep it in view.
struct LineList {
    var lines: [String]
    private(set) var focus = 0
    private var top = 0
    private var room = 1

    init(_ lines: [String]) { self.lines = lines }

    /// The lines in view.
    var visible: Range<Int> { top..<min(top + room, lines.count) }

    /// Fits the list to this many rows.
    mutating func fit(rows: Int) {
        room = max(1, rows)
        top = max(min(top, focus), focus - room + 1)
    }

    /// Moves the cursor. Returns false for a key that does not.
    mutating func move(_ key: Key) -> Bool {
        switch key {
        case .up: focus -= 1
        case .down: focus += 1
        case .pageUp: focus -= room
        case .pageDown: focus += room
        case .home: focus = 0
        case .end: focus = lines.count - 1
        default: return false
        }
        focus = max(0, min(focus, lines.count - 1))
        top = max(min(top, focus), focus - room + 1)
        return true
    }
}
