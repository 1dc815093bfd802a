internal import Digests
package import HTTPTransfer
internal import LibraryModel
package import LinuxSystem

/// A bucket of an S3-compatible store. Uses only what all of them have: putting, getting, listing and deleting objects,
/// without conditions, and multipart uploads.
package final class S3Bucket: Bucket {
    let connection: S3Connection
    let journal: UploadJournal?

    /// Bytes of the largest object that is sent in one request. A multipart upload takes at least four more.
    private static let singleUploadLimit: UInt64 = 64 * 1024 * 1024
    /// Bytes of a body read at a time.
    private static let pieceLength = 64 * 1024

    /// Throws `denied` without credentials. `journal`: nil where nobody ends uploads that were begun for nothing.
    package init(
        _ location: S3Location,
        _ configuration: S3Configuration,
        client: HTTPClient = HTTPClient(),
        pace: TransferPace = TransferPace(TransferLimits()),
        journal: UploadJournal? = nil
    ) throws(BucketFailure) {
        guard let credentials = configuration.credentials else { throw .denied }
        self.journal = journal
        let region = location.region ?? configuration.region ?? S3Endpoint.defaultRegion
        connection = S3Connection(
            S3Endpoint(location, region: region),
            RequestSigner(credentials, region: region),
            client,
            pace
        )
    }

    func name(of key: BucketKey) -> String { connection.endpoint.prefix + key.text }

    // MARK: Bucket

    package func list(
        _ folder: BucketKey.Folder,
        _ cancellation: Cancellation,
        page: ([ListedObject]) throws -> Void
    ) throws(BucketFailure) -> UInt64? {
        let prefix = "\(connection.endpoint.prefix)\(folder.rawValue)/"
        var token: String?
        var time: UInt64?
        repeat {
            var query = [(name: "list-type", value: "2"), ("prefix", prefix)]
            if let token { query.append(("continuation-token", token)) }
            let response = try connection.send(.init("GET", nil, query: query), cancellation)
            guard let listing = S3Listing(response, after: token, droppingPrefix: connection.endpoint.prefix) else {
                throw .malformedAnswer
            }
            // The time of the first page: the listing is at least as new as that.
            time = time ?? response.header("date").flatMap { HTTPDate.milliseconds($0) }
            try BucketFailure.catching { try page(listing.objects) }
            token = listing.next
        } while token != nil
        return time
    }

    package func get(
        _ key: BucketKey,
        _ cancellation: Cancellation,
        receive: (_ size: UInt64, _ bytes: Span<UInt8>) throws -> Void
    ) throws(BucketFailure) -> Bool {
        let download = S3Download()
        let pace = connection.pace
        let response = try BucketFailure.catching {
            try withoutActuallyEscaping(receive) { receive in
                try connection.send(cancellation) {
                    var request = S3Connection.Request("GET", name(of: key))
                    request.headers = download.rangeHeader
                    let receiver = HTTPReceiver(limit: .max) { head, bytes in
                        try pace.wait(for: bytes.count, of: .received, cancellation)
                        try download.take(head, bytes, receive)
                    }
                    return (request, receiver, gotFurther: download.begins())
                }
            }
        }
        if response.status == 404 { return false }
        try download.check(response)
        return true
    }

    package func put(
        _ key: BucketKey,
        _ content: ObjectContent,
        _ cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(BucketFailure) -> String? {
        if content.length > S3Bucket.singleUploadLimit {
            return try putInParts(key, content, cancellation, progress: progress)
        }
        var request = S3Connection.Request("PUT", name(of: key))
        try setBody(of: &request, content, 0..<content.length, cancellation)
        let response = try send(request, cancellation, progress: progress)
        guard response.isSuccess else { throw .refused(status: response.status, code: "no object") }
        return response.header("etag").flatMap { S3Tag.normalized($0) }
    }

    package func delete(_ keys: [BucketKey], _ cancellation: Cancellation) throws(BucketFailure) {
        if keys.isEmpty { return }
        let objects = keys.map { "<Object><Key>\(name(of: $0))</Key></Object>" }.joined()
        let body = Array("<Delete><Quiet>true</Quiet>\(objects)</Delete>".utf8)
        var request = S3Connection.Request("POST", nil, query: [("delete", "")], body: body)
        request.headers = [("content-md5", Base64.text(of: MD5.digest(of: body))), ("content-type", "application/xml")]
        let response = try connection.send(request, cancellation)
        guard response.isSuccess, let root = XMLDocument.root(of: response.body), root.name == "DeleteResult" else {
            throw .malformedAnswer
        }
        for error in root.children("Error") where error.text("Code") != "NoSuchKey" {
            throw error.text("Code") == "AccessDenied" ? .denied : .busy(status: response.status)
        }
    }

    // MARK: Bodies

    func setBody(
        of request: inout S3Connection.Request,
        _ content: ObjectContent,
        _ range: Range<UInt64>,
        _ cancellation: Cancellation
    ) throws(BucketFailure) {
        request.bodyDigest = try digest(of: content, range, cancellation)
        let pace = connection.pace
        request.body = HTTPBody(length: UInt64(range.count)) { offset, count in
            let count = min(count, S3Bucket.pieceLength)
            try pace.wait(for: count, of: .sent, cancellation)
            return try content.read(range.lowerBound + offset, count)
        }
    }

    func send(
        _ request: S3Connection.Request,
        _ cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(BucketFailure) -> HTTPResponse {
        try BucketFailure.catching {
            try withoutActuallyEscaping(progress) { progress in
                try connection.send(request, cancellation, progress: { progress($0.sent) })
            }
        }
    }

    private func digest(
        of content: ObjectContent,
        _ range: Range<UInt64>,
        _ cancellation: Cancellation
    ) throws(BucketFailure) -> [UInt8] {
        try BucketFailure.catching {
            var digest = SHA256()
            try content.forEachPiece(in: range, cancellation) { digest.update($0) }
            return digest.finish()
        }
    }
}
