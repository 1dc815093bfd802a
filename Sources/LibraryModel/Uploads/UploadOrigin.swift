/// The server that a URL names: scheme, host and port, which is what the person allows an app to send to.
///
/// Reads URLs more strictly than RFC 3986, so that no other reader, such as libcurl, can find another host in one.
package struct UploadOrigin: Hashable, Sendable {
    package var isEncrypted: Bool
    /// In lower case; an IPv6 address without its brackets.
    package var host: String
    package var port: UInt16

    /// Bytes of a host's name: DNS's limit.
    private static let maximumHostLength = 253

    /// Returns nil for anything but an absolute http or https URL of printable ASCII, without user and password.
    package init?(url: String) {
        guard url.utf8.count <= UploadRequest.maximumURLLength, url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            !url.contains("\\"), let separator = url.range(of: "://")
        else { return nil }
        switch url[..<separator.lowerBound].lowercased() {
        case "https": isEncrypted = true
        case "http": isEncrypted = false
        default: return nil
        }
        let authority = url[separator.upperBound...].prefix { !"/?#".contains($0) }
        guard let (host, port) = UploadOrigin.parts(authority.lowercased()) else { return nil }
        self.host = host
        self.port = port ?? (isEncrypted ? 443 : 80)
    }

    /// As the person writes it: a URL without a path, or the host of an https URL.
    package init?(_ text: String) {
        let url = text.contains("://") ? text : "https://\(text)"
        self.init(url: url)
        let rest = url[url.range(of: "://").map(\.upperBound).map { $0... } ?? url.startIndex...]
        guard rest.allSatisfy({ !"/?#".contains($0) }) || rest.hasSuffix("/") && rest.filter({ $0 == "/" }).count == 1
        else { return nil }
    }

    private static func parts(_ authority: String) -> (host: String, port: UInt16?)? {
        var host = authority[...]
        var port: Substring?
        let isBracketed = authority.hasPrefix("[")
        if isBracketed {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<end]
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { return nil }
            if !rest.isEmpty { port = rest.dropFirst() }
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            port = authority[authority.index(after: colon)...]
        }
        var number: UInt16?
        if let port {
            guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let parsed = UInt16(port), parsed > 0 else {
                return nil
            }
            number = parsed
        }
        guard isBracketed ? NetworkAddress(host).map(\.isSix) == true : isName(host) else { return nil }
        return (String(host), number)
    }

    /// Whether it is a name, or an IPv4 address in its one usual form. Refuses the others, such as `0x7f.1` and
    /// `2130706433`.
    private static func isName(_ host: Substring) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard !host.isEmpty, host.utf8.count <= maximumHostLength,
            labels.allSatisfy({ label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                            UInt8(ascii: "-"), UInt8(ascii: "_"):
                            true
                        default: false
                        }
                    }
            }), let last = labels.last
        else { return false }
        // No domain at the top begins with a digit.
        guard let first = last.utf8.first, (0x30...0x39).contains(first) else { return true }
        return NetworkAddress(host) != nil
    }

    /// `https://host`, with the port where it is not the scheme's.
    package var text: String {
        "\(isEncrypted ? "https" : "http")://\(shortText)"
    }

    /// As prompts call it: the host, with the port where it is not the usual one.
    package var shortText: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isEncrypted ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// Whether the host is by its name on this machine or on the person's own networks: a local address, a name
    /// without a dot, or one of a domain that no public server has.
    package var isLocal: Bool {
        if let address = NetworkAddress(host) { return address.isLocal }
        guard host.contains(".") else { return true }
        return [".localhost", ".local", ".lan", ".home.arpa", ".internal"].contains { host.hasSuffix($0) }
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
