internal import HTTPTransfer
package import LinuxSystem

/// Multipart uploads. A part has the same bytes whenever it is sent, so an upload that was interrupted, or that another
/// device began, can continue: the store lists the parts that it has.
extension S3Bucket {
    /// Bytes of a part other than the last; more for an object that would have too many parts.
    private static let partLength: UInt64 = 16 * 1024 * 1024
    /// Parts of an upload: S3's limit.
    private static let partLimit: UInt64 = 10_000
    /// How often an upload is started again because the store has dropped it.
    private static let uploadLimit = 3

    func putInParts(
        _ key: BucketKey,
        _ content: ObjectContent,
        _ cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(BucketFailure) -> String? {
        if content.isNamedByContent, try size(of: key, cancellation) == content.length {
            try noteEnd(of: key)
            progress(content.length)
            return nil
        }
        if let journal { try BucketFailure.catching { try journal.begins(key) } }
        let tag = try repeatingUpload(key, content, cancellation, progress)
        try noteEnd(of: key)
        return tag
    }

    /// Aborts this device's uploads of objects that nobody needs any more, because a photo was deleted before it was
    /// sent. Sends no request if there are none.
    package func endUploads(
        unless isNeeded: (BucketKey) -> Bool,
        _ cancellation: Cancellation
    ) throws(BucketFailure) {
        guard let journal else { return }
        for key in try BucketFailure.catching({ try journal.keys() }) where !isNeeded(key) {
            // Of more than these the next call ends some.
            for _ in 0..<S3Bucket.uploadLimit {
                guard let upload = try pendingUpload(of: key, cancellation) else {
                    try BucketFailure.catching { try journal.ended(key) }
                    break
                }
                try end(upload, of: key, cancellation)
            }
        }
    }

    private func end(
        _ upload: String,
        of key: BucketKey,
        _ cancellation: Cancellation
    ) throws(BucketFailure) {
        let request = S3Connection.Request("DELETE", name(of: key), query: [("uploadId", upload)])
        let response = try connection.send(request, cancellation)
        guard response.isSuccess || response.status == 404 else { throw .malformedAnswer }
    }

    private func noteEnd(of key: BucketKey) throws(BucketFailure) {
        if let journal { try BucketFailure.catching { try journal.ended(key) } }
    }

    private func repeatingUpload(
        _ key: BucketKey,
        _ content: ObjectContent,
        _ cancellation: Cancellation,
        _ progress: (UInt64) -> Void
    ) throws(BucketFailure) -> String? {
        for _ in 0..<S3Bucket.uploadLimit {
            let pending = try pendingUpload(of: key, cancellation)
            let upload = if let pending { pending } else { try beginUpload(of: key, cancellation) }
            if let tags = try sendParts(of: key, content, upload, cancellation, progress),
                let tag = try complete(upload, of: key, tags, cancellation)
            {
                return tag
            }
            // Another device may have finished it, or an attempt whose answer was lost.
            if content.isNamedByContent, try size(of: key, cancellation) == content.length { return nil }
        }
        throw .busy(status: 404)
    }

    /// Returns nil when there is no such object.
    private func size(of key: BucketKey, _ cancellation: Cancellation) throws(BucketFailure) -> UInt64? {
        let response = try connection.send(.init("HEAD", name(of: key)), cancellation)
        return response.isSuccess ? response.header("content-length").flatMap { UInt64($0) } : nil
    }

    /// The identifier of an unfinished upload of this object.
    private func pendingUpload(of key: BucketKey, _ cancellation: Cancellation) throws(BucketFailure) -> String? {
        let name = name(of: key)
        let query = [(name: "uploads", value: ""), ("prefix", name)]
        let root = try answer(.init("GET", nil, query: query), "ListMultipartUploads", cancellation)
        return root?.children("Upload").filter { $0.text("Key") == name }
            .max { ($0.text("Initiated") ?? "") < ($1.text("Initiated") ?? "") }?.text("UploadId")
    }

    private func beginUpload(of key: BucketKey, _ cancellation: Cancellation) throws(BucketFailure) -> String {
        let request = S3Connection.Request("POST", name(of: key), query: [("uploads", "")], body: [])
        guard let root = try answer(request, "InitiateMultipartUpload", cancellation),
            let identifier = root.text("UploadId"), !identifier.isEmpty
        else { throw .malformedAnswer }
        return identifier
    }

    /// The tags of all parts; nil when the store does not know the upload.
    private func sendParts(
        of key: BucketKey,
        _ content: ObjectContent,
        _ upload: String,
        _ cancellation: Cancellation,
        _ progress: (UInt64) -> Void
    ) throws(BucketFailure) -> [String]? {
        guard let there = try parts(of: key, upload, cancellation) else { return nil }
        let length = S3Bucket.partLength(ofObject: content.length)
        var tags: [String] = []
        var offset: UInt64 = 0
        while offset < content.length {
            let range = offset..<min(offset + length, content.length)
            if let part = there[tags.count + 1], part.size == UInt64(range.count) {
                tags.append(part.tag)
            } else {
                let query = [(name: "partNumber", value: "\(tags.count + 1)"), ("uploadId", upload)]
                var request = S3Connection.Request("PUT", name(of: key), query: query)
                try setBody(of: &request, content, range, cancellation)
                let response = try send(request, cancellation, progress: { progress(range.lowerBound + $0) })
                if response.status == 404 { return nil }
                guard let tag = response.header("etag").flatMap({ S3Tag.normalized($0) }) else {
                    throw .malformedAnswer
                }
                tags.append(tag)
            }
            offset = range.upperBound
            progress(offset)
        }
        return tags
    }

    static func partLength(ofObject length: UInt64) -> UInt64 {
        let least = length / partLimit + 1
        return max(partLength, (least + 0xF_FFFF) / 0x10_0000 * 0x10_0000)
    }

    /// The parts that the store has; nil when it does not know the upload.
    private func parts(
        of key: BucketKey,
        _ upload: String,
        _ cancellation: Cancellation
    ) throws(BucketFailure) -> [Int: (size: UInt64, tag: String)]? {
        var parts: [Int: (size: UInt64, tag: String)] = [:]
        var marker: Int?
        while true {
            var query = [(name: "uploadId", value: upload)]
            if let marker { query.append(("part-number-marker", "\(marker)")) }
            guard let root = try answer(.init("GET", name(of: key), query: query), "ListParts", cancellation)
            else { return nil }
            for part in root.children("Part") {
                guard let number = part.text("PartNumber").flatMap({ Int($0) }),
                    let size = part.text("Size").flatMap({ UInt64($0) }),
                    let tag = part.text("ETag").flatMap({ S3Tag.normalized($0) })
                else { throw .malformedAnswer }
                parts[number] = (size, tag)
            }
            guard root.text("IsTruncated") == "true" else { return parts }
            guard let next = root.text("NextPartNumberMarker").flatMap({ Int($0) }), next > marker ?? 0 else {
                throw .malformedAnswer
            }
            marker = next
        }
    }

    /// The object's tag; nil when the store does not know the upload.
    private func complete(
        _ upload: String,
        of key: BucketKey,
        _ tags: [String],
        _ cancellation: Cancellation
    ) throws(BucketFailure) -> String? {
        let parts = tags.enumerated().map { index, tag in
            "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\"\(tag)\"</ETag></Part>"
        }.joined()
        let body = Array("<CompleteMultipartUpload>\(parts)</CompleteMultipartUpload>".utf8)
        let request = S3Connection.Request("POST", name(of: key), query: [("uploadId", upload)], body: body)
        guard let root = try answer(request, "CompleteMultipartUpload", cancellation) else { return nil }
        guard let tag = root.text("ETag").flatMap({ S3Tag.normalized($0) }) else { throw .malformedAnswer }
        return tag
    }

    /// The root of an answer in XML, whose name ends in `Result`, or with moto in `Response`; nil for 404. A success
    /// may be an error, said when it was late for a status.
    private func answer(
        _ request: S3Connection.Request,
        _ root: String,
        _ cancellation: Cancellation
    ) throws(BucketFailure) -> XMLElement? {
        let response = try connection.send(request, cancellation)
        if response.status == 404 { return nil }
        guard response.isSuccess, let element = XMLDocument.root(of: response.body) else { throw .malformedAnswer }
        if element.name == "Error" { throw .busy(status: response.status) }
        guard ["\(root)Result", "\(root)Response"].contains(element.name) else { throw .malformedAnswer }
        return element
    }
}
