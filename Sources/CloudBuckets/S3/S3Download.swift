internal import HTTPTransfer

/// A download of one object, over as many requests as it takes. Used on one thread.
final class S3Download {
    /// Bytes received so far.
    private var count: UInt64 = 0
    private var countBefore: UInt64 = 0
    /// The object's size and tag in the first response.
    private var size: UInt64?
    private var tag: String?
    /// Bytes still to skip: the store ignored the range and sends the object from its start.
    private var skipped: UInt64 = 0
    private var hasBegun = false

    /// The range of the missing bytes, for the next request.
    var rangeHeader: [(name: String, value: String)] { count == 0 ? [] : [("range", "bytes=\(count)-")] }

    /// A request begins. Returns whether the one before made progress.
    func begins() -> Bool {
        defer { countBefore = count }
        hasBegun = false
        return count > countBefore
    }

    func take(
        _ head: HTTPResponse,
        _ bytes: Span<UInt8>,
        _ receive: (_ size: UInt64, _ bytes: Span<UInt8>) throws -> Void
    ) throws(BucketFailure) {
        if !hasBegun { try begin(head) }
        guard let size else { throw .malformedAnswer }
        let passed = Int(min(skipped, UInt64(bytes.count)))
        skipped -= UInt64(passed)
        let rest = bytes.extracting(droppingFirst: passed)
        if rest.isEmpty { return }
        if count + UInt64(rest.count) > size { throw .malformedAnswer }
        try BucketFailure.catching { try receive(size, rest) }
        count += UInt64(rest.count)
    }

    /// Throws unless the object is complete with the last response.
    func check(_ response: HTTPResponse) throws(BucketFailure) {
        if response.status == 416 { throw .busy(status: 416) }
        if size == nil { try begin(response) }
        guard count == size else { throw .malformedAnswer }
    }

    private func begin(_ head: HTTPResponse) throws(BucketFailure) {
        hasBegun = true
        let found: UInt64?
        if head.status == 206 {
            // bytes FIRST-LAST/SIZE
            let parts = head.header("content-range")?.split { " -/".contains($0) } ?? []
            guard parts.count == 4, parts[0] == "bytes", UInt64(parts[1]) == count else { throw .malformedAnswer }
            found = UInt64(parts[3])
            skipped = 0
        } else {
            found = head.header("content-length").flatMap { UInt64($0) }
            skipped = count
        }
        guard let found else { throw .malformedAnswer }
        let tag = head.header("etag").flatMap { S3Tag.normalized($0) }
        // The object was replaced meanwhile.
        if let size, size != found || self.tag != tag { throw .busy(status: head.status) }
        size = found
        self.tag = tag
    }
}
