internal import LibraryModel

/// The answer to a request.
package struct HTTPResponse: Sendable {
    package internal(set) var status = 0
    /// In the order received, names in lower case. Values have no surrounding spaces; bytes that are not UTF-8 are
    /// U+FFFD.
    package internal(set) var headers: [(name: String, value: String)] = []
    /// What no receiver took: the whole body for `HTTPReceiver.bytes`, its beginning for an unsuccessful response.
    package internal(set) var body: [UInt8] = []

    package var isSuccess: Bool { (200...299).contains(status) }

    /// The value of the first header of this lower-case name.
    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension HTTPResponse {
    /// Takes a line of the header section. A status line starts over: what came before was an interim response.
    mutating func take(headerLine line: [UInt8]) {
        if line.starts(with: Array("HTTP/".utf8)) {
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
            status = words.count > 1 ? Int(String(decoding: words[1].trimming(\.isSpace), as: UTF8.self)) ?? 0 : 0
            headers = []
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        let value = line[(colon + 1)...].trimming(\.isSpace)
        headers.append((name, String(decoding: value, as: UTF8.self)))
    }
}

extension UInt8 {
    /// White space of a line, with what ends the line.
    fileprivate var isSpace: Bool { [0x20, 0x09, 0x0D, 0x0A].contains(self) }
}
