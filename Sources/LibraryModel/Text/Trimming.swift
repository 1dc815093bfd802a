extension BidirectionalCollection {
    /// Without the elements at both ends for which `isTrimmed` holds.
    package func trimming(_ isTrimmed: (Element) -> Bool) -> SubSequence {
        var rest = self[...]
        while let first = rest.first, isTrimmed(first) { rest = rest.dropFirst() }
        while let last = rest.last, isTrimmed(last) { rest = rest.dropLast() }
        return rest
    }
}

extension StringProtocol {
    /// Without white space around it.
    package var trimmed: String { String(trimming(\.isWhitespace)) }
}
