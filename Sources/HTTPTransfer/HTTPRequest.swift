internal import LibraryModel

/// One request. Redirects are not followed: a 3xx status is an answer as every other.
package struct HTTPRequest: Sendable {
    package var method: String
    /// `http://` or `https://`, in ASCII, with everything percent-encoded that needs to be.
    package var url: String
    package var headers: [(name: String, value: String)]
    package var body: HTTPBody?
    package var timeouts = HTTPTimeouts()
    /// The rate limit of the body; nil for none.
    package var bytesPerSecond: UInt64?
    /// Whether to connect to an address, 4 or 16 bytes; asked when the connection is made, after the name was resolved.
    /// With it no proxy is used, which would resolve names by itself. Nil for every address.
    package var isAddressAllowed: (@Sendable ([UInt8]) -> Bool)?

    package init(
        _ method: String,
        _ url: String,
        headers: [(name: String, value: String)] = [],
        body: HTTPBody? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

package struct HTTPTimeouts: Hashable, Sendable {
    /// Milliseconds for connecting, including TLS.
    package var connecting = 30_000
    /// Seconds without a byte in either direction.
    package var stalling = 60

    package init() {}
}

extension HTTPRequest {
    /// Whether URL, method and headers have no characters that would change the request, such as line breaks.
    var isWellFormed: Bool {
        method.isHTTPToken
            && ["http://", "https://"].contains { url.lowercased().hasPrefix($0) }
            && url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            && headers.allSatisfy { header in
                header.name.isHTTPToken
                    && header.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            }
    }
}
