/// Texts that many rows share, with the rows of each in memory: 4 bytes a row.
package struct SharedTexts: Sendable {
    /// Each is compared in a search.
    package static let maximumTexts = 16_384
    /// Bytes of all together.
    private static let maximumBytes = 4 << 20

    private var groups: [(text: [UInt8], rows: [UInt32])] = []
    private var numbers: [[UInt8]: Int] = [:]
    /// The group of the last row: rows with the same text often come together.
    private var last: Int?
    private var byteCount = 0

    package init() {}

    /// Returns false when there is no room for another text.
    package mutating func append(_ text: Span<UInt8>, of row: UInt32) -> Bool {
        let same = last.flatMap { groups[$0].text.isEqual(to: text) ? $0 : nil }
        guard let number = same ?? number(of: text) else { return false }
        groups[number].rows.append(row)
        last = number
        return true
    }

    private mutating func number(of text: Span<UInt8>) -> Int? {
        let text = unsafe text.withUnsafeBufferPointer { unsafe Array($0) }
        if let number = numbers[text] { return number }
        guard groups.count < SharedTexts.maximumTexts, byteCount + text.count <= SharedTexts.maximumBytes else {
            return nil
        }
        byteCount += text.count
        numbers[text] = groups.count
        groups.append((text, []))
        return groups.count - 1
    }

    /// The rows of the texts that are wanted: each text is asked about once.
    package func rows(where isWanted: ([UInt8]) throws -> Bool) rethrows -> RowSet {
        var found = RowSet()
        for group in groups where try isWanted(group.text) { found.insert(group.rows) }
        return found
    }
}

extension [UInt8] {
    fileprivate func isEqual(to other: Span<UInt8>) -> Bool {
        let own = span
        return own.count == other.count && own.indices.allSatisfy { own[$0] == other[$0] }
    }
}
