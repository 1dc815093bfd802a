/// An IPv4 or IPv6 address, and whether it is one of this machine or of the person's own networks.
package struct NetworkAddress: Hashable, Sendable {
    /// 4 or 16, in network order.
    package let bytes: [UInt8]

    /// Returns nil for another number of bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    package var isSix: Bool { bytes.count == 16 }

    /// Reads `192.0.2.1`, or an IPv6 address without brackets and zone. Returns nil for any other spelling.
    package init?(_ text: some StringProtocol) {
        if text.contains(":") {
            guard let bytes = NetworkAddress.six(String(text)) else { return nil }
            self.bytes = bytes
        } else {
            guard let bytes = NetworkAddress.four(String(text)) else { return nil }
            self.bytes = bytes
        }
    }

    private static func four(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part -> UInt8? in
            // A leading zero means octal to some readers.
            guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), part == "0" || part.first != "0" else {
                return nil
            }
            return UInt8(part)
        }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    private static func six(_ text: String) -> [UInt8]? {
        var groups: [[UInt8]] = []
        /// The number of bytes before `::`.
        var gap: Int?
        var parts = text.split(separator: ":", omittingEmptySubsequences: false)[...]
        // `::` at an end makes two empty parts there; elsewhere one.
        if text.hasPrefix("::") { parts = parts.dropFirst() } else if text.hasPrefix(":") { return nil }
        if text.hasSuffix("::") { parts = parts.dropLast() } else if text.hasSuffix(":") { return nil }
        for (position, part) in parts.enumerated() {
            if part.isEmpty {
                guard gap == nil else { return nil }
                gap = groups.joined().count
            } else if part.contains(".") {
                guard position == parts.count - 1, let bytes = four(String(part)) else { return nil }
                groups.append(bytes)
            } else {
                guard part.utf8.count <= 4, !part.hasPrefix("+"), let word = UInt16(part, radix: 16) else { return nil }
                groups.append([UInt8(word >> 8), UInt8(word & 0xFF)])
            }
        }
        var bytes = Array(groups.joined())
        if let gap {
            guard bytes.count <= 14 else { return nil }
            bytes.insert(contentsOf: repeatElement(0, count: 16 - bytes.count), at: gap)
        }
        return bytes.count == 16 ? bytes : nil
    }

    /// Whether it is no address of a public server: loopback, private, link-local, shared by a provider's customers,
    /// multicast and reserved ones, and IPv6 addresses that stand for such an IPv4 address.
    package var isLocal: Bool {
        isSix ? NetworkAddress.isLocalSix(bytes) : NetworkAddress.isLocalFour(bytes[...])
    }

    private static func isLocalFour(_ bytes: ArraySlice<UInt8>) -> Bool {
        let (first, second, third) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1], bytes[bytes.startIndex + 2])
        switch (first, second) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168), (198, 18...19), (224..., _): return true
        // RFC 6598, shared by a provider's customers.
        case (100, 64...127): return true
        case (172, 16...31): return true
        case (192, 0): return third == 0
        default: return false
        }
    }

    private static func isLocalSix(_ bytes: [UInt8]) -> Bool {
        let isZero = { (range: Range<Int>) in bytes[range].allSatisfy { $0 == 0 } }
        // The unspecified address, loopback, and what once stood for an IPv4 address.
        if isZero(0..<12) { return true }
        // ::ffff:0:0/96, an IPv4 address; and ::ffff:0:0:0/96, one that is translated.
        if isZero(0..<10), bytes[10] == 0xFF, bytes[11] == 0xFF { return isLocalFour(bytes[12...]) }
        if isZero(0..<8), bytes[8] == 0xFF, bytes[9] == 0xFF { return isLocalFour(bytes[12...]) }
        switch (bytes[0], bytes[1]) {
        // Unique local, link-local and the former site-local, multicast.
        case (0xFC...0xFD, _), (0xFE, 0x80...0xFF), (0xFF, _): return true
        // NAT64: the well-known prefix, and those of one's own network.
        case (0x00, 0x64) where bytes[2] == 0xFF && bytes[3] == 0x9B:
            return isZero(4..<12) ? isLocalFour(bytes[12...]) : true
        // 6to4, which has an IPv4 address in it; and Teredo.
        case (0x20, 0x02): return isLocalFour(bytes[2..<6])
        case (0x20, 0x01) where bytes[2] == 0 && bytes[3] == 0: return true
        // Anything else that is not of the public part, 2000::/3.
        default: return bytes[0] & 0xE0 != 0x20
        }
    }
}
