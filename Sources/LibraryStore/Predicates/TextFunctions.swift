internal import LibraryModel
internal import SQLiteDatabase
internal import Synchronization
internal import TextMatching

/// Text comparisons that SQLite lacks, as an SQL function: `compare_text(comparison, options, left, right)` returns 0
/// or 1. Null on either side is false.
enum TextFunctions {
    static func define(on connection: Connection) throws(SQLiteError) {
        let lastFolded = LastFolded()
        try connection.defineTruth("compare_text", argumentCount: 4) { arguments in
            if arguments.isNull(2) || arguments.isNull(3) { return false }
            // The first two are constants wherever the function is written.
            let comparer = try arguments.made(of: 3) {
                let options = PredicateComparisonOptions(rawValue: UInt8(truncatingIfNeeded: arguments.integer(1)))
                let comparison = PredicateComparison(rawValue: UInt8(truncatingIfNeeded: arguments.integer(0)))
                return try TextComparer(comparison ?? .in, options, arguments.optionalText(3) ?? "")
            }
            var work = MatchingWork(isStopped: arguments.interruption)
            let folding = comparer.folding
            return try arguments.withText(2) { text in
                if folding.isEmpty { return try comparer.holds(text, lowering: false, &work) }
                if isASCII(text) {
                    return try comparer.holds(text, lowering: folding.contains(.caseInsensitive), &work)
                }
                return try comparer.holds(lastFolded.folded(text, folding).span, lowering: false, &work)
            } ?? false
        }
    }

    private static func isASCII(_ text: Span<UInt8>) -> Bool {
        for position in text.indices where text[position] >= 0x80 { return false }
        return true
    }
}

/// The text that a connection folded last: a predicate may compare the same one many times per row.
private final class LastFolded: Sendable {
    private struct Entry {
        var text: [UInt8] = []
        var folding: PredicateComparisonOptions = []
        var folded: [UInt8] = []
    }

    private let last = Mutex(Entry())

    func folded(_ text: Span<UInt8>, _ folding: PredicateComparisonOptions) -> [UInt8] {
        last.withLock { last in
            if last.folding == folding, isSame(text, last.text) { return last.folded }
            last.text = unsafe text.withUnsafeBufferPointer { unsafe Array($0) }
            last.folding = folding
            last.folded = TextFolding.folded(String(decoding: last.text, as: UTF8.self), folding)
            return last.folded
        }
    }

    private func isSame(_ text: Span<UInt8>, _ other: [UInt8]) -> Bool {
        guard text.count == other.count else { return false }
        for position in text.indices where text[position] != other[position] { return false }
        return true
    }
}
