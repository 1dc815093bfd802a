internal import LinuxSystem

/// A cursor among a few lines that are all in view.
struct LineFocus {
    var index = 0

    /// Digits go straight to a line. Returns false for a key that does not move.
    mutating func move(_ key: Key, among count: Int) -> Bool {
        switch key {
        case .up, .backTab: index = max(0, index - 1)
        case .down, .tab: index = min(count - 1, index + 1)
        case .home: index = 0
        case .end: index = count - 1
        case .character(let character):
            guard let number = character.wholeNumberValue, (1...max(1, count)).contains(number) else { return false }
            index = number - 1
        default: return false
        }
        return true
    }
}
