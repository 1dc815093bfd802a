internal import LibraryModel

/// Blanks the properties of an XMP packet that `KeptProperties` does not list. The rest stays in place.
struct XMPRemoval {
    private static let blank = UInt8(ascii: " ")

    private let text: [UInt8]
    private let removal: MetadataRemoval
    private var result: [UInt8]
    private var open: [Element] = []
    /// The depth of the element that is being removed.
    private var droppedDepth: Int?

    private struct Element {
        var name: String
        var start: Int
        /// Namespaces by prefix, of this element and its ancestors.
        var namespaces: [String: String]
    }

    /// Returns the filtered packet. Blanks all of it if it is not well-formed or larger than any packet.
    static func blanked(_ packet: [UInt8], _ removal: MetadataRemoval) -> [UInt8] {
        var end = packet.endIndex
        // Some writers pad with zeros.
        while end > 0, packet[end - 1] == 0 { end -= 1 }
        let text = Array(packet[..<end])
        var removing = XMPRemoval(text, removal)
        guard text.count <= XMPPacket.maximumSize, XMLShape(text[...]).isModest, removing.walk() else {
            return [UInt8](repeating: blank, count: packet.count)
        }
        return removing.result + packet[end...]
    }

    private init(_ text: [UInt8], _ removal: MetadataRemoval) {
        self.text = text
        self.removal = removal
        result = text
    }

    /// False if it is not well-formed.
    private mutating func walk() -> Bool {
        var position = 0
        while let start = text[position...].firstIndex(of: UInt8(ascii: "<")) {
            if open.isEmpty { eraseText(position..<start) }
            guard let end = step(at: start) else { return false }
            position = end
        }
        eraseText(position..<text.count)
        return open.isEmpty
    }

    /// Reads one tag, comment or instruction, and returns where it ends.
    private mutating func step(at start: Int) -> Int? {
        if has("<!--", at: start) { return erase(from: start, to: "-->") }
        // Text; outside of all elements it belongs to none.
        if has("<![CDATA[", at: start) {
            return open.isEmpty ? erase(from: start, to: "]]>") : end(of: "]]>", from: start)
        }
        if has("<?xpacket", at: start) { return end(of: "?>", from: start) }
        if has("<?", at: start) { return erase(from: start, to: "?>") }
        if has("</", at: start) { return close(at: start) }
        return openElement(at: start)
    }

    private mutating func close(at start: Int) -> Int? {
        guard let end = end(of: ">", from: start), let element = open.popLast() else { return nil }
        let name = text[start + 2..<end - 1]
        guard String(decoding: name, as: UTF8.self).prefix(while: { !$0.isWhitespace }) == element.name else {
            return nil
        }
        endElement(element, at: end)
        return end
    }

    private mutating func endElement(_ element: Element, at end: Int) {
        guard let depth = droppedDepth, open.count < depth else { return }
        droppedDepth = nil
        erase(element.start..<end)
    }

    private mutating func openElement(at start: Int) -> Int? {
        guard let tag = XMLTag(text, at: start) else { return nil }
        var namespaces = open.last?.namespaces ?? ["xml": "http://www.w3.org/XML/1998/namespace"]
        for attribute in tag.attributes {
            guard let prefix = attribute.declaredPrefix else { continue }
            namespaces[prefix] = String(decoding: text[attribute.value], as: UTF8.self)
        }
        let element = Element(name: tag.name, start: start, namespaces: namespaces)
        open.append(element)
        if droppedDepth == nil {
            if keeps(tag.name, namespaces) {
                for attribute in tag.attributes
                where attribute.declaredPrefix == nil && attribute.name != "about"
                    && !(attribute.name.contains(":") && keeps(attribute.name, namespaces))
                {
                    erase(attribute.range)
                }
            } else {
                droppedDepth = open.count
            }
        }
        if tag.isEmpty {
            open.removeLast()
            endElement(element, at: tag.end)
        }
        return tag.end
    }

    private func keeps(_ name: String, _ namespaces: [String: String]) -> Bool {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        let namespace = parts.count == 2 ? namespaces[String(parts[0])] : namespaces[""]
        guard parts.count <= 2, let namespace, let local = parts.last else { return false }
        return KeptProperties.contains(String(local), of: namespace, removal)
    }

    // MARK: Text

    private mutating func erase(_ range: Range<Int>) {
        result.replaceSubrange(range, with: repeatElement(XMPRemoval.blank, count: range.count))
    }

    /// Text outside of all elements; a byte order mark at the start stays.
    private mutating func eraseText(_ range: Range<Int>) {
        let isWhite = text[range].allSatisfy { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        if !isWhite { erase(range) }
    }

    private mutating func erase(from start: Int, to word: StaticString) -> Int? {
        guard let end = end(of: word, from: start) else { return nil }
        erase(start..<end)
        return end
    }

    private func has(_ word: StaticString, at position: Int) -> Bool { text.hasText(word, at: position) }

    private func end(of word: StaticString, from position: Int) -> Int? {
        let first = word.description.utf8.first ?? 0
        var position = position
        while position < text.count, let found = text[position...].firstIndex(of: first) {
            if has(word, at: found) { return found + word.utf8CodeUnitCount }
            position = found + 1
        }
        return nil
    }
}

/// The start tag of an XML element.
struct XMLTag {
    struct Attribute {
        var name: String
        /// Name and value, with the quotes.
        var range: Range<Int>
        var value: Range<Int>

        /// The prefix of `xmlns:PREFIX`, empty for `xmlns`; nil for other attributes.
        var declaredPrefix: String? {
            if name == "xmlns" { return "" }
            return name.hasPrefix("xmlns:") ? String(name.dropFirst(6)) : nil
        }
    }

    private(set) var name = ""
    private(set) var attributes: [Attribute] = []
    private(set) var isEmpty = false
    private(set) var end = 0

    private static let white: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

    /// Nil if it is not well-formed.
    init?(_ text: [UInt8], at start: Int) {
        var position = start + 1
        func byte() -> UInt8? { position < text.count ? text[position] : nil }
        func skipWhite() { while let next = byte(), XMLTag.white.contains(next) { position += 1 } }
        func word() -> Range<Int> {
            let start = position
            while let next = byte(), !XMLTag.white.contains(next), ![0x3D, 0x3E, 0x2F, 0x3C].contains(next) {
                position += 1
            }
            return start..<position
        }
        let own = word()
        guard !own.isEmpty else { return nil }
        name = String(decoding: text[own], as: UTF8.self)
        while true {
            skipWhite()
            guard let next = byte() else { return nil }
            if next == UInt8(ascii: ">") {
                end = position + 1
                return
            }
            if next == UInt8(ascii: "/") {
                guard position + 1 < text.count, text[position + 1] == UInt8(ascii: ">") else { return nil }
                isEmpty = true
                end = position + 2
                return
            }
            let key = word()
            skipWhite()
            guard !key.isEmpty, byte() == UInt8(ascii: "=") else { return nil }
            position += 1
            skipWhite()
            guard let quote = byte(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let last = text[(position + 1)...].firstIndex(of: quote)
            else { return nil }
            let value = position + 1..<last
            position = last + 1
            attributes.append(
                Attribute(
                    name: String(decoding: text[key], as: UTF8.self),
                    range: key.lowerBound..<position,
                    value: value
                )
            )
        }
    }
}
