/// A request as it came.
package struct LoopbackRequest: Sendable {
    package var method: String
    /// The path and the query, as they were sent.
    package var target: String
    /// Names in small letters.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8] = []
    /// Which connection it came on, from 0.
    package var connection: Int

    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The query's parts, as they were sent.
    package var query: [(name: String, value: String)] {
        guard let mark = target.firstIndex(of: "?") else { return [] }
        return target[target.index(after: mark)...].split(separator: "&").map { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(pair[0]), pair.count > 1 ? String(pair[1]) : "")
        }
    }
}

/// What is sent for a request.
package enum LoopbackAnswer: Sendable {
    /// A whole answer, with its length.
    case answer(status: Int, headers: [(name: String, value: String)], body: [UInt8])
    /// Only so many bytes of the body, though the length says more; then the connection is closed.
    case cut(status: Int, headers: [(name: String, value: String)], body: [UInt8], after: Int)
    /// These bytes, whatever they are; then the connection is closed.
    case raw([UInt8])
    /// The connection is closed.
    case nothing
    /// Nothing more is said until the server ends.
    case silence

    package static func answer(
        _ status: Int,
        _ body: String = "",
        headers: [(name: String, value: String)] = []
    ) -> LoopbackAnswer { .answer(status: status, headers: headers, body: Array(body.utf8)) }
}

extension LoopbackAnswer {
    func bytes(for request: LoopbackRequest) -> [UInt8] {
        switch self {
        case .answer(let status, let headers, let body):
            head(status, headers, length: body.count) + (request.method == "HEAD" ? [] : body)
        case .cut(let status, let headers, let body, let count):
            head(status, headers, length: body.count) + body.prefix(count)
        case .raw(let bytes): bytes
        case .nothing, .silence: []
        }
    }

    var keepsConnection: Bool { if case .answer = self { true } else { false } }

    private func head(_ status: Int, _ headers: [(name: String, value: String)], length: Int) -> [UInt8] {
        var text = "HTTP/1.1 \(status) Status\r\n"
        for header in headers { text += "\(header.name): \(header.value)\r\n" }
        if !headers.contains(where: { $0.name.lowercased() == "content-length" }), status != 204 {
            text += "Content-Length: \(length)\r\n"
        }
        return Array((text + "\r\n").utf8)
    }
}
