internal import LinuxSystem
internal import TerminalText

/// A line that the person is typing.
struct TextEntry {
    /// Characters that can be typed.
    static let maximumCount = 200

    private(set) var text: String

    init(_ text: String = "") { self.text = text }

    /// False when the key types nothing.
    mutating func take(_ key: Key) -> Bool {
        switch key {
        case .character(let character): add(String(character))
        case .paste(let pasted): add(pasted.replacing("\n", with: " ").shown)
        case .backspace: if !text.isEmpty { text.removeLast() }
        case .clearLine: text = ""
        default: return false
        }
        return true
    }

    private mutating func add(_ more: String) { text = String((text + more).prefix(TextEntry.maximumCount)) }

    /// Draws it after a label, with the cursor at its end.
    func draw(_ label: String, into frame: inout Frame, row: Int) {
        let room = max(1, frame.size.columns - label.columns - 1)
        let end = text.ending(columns: room)
        frame.lines[row] = StyledLine(label + end)
        frame.cursor = (label.columns + end.columns, row)
    }
}
