/// Checks that XML text is no larger than real metadata. It does not check that it is valid XML, which is the parser's
/// job; it protects the parser from deep recursion, entity expansion and long lists.
struct XMLShape {
    /// The deepest nesting of elements. XMP has up to 12.
    private static let maximumDepth = 64
    /// The most elements and attributes. Sidecars of long edits have some 5,000.
    private static let maximumParts = 20_000

    private let text: ArraySlice<UInt8>
    private(set) var isModest = false

    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        isModest = measure()
    }

    private func measure() -> Bool {
        var position = text.startIndex
        var depth = 0
        var parts = 0
        while let open = next(UInt8(ascii: "<"), from: position) {
            let kind = open + 1
            if has("!--", at: kind) {
                guard let end = end(of: "-->", from: kind) else { return false }
                position = end
            } else if has("![CDATA[", at: kind) {
                guard let end = end(of: "]]>", from: kind) else { return false }
                position = end
            } else if has("?", at: kind) {
                guard let end = end(of: "?>", from: kind) else { return false }
                position = end
            } else if has("!", at: kind) {
                // A document type could define entities. XMP has none.
                return false
            } else {
                guard let tag = tag(from: kind) else { return false }
                position = tag.end
                parts += 1 + tag.attributes
                if has("/", at: kind) { depth -= 1 } else if !tag.isEmpty { depth += 1 }
                guard depth <= XMLShape.maximumDepth, parts <= XMLShape.maximumParts else { return false }
            }
        }
        // Other encodings than UTF-8 would hide their tags from this check.
        return !text.contains(0)
    }

    /// The end of the tag at `position`: after the first `>` outside quotes.
    private func tag(from position: Int) -> (end: Int, attributes: Int, isEmpty: Bool)? {
        var attributes = 0
        var quote: UInt8?
        for index in position..<text.endIndex {
            let byte = text[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
                attributes += 1
            } else if byte == UInt8(ascii: ">") {
                return (index + 1, attributes, index > position && text[index - 1] == UInt8(ascii: "/"))
            }
        }
        return nil
    }

    private func next(_ byte: UInt8, from position: Int) -> Int? { text[position...].firstIndex(of: byte) }

    private func has(_ word: StaticString, at position: Int) -> Bool {
        text[min(position, text.endIndex)...].starts(with: word.description.utf8)
    }

    private func end(of word: StaticString, from position: Int) -> Int? {
        var position = position
        while let found = next(word.description.utf8.first ?? 0, from: position) {
            if has(word, at: found) { return found + word.utf8CodeUnitCount }
            position = found + 1
        }
        return nil
    }
}
