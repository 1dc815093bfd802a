internal import HTTPTransfer

/// The meaning of a store's response.
enum S3Answer: Sendable {
    /// A success, 404 for an object or an upload, or 416.
    case done(HTTPResponse)
    /// A transient failure.
    case busy(status: Int, wish: Int?)
    /// The local clock differs too much from the store's. `storeTime`: milliseconds since 1970.
    case skewed(storeTime: UInt64)
    case failed(BucketFailure)

    init(_ response: HTTPResponse) {
        let code = S3Answer.code(response)
        switch (response.status, code) {
        case (200...299, _), (416, _): self = .done(response)
        case (_, "NoSuchBucket"): self = .failed(.noBucket)
        case (404, _): self = .done(response)
        case (_, "QuotaExceeded"), (_, "XMinioStorageFull"), (_, "XMinioAdminBucketQuotaExceeded"), (507, _):
            self = .failed(.full)
        case (403, "RequestTimeTooSkewed"):
            let time = response.header("date").flatMap { HTTPDate.milliseconds($0) }
            self = time.map { .skewed(storeTime: $0) } ?? .failed(.denied)
        case (401, _), (403, _), (_, "ExpiredToken"), (_, "InvalidAccessKeyId"): self = .failed(.denied)
        case (408, _), (409, _), (412, _), (429, _), (500, _), (502, _), (503, _), (504, _), (_, "RequestTimeout"):
            self = .busy(status: response.status, wish: response.header("retry-after").flatMap { Int($0) })
        case (let status, let code): self = .failed(.refused(status: status, code: code ?? "no code"))
        }
    }

    /// S3's code of an error; nil where the answer has none. It is shown to the person, so it is letters only.
    static func code(_ response: HTTPResponse) -> String? {
        guard !response.isSuccess, let root = XMLDocument.root(of: response.body), root.name == "Error",
            let code = root.text("Code"), (1...64).contains(code.utf8.count),
            code.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
            })
        else { return nil }
        return code
    }
}
