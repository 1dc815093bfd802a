internal import Glibc

/// Texts of rows, one after the other in memory, to find those that contain a part: 22 bytes a row for the names that
/// cameras give their files. A row may have several.
package struct RowTexts: Sendable {
    /// Each text ends with a byte that UTF-8 does not have, so that no part reaches into the next one.
    private var bytes: [UInt8] = []
    private var starts: [UInt32] = []
    private var rows: [UInt32] = []

    private static let end: UInt8 = 0xFF
    /// Texts between checks for interruption: less than a millisecond.
    private static let searchedAtOnce = 65_536

    package init() {}

    /// Returns false when there is no room: there are 4 GiB.
    package mutating func append(_ text: [UInt8], of row: UInt32) -> Bool {
        guard let start = UInt32(exactly: bytes.count) else { return false }
        starts.append(start)
        rows.append(row)
        bytes.append(contentsOf: text)
        bytes.append(RowTexts.end)
        return true
    }

    /// The rows of which a text contains `part`, which is not empty and is UTF-8. `check` is called now and then, and
    /// ends the search by throwing.
    package func rows(containing part: [UInt8], check: () throws -> Void) throws -> RowSet {
        var found = RowSet()
        for first in stride(from: 0, to: rows.count, by: RowTexts.searchedAtOnce) {
            try check()
            let end = min(first + RowTexts.searchedAtOnce, rows.count)
            find(part, among: first..<end) { found.insert(rows[$0]) }
        }
        return found
    }

    private func find(_ part: [UInt8], among texts: Range<Int>, _ body: (Int) -> Void) {
        let end = texts.upperBound < starts.count ? Int(starts[texts.upperBound]) : bytes.count
        var text = texts.lowerBound
        while text < texts.upperBound, let place = position(of: part, in: Int(starts[text])..<end) {
            // The last text that begins there or before.
            var (low, high) = (text, texts.upperBound)
            while high - low > 1 {
                let middle = (low + high) / 2
                if Int(starts[middle]) <= place { low = middle } else { high = middle }
            }
            body(low)
            text = low + 1
        }
    }

    private func position(of part: [UInt8], in range: Range<Int>) -> Int? {
        guard let first = part.first else { return nil }
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe part.withUnsafeBytes { part in
                guard let start = bytes.baseAddress, let wanted = part.baseAddress else { return nil }
                var place = range.lowerBound
                while range.upperBound - place >= part.count {
                    let left = range.upperBound - place - part.count + 1
                    guard let found = unsafe memchr(start + place, Int32(first), left) else { return nil }
                    place = unsafe UnsafeRawPointer(found) - start
                    if unsafe memcmp(start + place, wanted, part.count) == 0 { return place }
                    place += 1
                }
                return nil
            }
        }
    }
}
