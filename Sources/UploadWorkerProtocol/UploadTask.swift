package import LibraryModel

// The protocol between the server and one `photolibrary-upload`, each at one end of a socket pair. It is private to a
// release: both ends come from the same build. The frames are those of `WorkerChannel`: the server sends a JOB, whose
// payload is an `UploadTask` and whose descriptor is the file, and the process answers with one ANSWER, whose payload
// is an `UploadAnswer`, and ends.
//
// A payload is lines of UTF-8. No field of either has a line feed: `UploadRequest.check` and `HeaderField.bounded` see
// to that.

/// A file to be sent.
package struct UploadTask: Hashable, Sendable {
    package var request: UploadRequest
    /// The servers that it may be sent to, also by a redirect.
    package var destinations: [UploadDestination]
    /// Bytes of the file.
    package var size: UInt64
    package var bytesPerSecond: UInt64

    /// The servers that a redirect may lead to. More are left out.
    private static let maximumDestinations = 64

    package init(_ request: UploadRequest, to destinations: [UploadDestination], size: UInt64, bytesPerSecond: UInt64) {
        self.request = request
        self.destinations = destinations
        self.size = size
        self.bytesPerSecond = bytesPerSecond
    }

    package var encoded: [UInt8] {
        // The request's own server first, so that it is never left out.
        let origin = UploadOrigin(url: request.url)
        let first = destinations.filter { $0.origin == origin } + destinations.filter { $0.origin != origin }
        let head = ["\(request.method) \(request.timeout) \(size) \(bytesPerSecond)", request.url]
        let places = first.prefix(UploadTask.maximumDestinations).map { destination in
            "\(destination.allowsLocal ? "local" : "public") \(destination.origin.text)"
        }
        return Array((head + places + ["", request.headers.lines]).joined(separator: "\n").utf8)
    }

    /// Returns nil for what is no task.
    package init?(decoding payload: [UInt8]) {
        guard let text = String(validating: payload, as: UTF8.self) else { return nil }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard let words = lines.popFirst()?.split(separator: " "), words.count == 4, let timeout = UInt32(words[1]),
            let size = UInt64(words[2]), let bytesPerSecond = UInt64(words[3]), let url = lines.popFirst()
        else { return nil }
        self.size = size
        self.bytesPerSecond = bytesPerSecond
        destinations = []
        while let line = lines.popFirst(), !line.isEmpty {
            let parts = line.split(separator: " ")
            guard parts.count == 2, let origin = UploadOrigin(String(parts[1])) else { return nil }
            destinations.append(UploadDestination(origin, isAllowed: true, allowsLocal: parts[0] == "local"))
        }
        request = UploadRequest(
            url: String(url),
            method: String(words[0]),
            headers: [HeaderField](lines: lines.joined(separator: "\n")),
            timeout: timeout
        )
    }
}

/// What became of a task.
package enum UploadAnswer: Hashable, Sendable {
    /// The server has answered; whatever the status.
    case response(UploadResponse)
    case failure(UploadFailure)

    package var encoded: [UInt8] {
        switch self {
        case .response(let response): Array("\(response.status)\n\(response.headers.bounded.lines)".utf8)
        case .failure(let failure): Array(failure.rawValue.utf8)
        }
    }

    /// Returns nil for what is no answer.
    package init?(decoding payload: [UInt8]) {
        guard let text = String(validating: payload, as: UTF8.self) else { return nil }
        if let failure = UploadFailure(rawValue: text) {
            self = .failure(failure)
            return
        }
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard lines.count == 2, let status = UInt32(lines[0]), (100...999).contains(status) else { return nil }
        self = .response(UploadResponse(status: status, headers: [HeaderField](lines: String(lines[1])).bounded))
    }
}

/// Why there is no answer of a server.
package enum UploadFailure: String, CaseIterable, Sendable {
    case unreachable
    case timedOut
    case interrupted
    /// The certificate is not trusted, or TLS failed.
    case untrusted
    /// What answered does not speak HTTP.
    case malformed
    /// All of its addresses are local ones, and the person has not allowed that.
    case localAddress
    /// It redirects to a server that the person has not allowed, or to an unencrypted one.
    case forbiddenRedirect
    case tooManyRedirects
    /// The file cannot be read.
    case unreadable
    /// A mistake of this library's.
    case `internal`
}
