internal import CivilDates
internal import Digests
internal import LibraryModel

/// AWS Signature Version 4, for S3.
///
/// Not libcurl's, because that of Debian 12 (7.88) sends no `x-amz-content-sha256` and signs queries unsorted.
package struct RequestSigner: Sendable {
    package let credentials: S3Credentials
    package let region: String

    package init(_ credentials: S3Credentials, region: String) {
        self.credentials = credentials
        self.region = region
    }

    /// A request without its body.
    package struct Unsigned: Sendable {
        package var method: String
        /// With the port, where it is not the scheme's own.
        package var host: String
        /// Percent-encoded, from the first slash.
        package var path: String
        /// Names and values, not encoded.
        package var query: [(name: String, value: String)] = []
        /// The request's own headers, names in lower case. The signer adds others.
        package var headers: [(name: String, value: String)] = []
        /// SHA-256 of the body.
        package var bodyDigest: [UInt8]

        package init(method: String, host: String, path: String, bodyDigest: [UInt8]) {
            self.method = method
            self.host = host
            self.path = path
            self.bodyDigest = bodyDigest
        }

        /// Sorted and percent-encoded, as it is signed and sent.
        package var encodedQuery: String {
            query.map { ($0.name.percentEncoded, $0.value.percentEncoded) }
                .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
                .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        }
    }

    /// The headers to send beside `Host`: the request's own, those that are added, and the signature. `time` is in
    /// milliseconds since 1970.
    package func headers(for request: Unsigned, time: UInt64) -> [(name: String, value: String)] {
        let moment = RequestSigner.timestamp(time)
        let digest = request.bodyDigest.hexadecimal
        var headers = request.headers + [("x-amz-content-sha256", digest), ("x-amz-date", moment)]
        if let token = credentials.sessionToken { headers.append(("x-amz-security-token", token)) }
        let signed = (headers + [("host", request.host)]).sorted { $0.name < $1.name }
        let names = signed.map(\.name).joined(separator: ";")
        let canonical =
            [request.method, request.path, request.encodedQuery] + signed.map { "\($0.name):\($0.value)" }
            + ["", names, digest]
        let scope = "\(moment.prefix(8))/\(region)/s3/aws4_request"
        let text = [
            "AWS4-HMAC-SHA256", moment, scope,
            SHA256.digest(of: Array(canonical.joined(separator: "\n").utf8)).hexadecimal,
        ].joined(separator: "\n")
        let key = scope.split(separator: "/").reduce(Array("AWS4\(credentials.secretKey)".utf8)) { key, part in
            HMACSHA256.code(of: Array(part.utf8), key: key)
        }
        let signature = HMACSHA256.code(of: Array(text.utf8), key: key).hexadecimal
        let credential = "\(credentials.accessKey)/\(scope)"
        headers.append(
            (
                "authorization",
                "AWS4-HMAC-SHA256 Credential=\(credential), SignedHeaders=\(names), Signature=\(signature)"
            )
        )
        return headers
    }

    /// `20261122T160205Z`.
    private static func timestamp(_ time: UInt64) -> String {
        let civil = CivilTime(instant: Int64(clamping: min(time, UInt64(Int64.max / 1_000)) * 1_000))
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return digits(civil.year, 4) + digits(civil.month, 2) + digits(civil.day, 2) + "T" + digits(civil.hour, 2)
            + digits(civil.minute, 2) + digits(civil.second, 2) + "Z"
    }
}

extension String {
    /// Everything but letters, digits and `-._~` as `%XX`.
    var percentEncoded: String {
        utf8.map { byte in
            let isUnreserved =
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._~".utf8.contains(byte)
            return isUnreserved ? String(UnicodeScalar(byte)) : "%" + [byte].hexadecimal.uppercased()
        }.joined()
    }
}
