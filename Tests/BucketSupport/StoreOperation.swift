internal import LoopbackHTTP

/// What a request wants of a store of S3's kind.
package enum StoreOperation: String, Hashable, Sendable, CaseIterable {
    case list, get, head, put, delete, listUploads, beginUpload, putPart, listParts, completeUpload, abortUpload
}

extension StoreOperation {
    /// Nil for what S3 does not have, or the store need not.
    init?(_ request: LoopbackRequest, isBucket: Bool) {
        let names = Set(request.query.map(\.name))
        switch (request.method, isBucket) {
        case ("GET", true) where names.contains("list-type"): self = .list
        case ("GET", true) where names.contains("uploads"): self = .listUploads
        case ("POST", true) where names.contains("delete"): self = .delete
        case ("GET", false) where names.contains("uploadId"): self = .listParts
        case ("GET", false): self = .get
        case ("HEAD", false): self = .head
        case ("PUT", false) where names.contains("partNumber"): self = .putPart
        case ("PUT", false) where names.isEmpty: self = .put
        case ("POST", false) where names.contains("uploads"): self = .beginUpload
        case ("POST", false) where names.contains("uploadId"): self = .completeUpload
        case ("DELETE", false) where names.contains("uploadId"): self = .abortUpload
        default: return nil
        }
    }
}

/// What goes wrong.
package enum StoreFault: Hashable, Sendable {
    /// An answer of this status, with S3's code; nothing is done.
    case status(Int, String)
    /// The same, and the store asks to come back after so many seconds.
    case later(seconds: Int)
    /// The connection ends before anything is done.
    case cutBefore
    /// It is done, and the connection ends before the answer.
    case cutAfter
    /// The connection ends within the answer, after so many bytes of its body.
    case cutAnswer(Int)
    /// A listing as it was before the last write.
    case stale
    /// An answer that is not what S3 says.
    case nonsense(String)
}
