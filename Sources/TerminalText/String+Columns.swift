// The columns of a terminal that a text takes. Terminals disagree about some characters; these are the widths of
// Unicode's East Asian Width and of emoji, which nearly all of them use.

extension Character {
    /// Columns: 0 for a mark alone, 2 for what is wide, else 1.
    package var columns: Int { unicodeScalars.reduce(0) { max($0, $1.columns) } }
}

extension StringProtocol {
    /// Columns of a text without control characters.
    package var columns: Int { reduce(0) { $0 + $1.columns } }

    /// As much of the text's beginning as fits into some columns, with an ellipsis where something is left out.
    package func fitting(columns limit: Int) -> String {
        guard limit > 0 else { return "" }
        if utf8.count <= limit || columns <= limit { return String(self) }
        var result = ""
        var used = 0
        for character in self {
            // The last column is the ellipsis's.
            if used + character.columns > limit - 1 { break }
            result.append(character)
            used += character.columns
        }
        return result + "\u{2026}"
    }

    /// As much of the text's end as fits, for a line that is being typed.
    package func ending(columns limit: Int) -> String {
        var result: [Character] = []
        var used = 0
        for character in reversed() {
            if used + character.columns > limit { break }
            result.append(character)
            used += character.columns
        }
        return String(result.reversed())
    }

    /// The text in lines of at most some columns, broken at spaces and, as Chinese and Japanese have none, around their
    /// characters. What is longer than a line is broken anywhere.
    package func wrapped(columns limit: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in split(separator: " ") {
            for (position, piece) in word.unbreakablePieces.enumerated() {
                let space = position == 0 && !line.isEmpty ? 1 : 0
                let width = piece.columns
                if !line.isEmpty, used + space + width > limit {
                    lines.append(line)
                    (line, used) = ("", 0)
                } else if space > 0 {
                    line += " "
                    used += 1
                }
                for character in piece {
                    if used + character.columns > limit, !line.isEmpty {
                        lines.append(line)
                        (line, used) = ("", 0)
                    }
                    line.append(character)
                    used += character.columns
                }
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    /// The parts of a word between which a line may end: ideographs and kana stand alone, but no line begins with a
    /// closing mark or ends with an opening one (JIS X 4051).
    private var unbreakablePieces: [Substring] {
        var pieces: [Substring] = []
        var start = startIndex
        var place = startIndex
        while place < endIndex {
            let next = index(after: place)
            if next < endIndex, self[place].breaksLine || self[next].breaksLine, !self[place].opens, !self[next].closes
            {
                pieces.append(Substring(self[start..<next]))
                start = next
            }
            place = next
        }
        if start < endIndex { pieces.append(Substring(self[start..<endIndex])) }
        return pieces
    }
}

extension Character {
    /// Whether a line may end before and after it. Korean has spaces between its words.
    fileprivate var breaksLine: Bool {
        columns == 2
            && !unicodeScalars.contains { (0x1100...0x115F).contains($0.value) || (0xAC00...0xD7A3).contains($0.value) }
    }

    fileprivate var opens: Bool { "「『（［｛〈《【“‘([{".contains(self) }

    fileprivate var closes: Bool { "」』）］｝〉》】”’)]}、。，．・：；！？,.:;!?ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ".contains(self) }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        if value < 0x300 { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if properties.isEmojiPresentation { return 2 }
        return Unicode.Scalar.wide.contains { $0.contains(value) } ? 2 : 1
    }

    /// East Asian Width W and F.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}
