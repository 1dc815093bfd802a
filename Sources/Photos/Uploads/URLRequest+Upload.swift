import LibraryModel

extension UploadRequest {
    /// What of a request the library sends. `Content-Length` is the file's.
    init(_ request: URLRequest) {
        let headers = (request.allHTTPHeaderFields ?? [:])
            .filter { $0.key.lowercased() != "content-length" }
            .sorted { $0.key < $1.key }
        let seconds = request.timeoutInterval
        let range = UploadRequest.timeouts
        self.init(
            url: request.url?.absoluteString ?? "",
            method: request.httpMethod ?? "GET",
            headers: headers.map { HeaderField($0.key, $0.value) },
            timeout: seconds < Double(range.upperBound)
                ? UInt32(max(Double(range.lowerBound), seconds)) : range.upperBound
        )
    }
}

extension URLRequest {
    /// `about:blank` for nil, and for what is no URL to Foundation.
    init(_ request: UploadRequest?) {
        guard let request, let url = URL(string: request.url) else {
            guard let blank = URL(string: "about:blank") else { preconditionFailure("about:blank is a URL") }
            self.init(url: blank)
            return
        }
        self.init(url: url, timeoutInterval: TimeInterval(request.timeout))
        httpMethod = request.method
        for header in request.headers { addValue(header.value, forHTTPHeaderField: header.name) }
    }
}
