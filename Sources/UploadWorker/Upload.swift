internal import HTTPTransfer
internal import LibraryModel
internal import LinuxSystem
internal import UploadWorkerProtocol

/// Sends the file of a task, and follows redirects to servers that the person has allowed.
struct Upload {
    /// Redirects in a row.
    private static let maximumRedirects = 5
    /// Bytes of an answer's body, which nobody reads.
    private static let maximumAnswer = 1 << 20
    /// What a server gets to which another one redirects: what the file is, and nothing that may be a secret.
    private static let harmlessHeaders: Set<String> = ["content-type"]

    let client: HTTPClient
    let task: UploadTask
    /// A name of the public part of the network may stand for an address of this machine or its neighbours, too.
    let networks: LocalNetworks

    /// Sends, and waits for the answer.
    func run(_ file: borrowing OwnedDescriptor) -> UploadAnswer {
        var url = task.request.url
        var headers = task.request.headers
        for _ in 0...Upload.maximumRedirects {
            guard let destination = allowed(url) else { return .failure(.forbiddenRedirect) }
            let response: HTTPResponse
            do throws(HTTPFailure) { response = try send(file, to: url, destination, headers) } catch {
                return .failure(UploadFailure(error))
            }
            // The others have another method, or no body.
            guard [307, 308].contains(response.status), let location = response.header("location") else {
                let fields = response.headers.map { HeaderField($0.name, $0.value) }
                return .response(UploadResponse(status: UInt32(clamping: response.status), headers: fields))
            }
            guard let next = Upload.resolve(location, against: url), let target = allowed(next)?.origin,
                target.isEncrypted || !destination.origin.isEncrypted
            else { return .failure(.forbiddenRedirect) }
            if target != destination.origin {
                headers = headers.filter { Upload.harmlessHeaders.contains($0.lowercasedName) }
            }
            url = next
        }
        return .failure(.tooManyRedirects)
    }

    private func allowed(_ url: String) -> UploadDestination? {
        guard let origin = UploadOrigin(url: url) else { return nil }
        return task.destinations.first { $0.origin == origin }
    }

    private func send(
        _ file: borrowing OwnedDescriptor,
        to url: String,
        _ destination: UploadDestination,
        _ headers: [HeaderField]
    ) throws(HTTPFailure) -> HTTPResponse {
        var request = HTTPRequest(
            task.request.method,
            url,
            headers: headers.map { ($0.name, $0.value) },
            body: .file(file, length: task.size)
        )
        request.timeouts.stalling = Int(task.request.timeout)
        request.bytesPerSecond = task.bytesPerSecond
        // Looked at when the connection is made: what a name resolves to now counts.
        request.isAddressAllowed = { [networks] bytes in
            guard let address = NetworkAddress(bytes: bytes) else { return false }
            return destination.allowsLocal || !(address.isLocal || networks.contains(bytes))
        }
        return try client.perform(request, into: .bytes(limit: Upload.maximumAnswer), cancellation: Cancellation())
    }

    /// The URL of a `Location` field. Returns nil for a relative path that does not begin with a slash: such a server
    /// is not worth the rules of RFC 3986.
    static func resolve(_ location: String, against url: String) -> String? {
        if UploadOrigin(url: location) != nil { return location }
        guard location.hasPrefix("/"), !location.hasPrefix("//"), let origin = UploadOrigin(url: url) else {
            return nil
        }
        return origin.text + location
    }
}

extension UploadFailure {
    init(_ failure: HTTPFailure) {
        self =
            switch failure {
            case .notConnected: .unreachable
            case .timedOut: .timedOut
            case .untrusted: .untrusted
            case .interrupted: .interrupted
            case .malformedAnswer, .tooLarge: .malformed
            case .addressRefused: .localAddress
            case .body: .unreadable
            case .invalidRequest, .stopped, .other: .internal
            }
    }
}
