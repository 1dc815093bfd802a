internal import HTTPTransfer

/// A page of `ListObjectsV2`.
struct S3Listing: Sendable {
    private(set) var objects: [ListedObject] = []
    /// The token of the next page.
    let next: String?

    /// Nil for a malformed page, and for one whose next page is itself.
    init?(_ response: HTTPResponse, after token: String?, droppingPrefix prefix: String) {
        guard response.isSuccess, let root = XMLDocument.root(of: response.body), root.name == "ListBucketResult" else {
            return nil
        }
        next = root.text("IsTruncated") == "true" ? root.text("NextContinuationToken") : nil
        if root.text("IsTruncated") == "true", next == nil || next == "" || next == token { return nil }
        for entry in root.children("Contents") {
            guard let name = entry.text("Key"), let etag = entry.text("ETag"), let tag = S3Tag.normalized(etag),
                let size = entry.text("Size").flatMap({ UInt64($0) })
            else { return nil }
            guard name.hasPrefix(prefix), let key = BucketKey(String(name.dropFirst(prefix.count))) else { continue }
            objects.append(ListedObject(key: key, tag: tag, size: size))
        }
    }
}

/// An ETag: headers and listings quote it in different ways.
enum S3Tag {
    /// Characters.
    private static let limit = 256

    /// Nil for an invalid tag.
    static func normalized(_ text: String) -> String? {
        let tag =
            text.hasPrefix("\"") && text.hasSuffix("\"") && text.utf8.count >= 2
            ? text.dropFirst().dropLast() : text[...]
        let isPlain = tag.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"<>&".utf8.contains($0) }
        return !tag.isEmpty && tag.utf8.count <= limit && isPlain ? String(tag) : nil
    }
}
