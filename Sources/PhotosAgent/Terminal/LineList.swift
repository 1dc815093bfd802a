internal import LinuxSystem

/// Lines of which one has the keyboard's attention, as many in view as there is room.
struct LineList {
    var lines: [String]
    private(set) var focus = 0
    private var top = 0
    private var visible = 1

    init(_ lines: [String]) { self.lines = lines }

    mutating func move(_ key: Key) -> Bool {
        switch key {
        case .up: focus -= 1
        case .down: focus += 1
        case .pageUp: focus -= visible
        case .pageDown: focus += visible
        case .home: focus = 0
        case .end: focus = lines.count - 1
        default: return false
        }
        focus = max(0, min(focus, lines.count - 1))
        return true
    }

    mutating func draw(into frame: inout Frame, rows area: Range<Int>) {
        visible = max(1, area.count)
        if focus < top { top = focus }
        if focus >= top + visible { top = focus - visible + 1 }
        for (row, position) in zip(area, top..<lines.count) {
            frame.lines[row] = StyledLine(" \(lines[position]) ", position == focus ? .inverse : .plain)
        }
    }
}
