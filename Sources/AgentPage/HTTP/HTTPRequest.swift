package import Languages

/// A request. `body` is empty until it has been read, and for one that has come piece by piece.
package struct HTTPRequest: Sendable {
    package var method: String
    /// Without the query, percent-decoded.
    package var path: String
    package var query: [String: String] = [:]
    /// All values of each header, by its name in lower case.
    package var headers: [String: [String]] = [:]
    package var body: [UInt8] = []
    /// Bytes of its body as announced; nil when there is one of a length that is not told.
    package var bodyLength: UInt64? = 0
    /// What has taken the body piece by piece.
    var receiver: (any BodyReceiver)?
    /// The connection, for as long as the request is answered.
    package var socket: CInt = -1
    /// The port that it came to.
    package var ownPort: UInt16 = 0

    package init(method: String, path: String) {
        self.method = method
        self.path = path
    }

    /// The value of a header that occurs exactly once.
    func header(_ name: String) -> String? {
        guard let values = headers[name], values.count == 1 else { return nil }
        return values[0]
    }

    /// The first of the browser's languages that the tools speak.
    package var language: Language {
        .preferred(acceptLanguage: (headers["accept-language"] ?? []).joined(separator: ","))
    }

    /// The components of the path.
    var components: [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { String($0) }
    }
}
