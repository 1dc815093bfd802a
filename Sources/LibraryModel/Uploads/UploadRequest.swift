/// The HTTP request of an upload job: the parts of `URLRequest` that are used. The file is its body.
///
/// Checked where it enters (`check`): nothing in it can end a line, or name another server than `UploadOrigin` reads
/// from its URL.
package struct UploadRequest: Hashable, Sendable {
    /// Bytes.
    package static let maximumURLLength = 8_192
    /// Bytes of all names and values. Signed requests have a few hundred.
    package static let maximumHeaderSize = 16_384
    package static let maximumHeaders = 64
    /// Seconds without progress.
    package static let timeouts: ClosedRange<UInt32> = 10...600

    package var url: String
    /// `PUT`, `POST` or `PATCH`.
    package var method: String
    package var headers: [HeaderField]
    /// Seconds without progress after which an attempt ends.
    package var timeout: UInt32

    package init(url: String, method: String, headers: [HeaderField] = [], timeout: UInt32 = 60) {
        self.url = url
        self.method = method
        self.headers = headers
        self.timeout = timeout
    }

    /// Returns the server that the request is for. Throws `changeNotSupported` for one that no job can have.
    package func check() throws(LibraryError) -> UploadOrigin {
        guard let origin = UploadOrigin(url: url) else {
            throw .unsupportedRequest("its URL has to be an http or https URL with a host, and without a password")
        }
        guard ["PUT", "POST", "PATCH"].contains(method) else {
            throw .unsupportedRequest("its method has to be PUT, POST or PATCH")
        }
        guard UploadRequest.timeouts.contains(timeout) else { throw .unsupportedRequest("its timeout is out of range") }
        try headers.check()
        for header in headers where HeaderField.ofConnection.contains(header.lowercasedName) {
            throw .unsupportedRequest("the header field \(header.lowercasedName) is not the app's to set")
        }
        return origin
    }
}

/// A field of an HTTP header.
package struct HeaderField: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    package var lowercasedName: String { name.lowercased() }

    /// Fields that are about the connection or the body, or name the server.
    static let ofConnection: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization", "proxy-connection", "te",
        "trailer", "transfer-encoding", "upgrade",
    ]

    fileprivate var hasPlainValue: Bool { value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
}

extension [HeaderField] {
    /// Throws `changeNotSupported` for too many fields, and for names and values that HTTP does not have.
    fileprivate func check() throws(LibraryError) {
        guard count <= UploadRequest.maximumHeaders,
            reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count }) <= UploadRequest.maximumHeaderSize
        else { throw .unsupportedRequest("its header is too large") }
        guard allSatisfy({ $0.name.isHTTPToken && $0.hasPlainValue }) else {
            throw .unsupportedRequest("a header field is malformed")
        }
    }

    /// The fields that fit into `maximumHeaderSize`, without malformed ones: for what a server answers.
    package var bounded: [HeaderField] {
        var size = 0
        return Array(
            filter { field in
                guard field.name.isHTTPToken, field.hasPlainValue else { return false }
                size += field.name.utf8.count + field.value.utf8.count
                return size <= UploadRequest.maximumHeaderSize
            }
            .prefix(UploadRequest.maximumHeaders)
        )
    }

    /// As lines of HTTP, separated by a line feed.
    package var lines: String { map { "\($0.name): \($0.value)" }.joined(separator: "\n") }

    /// From lines of HTTP. Drops what is none.
    package init(lines: String) {
        self = lines.split(separator: "\n")
            .compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let value = line[line.index(after: colon)...].drop { $0 == " " }
                return HeaderField(String(line[..<colon]), String(value))
            }
    }
}

extension LibraryError {
    fileprivate static func unsupportedRequest(_ reason: String) -> LibraryError {
        LibraryError(.changeNotSupported, "the request of an upload job cannot be sent: \(reason)")
    }
}
