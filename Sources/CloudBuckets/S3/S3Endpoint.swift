/// Where requests for a bucket go.
struct S3Endpoint: Hashable, Sendable {
    /// `https` or `http`.
    let scheme: String
    /// With a port other than the scheme's: as libcurl sends it in `Host`.
    let host: String
    /// The path of the bucket itself.
    let root: String
    /// The prefix of object names: empty, or ending in a slash.
    let prefix: String

    static let defaultRegion = "us-east-1"

    init(_ location: S3Location, region: String) {
        let endpoint = location.endpoint ?? "https://s3.\(region).amazonaws.com"
        scheme = endpoint.hasPrefix("https://") ? "https" : "http"
        var authority = String(endpoint.dropFirst(scheme.utf8.count + "://".utf8.count))
        let port = scheme == "https" ? ":443" : ":80"
        if authority.hasSuffix(port) { authority.removeLast(port.count) }
        // The certificate for *.s3.…amazonaws.com does not cover names with a dot.
        let isVirtual = location.endpoint == nil && !location.bucket.contains(".")
        switch location.style ?? (isVirtual ? .virtual : .path) {
        case .virtual:
            host = "\(location.bucket).\(authority)".lowercased()
            root = "/"
        case .path:
            host = authority.lowercased()
            root = "/\(location.bucket)"
        }
        prefix = location.prefix.isEmpty ? "" : location.prefix + "/"
    }

    /// The path of an object, or of the bucket for nil. Names have no characters that need encoding.
    func path(of name: String?) -> String {
        guard let name else { return root }
        return root.hasSuffix("/") ? root + name : "\(root)/\(name)"
    }
}
