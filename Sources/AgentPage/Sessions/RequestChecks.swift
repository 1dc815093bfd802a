internal import Languages

/// Rejects every request that does not come from our own page in the person's browser.
///
/// 1. `Host` is the page's own address: not another name that resolves to this machine (DNS rebinding), nor an IP
///    address.
/// 2. `Origin` and `Sec-Fetch-Site`, where the browser sends them, are our own page or the person's own navigation; a
///    POST always has `Origin`.
/// 3. The cookie has the secret of a session. Exempt are `/open`, which redeems the secret of a link, and
///    `ExplainingPage.files`.
struct RequestChecks: Sendable {
    var secrets: SessionSecrets
    var address: PageAddress

    private var maximumBody: UInt64 { UInt64(HTTPListener.maximumBody) }

    /// Names the port, because cookies are shared between the ports of a host.
    static func cookieName(_ port: UInt16) -> String { "photos-agent-\(port)" }

    /// Why a request is refused; nil when it is not.
    func refusal(of request: HTTPRequest) -> RequestFailure? {
        guard request.method == "GET" || request.method == "POST" else {
            return RequestFailure(405, "only GET and POST are allowed")
        }
        guard request.header("host") == address.host(request.ownPort) else {
            return RequestFailure(403, localized("this page has another address"))
        }
        if let refusal = originRefusal(of: request) { return refusal }
        if request.method == "GET" && (request.path == "/open" || ExplainingPage.files.contains(request.path)) {
            return nil
        }
        guard hasSession(request) else { return RequestFailure(403, localized("this browser has no session")) }
        let maximumUpload = PageImports.maximumUpload(request)
        guard let length = request.bodyLength, length <= maximumUpload ?? maximumBody else {
            return RequestFailure(413, localized("the request is too long"))
        }
        if request.method == "POST" {
            let type = request.header("content-type")?.split(separator: ";").first?.lowercased()
            let isUpload = maximumUpload != nil
            guard type == (isUpload ? "application/octet-stream" : "application/json") else {
                return RequestFailure(415, "the request is not \(isUpload ? "application/octet-stream" : "JSON")")
            }
        }
        return nil
    }

    private func originRefusal(of request: HTTPRequest) -> RequestFailure? {
        var refusal: RequestFailure { RequestFailure(403, localized("the request comes from another page")) }
        if request.headers["origin"] != nil {
            guard request.header("origin") == address.origin(request.ownPort) else { return refusal }
        } else if request.method == "POST" {
            return refusal
        }
        if request.headers["sec-fetch-site"] != nil {
            guard let site = request.header("sec-fetch-site"), site == "same-origin" || site == "none" else {
                return refusal
            }
        }
        return nil
    }

    func hasSession(_ request: HTTPRequest) -> Bool {
        let name = RequestChecks.cookieName(request.ownPort)
        for header in request.headers["cookie"] ?? [] {
            for cookie in header.split(separator: ";") {
                let parts = cookie.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
                if secrets.isSession(String(parts[1])) { return true }
            }
        }
        return false
    }
}
