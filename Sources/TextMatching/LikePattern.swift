/// A pattern of `LIKE`: `*` matches any number of characters, `?` one, any other character itself.
///
/// Keeps all prefixes of the pattern that match so far as bits of a few words, so that matching takes the length of the
/// text times the pattern's length in words (Baeza-Yates and Gonnet's shift-and).
package struct LikePattern: Sendable {
    /// Bytes of a pattern.
    package static let maximumLength = 1_024

    private typealias Word = UInt64

    /// Without the stars.
    private let elementCount: Int
    private let wordCount: Int
    /// The elements that a character of the pattern's matches; any other matches `?` only.
    private let elements: [Unicode.Scalar: [Word]]
    private let wildcards: [Word]
    /// The prefixes before a star, which stay matched whatever follows.
    private let stars: [Word]

    /// Nil for a pattern that is too long.
    package init?(_ pattern: String) {
        guard pattern.utf8.count <= LikePattern.maximumLength else { return nil }
        let scalars = Array(pattern.unicodeScalars.filter { $0 != "*" })
        elementCount = scalars.count
        let wordCount = scalars.count / Word.bitWidth + 1
        let none = [Word](repeating: 0, count: wordCount)
        func set(_ position: Int, in words: inout [Word]) {
            words[position / Word.bitWidth] |= 1 << Word(position % Word.bitWidth)
        }
        var wildcards = none
        for (position, scalar) in scalars.enumerated() where scalar == "?" { set(position, in: &wildcards) }
        var elements: [Unicode.Scalar: [Word]] = [:]
        for (position, scalar) in scalars.enumerated() where scalar != "?" {
            set(position, in: &elements[scalar, default: wildcards])
        }
        var stars = none
        var position = 0
        for scalar in pattern.unicodeScalars {
            if scalar == "*" { set(position, in: &stars) } else { position += 1 }
        }
        (self.wordCount, self.elements, self.wildcards, self.stars) = (wordCount, elements, wildcards, stars)
    }

    /// Whether the whole of `text` matches. With `lowering` its ASCII letters are taken in lower case.
    package func matches(
        _ text: String,
        lowering: Bool = false,
        _ work: inout MatchingWork
    ) throws(MatchingWork.Stopped) -> Bool {
        var prefixes = [Word](repeating: 0, count: wordCount)
        prefixes[0] = 1
        for scalar in text.unicodeScalars {
            let isUpper = lowering && ("A"..."Z").contains(scalar)
            let matched = elements[isUpper ? Unicode.Scalar(UInt8(scalar.value | 0x20)) : scalar] ?? wildcards
            var carry: Word = 0
            var isAlive = false
            for word in prefixes.indices {
                let advanced = prefixes[word] & matched[word]
                let next = advanced << 1 | carry | prefixes[word] & stars[word]
                carry = advanced >> Word(Word.bitWidth - 1)
                prefixes[word] = next
                isAlive = isAlive || next != 0
            }
            try work.spend(wordCount)
            if !isAlive { return false }
        }
        return prefixes[elementCount / Word.bitWidth] >> Word(elementCount % Word.bitWidth) & 1 == 1
    }
}
