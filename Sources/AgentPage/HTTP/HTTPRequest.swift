/// One request of a client's. Before its body has come `body` is empty.
package struct HTTPRequest: Sendable {
    package var method: String
    /// Without the query, percent signs resolved.
    package var path: String
    package var query: [String: String] = [:]
    /// Every value by its header's name in lower case.
    package var headers: [String: [String]] = [:]
    package var body: [UInt8] = []
    /// Whether it announces a body that is too long, or of a length that it does not tell.
    package var bodyIsRefused = false
    /// The connection, for as long as the request is answered.
    package var socket: CInt = -1
    /// The port that it came to.
    package var ownPort: UInt16 = 0

    package init(method: String, path: String) {
        self.method = method
        self.path = path
    }

    /// The value of a header that is there exactly once.
    func header(_ name: String) -> String? {
        guard let values = headers[name], values.count == 1 else { return nil }
        return values[0]
    }

    /// The components of the path.
    var components: [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { String($0) }
    }
}
