package import LinuxSystem

/// A bucket of an S3-compatible store, and the prefix of all names in it.
package struct S3Location: Hashable, Sendable {
    package enum Style: String, Hashable, Sendable {
        /// `https://HOST/BUCKET/…`: for most self-hosted stores.
        case path
        /// `https://BUCKET.HOST/…`: Amazon's.
        case virtual
    }

    package var bucket: String
    /// Empty, or components with a slash between them and none at the end.
    package var prefix = ""
    /// `http://` or `https://`, a host and perhaps a port; nil for Amazon's endpoint of the region.
    package var endpoint: String?
    package var region: String?
    package var style: Style?
    /// A profile in the credentials files; nil for the environment's, or `default`.
    package var profile: String?
    /// The absolute path of a file of certificates (PEM) to trust instead of the system's: for self-hosted stores.
    package var authorities: FilePath?

    /// Bytes. S3 allows 1024 for a whole name.
    private static let prefixLimit = 512
    private static let valueLimit = 255
    private static let pathLimit = 1024

    package init(bucket: String) { self.bucket = bucket }

    /// What follows `s3://`.
    init(_ text: String) throws(BucketURL.Malformed) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let names = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        bucket = String(names[0])
        if bucket.contains("@") {
            throw .init(
                description:
                    "credentials do not belong into the URL: put them into ~/.aws/credentials of the server's user"
            )
        }
        guard S3Location.isBucketName(bucket) else {
            throw .init(description: "a bucket's name has 3 to 63 small letters, digits, dots and hyphens")
        }
        if names.count > 1 {
            prefix = String(names[1])
            if prefix.hasSuffix("/") { prefix.removeLast() }
        }
        guard S3Location.isPrefix(prefix) else {
            throw .init(description: "a prefix has letters, digits, “-”, “_”, “.” and single slashes")
        }
        guard parts.count > 1 else { return }
        for part in parts[1].split(separator: "&", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, let value = S3Location.decoded(String(pair[1])) else {
                throw .init(description: "“\(part)” is not NAME=VALUE")
            }
            try set(String(pair[0]), to: value)
        }
    }

    private mutating func set(_ name: String, to value: String) throws(BucketURL.Malformed) {
        switch name {
        case "endpoint":
            guard S3Location.isEndpoint(value) else {
                throw .init(description: "an endpoint is https://HOST or https://HOST:PORT")
            }
            endpoint = value
        case "region": region = try S3Location.checked(value, name)
        case "profile": profile = try S3Location.checked(value, name)
        case "style":
            guard let style = Style(rawValue: value) else {
                throw .init(description: "style is “path” or “virtual”")
            }
            self.style = style
        case "ca":
            guard value.hasPrefix("/"), !value.utf8.contains(0), value.utf8.count <= S3Location.pathLimit else {
                throw .init(description: "ca is the absolute path of a file with certificates")
            }
            authorities = FilePath(value)
        default: throw .init(description: "“\(name)” is none of endpoint, region, style, profile and ca")
        }
    }

    package var text: String {
        let path = prefix.isEmpty ? bucket : "\(bucket)/\(prefix)"
        let values = [
            ("endpoint", endpoint), ("region", region), ("style", style?.rawValue), ("profile", profile),
            ("ca", authorities.map { $0.text.split(separator: "/").map { "/" + String($0).percentEncoded }.joined() }),
        ].compactMap { name, value in value.map { "\(name)=\($0)" } }
        return values.isEmpty ? path : "\(path)?\(values.joined(separator: "&"))"
    }

    // MARK: Forms

    private static func isBucketName(_ name: String) -> Bool {
        (3...63).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0.isSmallLetter || $0.isDigit || $0.isOne(of: ".-") }
            && !name.hasPrefix(".") && !name.hasPrefix("-") && !name.hasSuffix(".") && !name.hasSuffix("-")
            && !name.contains("..")
    }

    private static func isPrefix(_ prefix: String) -> Bool {
        prefix.isEmpty
            || prefix.utf8.count <= prefixLimit
                && prefix.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { component in
                    !component.isEmpty && component != "." && component != ".."
                        && component.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0.isOne(of: "-_.") }
                }
    }

    private static func isEndpoint(_ text: String) -> Bool {
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
        guard let scheme, text.utf8.count <= valueLimit else { return false }
        let authority = text.dropFirst(scheme.count)
        if authority.hasPrefix("[") {
            // An IPv6 address.
            guard let end = authority.firstIndex(of: "]") else { return false }
            return authority[..<end].dropFirst().utf8.allSatisfy { $0.isHexadecimal || $0.isOne(of: ":.") }
                && isPort(authority[end...].dropFirst())
        }
        let host = authority.prefix { $0 != ":" }
        return !host.isEmpty && host.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0.isOne(of: ".-") }
            && isPort(authority.dropFirst(host.count))
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.hasPrefix(":") && (UInt16(text.dropFirst()).map { $0 > 0 } ?? false)
    }

    private static func checked(_ value: String, _ name: String) throws(BucketURL.Malformed) -> String {
        guard !value.isEmpty, value.utf8.count <= valueLimit,
            value.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0.isOne(of: "-_.") })
        else { throw .init(description: "\(name) has letters, digits, “-”, “_” and “.”") }
        return value
    }

    /// Percent-decoded; nil for what is not.
    private static func decoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy(\.isHexadecimal),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isSmallLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isLetter: Bool { isSmallLetter || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isHexadecimal: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(self)
    }
    fileprivate func isOne(of characters: String) -> Bool { characters.utf8.contains(self) }
}
