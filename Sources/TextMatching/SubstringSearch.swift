/// Searches texts for a substring, in time that is linear in their length (Knuth, Morris and Pratt).
package struct SubstringSearch: Sendable {
    private let part: [UInt8]
    /// For each length of a prefix of the part, how long the longest shorter prefix is that it ends with.
    private let shorter: [Int]

    package init(_ part: [UInt8]) {
        self.part = part
        var shorter = [0, 0]
        shorter.reserveCapacity(part.count + 1)
        var length = 0
        for end in part.indices.dropFirst() {
            while length > 0, part[end] != part[length] { length = shorter[length] }
            if part[end] == part[length] { length += 1 }
            shorter.append(length)
        }
        self.shorter = shorter
    }

    /// Whether `text` contains the substring. With `lowering` its ASCII letters are taken in lower case.
    package func isFound(
        in text: Span<UInt8>,
        lowering: Bool = false,
        _ work: inout MatchingWork
    ) throws(MatchingWork.Stopped) -> Bool {
        let part = part.span
        let shorter = shorter.span
        if part.isEmpty { return true }
        let first = part[0]
        var length = 0
        var steps = 0
        for position in text.indices {
            let byte = lowering ? lowered(text[position]) : text[position]
            // Most bytes are not the first one that is looked for.
            if length == 0, byte != first { continue }
            while length > 0, byte != part[length] {
                length = shorter[length]
                steps += 1
            }
            if byte == part[length] { length += 1 }
            if length == part.count { break }
        }
        try work.spend(steps + text.count)
        return length == part.count
    }
}

/// The lower case of an ASCII letter, and any other byte as it is.
@inline(__always) package func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
}
