internal import Digests
internal import LibraryModel
internal import LoopbackHTTP

/// Checks signatures of version 4 as S3 does, from what came and not from what was meant: written for this store alone,
/// so that it shares no mistake with the signer of the product.
struct StoreSignature {
    let accessKey: String
    let secretKey: String
    let region: String

    enum Verdict: Equatable {
        case good
        case denied
        case skewed
    }

    /// Milliseconds that a request may be off.
    private static let tolerance: Int64 = 15 * 60 * 1000

    func verdict(_ request: LoopbackRequest, now: Int64) -> Verdict {
        guard let authorization = request.header("authorization"), authorization.hasPrefix("AWS4-HMAC-SHA256 "),
            let date = request.header("x-amz-date"), let digest = request.header("x-amz-content-sha256"),
            let time = StoreSignature.milliseconds(date)
        else { return .denied }
        var fields: [String: String] = [:]
        for part in authorization.dropFirst("AWS4-HMAC-SHA256 ".count).split(separator: ",") {
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { fields[String(pair[0])] = String(pair[1]) }
        }
        let scope = "\(date.prefix(8))/\(region)/s3/aws4_request"
        guard fields["Credential"] == "\(accessKey)/\(scope)", let names = fields["SignedHeaders"] else {
            return .denied
        }
        let signed = names.split(separator: ";").map(String.init)
        // What says something of the request must be signed, and the order is fixed.
        let mustBeSigned = request.headers.map(\.name).filter { $0.hasPrefix("x-amz-") || $0 == "content-md5" }
        guard signed == signed.sorted(), Set(mustBeSigned + ["host"]).isSubset(of: signed) else { return .denied }
        guard digest == SHA256.digest(of: request.body).hexadecimal else { return .denied }
        if let md5 = request.header("content-md5"), md5 != base64(MD5.digest(of: request.body)) { return .denied }

        let query = request.query.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: "&")
        var canonical = "\(request.method)\n\(request.path)\n\(query)\n"
        for name in signed {
            guard let value = request.header(name) else { return .denied }
            canonical += "\(name):\(value)\n"
        }
        canonical += "\n\(names)\n\(digest)"
        let text = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n" + SHA256.digest(of: Array(canonical.utf8)).hexadecimal
        var key = Array("AWS4\(secretKey)".utf8)
        for part in [String(date.prefix(8)), region, "s3", "aws4_request"] {
            key = HMACSHA256.code(of: Array(part.utf8), key: key)
        }
        guard fields["Signature"] == HMACSHA256.code(of: Array(text.utf8), key: key).hexadecimal else {
            return .denied
        }
        return abs(time - now) <= StoreSignature.tolerance ? .good : .skewed
    }

    /// Of `20261122T160205Z`.
    private static func milliseconds(_ text: String) -> Int64? {
        let digits = Array(text.utf8)
        guard digits.count == 16, digits[8] == UInt8(ascii: "T"), digits[15] == UInt8(ascii: "Z") else { return nil }
        func number(_ start: Int, _ count: Int) -> Int? {
            Int(String(decoding: digits[start..<start + count], as: UTF8.self))
        }
        guard let year = number(0, 4), let month = number(4, 2), let day = number(6, 2), let hour = number(9, 2),
            let minute = number(11, 2), let second = number(13, 2), (1...12).contains(month)
        else { return nil }
        let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        let years = (1970..<max(1970, year)).reduce(0) { $0 + (isLeap($1) ? 366 : 365) }
        let days = years + lengths[..<(month - 1)].reduce(0, +) + day - 1
        return Int64(((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}

private func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    let text = stride(from: 0, to: bits.count, by: 6).map { start in
        digits[(0..<6).reduce(0) { $0 * 2 + (start + $1 < bits.count ? Int(bits[start + $1]) : 0) }]
    }
    return String(text) + String(repeating: "=", count: (3 - bytes.count % 3) % 3)
}
