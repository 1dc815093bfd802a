extension Sequence<String> {
    /// The texts in a row, separated as the person's language does.
    package var listed: String {
        var texts = makeIterator()
        guard var list = texts.next() else { return "" }
        while let next = texts.next() { list = localized("{first}, {second}", ["first": list, "second": next]) }
        return list
    }
}
