internal import LinuxSystem

/// Lines of which one has the keyboard's attention, as many in view as there is room.
struct LineList {
    var lines: [String]
    private(set) var focus = 0
    private var top = 0
    private var room = 1

    init(_ lines: [String]) { self.lines = lines }

    /// The lines in view.
    var visible: Range<Int> { top..<min(top + room, lines.count) }

    /// There is room for so many.
    mutating func fit(rows: Int) {
        room = max(1, rows)
        top = max(min(top, focus), focus - room + 1)
    }

    /// Moves the attention. False when the key does not.
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
