internal import CExpat

/// Parses the XML of a store's response with Expat. Refuses document type declarations, and so all entities but XML's
/// five.
enum XMLDocument {
    /// Nesting of elements. S3's responses have five levels.
    static let depthLimit = 16
    /// Elements of a response: a page of a listing has some 10,000.
    static let elementLimit = 100_000

    /// Nil for XML that is not well-formed, or exceeds the limits.
    static func root(of bytes: [UInt8]) -> XMLElement? {
        guard let length = CInt(exactly: bytes.count), let parser = unsafe XML_ParserCreate("UTF-8") else { return nil }
        defer { unsafe XML_ParserFree(parser) }
        let builder = unsafe TreeBuilder(parser)
        return withExtendedLifetime(builder) {
            unsafe XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
            unsafe XML_SetElementHandler(parser, startElement, endElement)
            unsafe XML_SetCharacterDataHandler(parser, characters)
            unsafe XML_SetStartDoctypeDeclHandler(parser, startDoctype)
            let status = unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe XML_Parse(parser, $0.baseAddress, length, 1) }
            }
            return status == XML_STATUS_OK ? builder.root : nil
        }
    }
}

@safe
private final class TreeBuilder {
    private let parser: XML_Parser
    private var open: [XMLElement] = []
    private var count = 0
    private(set) var root: XMLElement?

    init(_ parser: XML_Parser) { unsafe self.parser = parser }

    func start(_ name: String) {
        count += 1
        if open.count == XMLDocument.depthLimit || count > XMLDocument.elementLimit { return stop() }
        open.append(XMLElement(name: name))
    }

    func end() {
        guard let element = open.popLast() else { return stop() }
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }

    func append(_ text: String) {
        if !open.isEmpty { open[open.count - 1].text += text }
    }

    func stop() { _ = unsafe XML_StopParser(parser, 0) }
}

private let startElement: XML_StartElementHandler = { userData, name, _ in
    guard let builder = unsafe builder(userData), let name = unsafe name else { return }
    let qualified = unsafe String(cString: name)
    builder.start(qualified.lastIndex(of: ":").map { String(qualified[qualified.index(after: $0)...]) } ?? qualified)
}

private let endElement: XML_EndElementHandler = { userData, _ in unsafe builder(userData)?.end() }

private let characters: XML_CharacterDataHandler = { userData, text, length in
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(length))
    unsafe builder(userData)?.append(String(decoding: bytes, as: UTF8.self))
}

private let startDoctype: XML_StartDoctypeDeclHandler = { userData, _, _, _, _ in unsafe builder(userData)?.stop() }

private func builder(_ userData: UnsafeMutableRawPointer?) -> TreeBuilder? {
    guard let userData = unsafe userData else { return nil }
    return unsafe Unmanaged<TreeBuilder>.fromOpaque(userData).takeUnretainedValue()
}
