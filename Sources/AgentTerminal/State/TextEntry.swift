internal import TerminalText

/// A line that the person is typing.
struct TextEntry {
    /// Characters that can be typed.
    static let maximumCount = 200

    private(set) var text: String

    init(_ text: String = "") { self.text = text }

    /// Returns false for a key that types nothing.
    mutating func take(_ key: Key) -> Bool {
        switch key {
        case .character(let character): add(String(character))
        case .paste(let pasted): add(pasted.replacing("\n", with: " ").sanitized)
        case .backspace: if !text.isEmpty { text.removeLast() }
        case .clearLine: text = ""
        default: return false
        }
        return true
    }

    private mutating func add(_ more: String) { text = String((text + more).prefix(TextEntry.maximumCount)) }
}
