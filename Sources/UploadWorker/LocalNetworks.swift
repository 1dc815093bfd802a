internal import Glibc
internal import LinuxSystem

/// The networks that this machine is on: the addresses of its interfaces, each with the bits that all machines of the
/// network share.
struct LocalNetworks: Sendable {
    private let networks: [(address: [UInt8], mask: [UInt8])]

    /// Of addresses and masks, 4 or 16 bytes each.
    init(_ networks: [(address: [UInt8], mask: [UInt8])]) { self.networks = networks }

    /// Whether an address, 4 or 16 bytes, is one of this machine or of another one in its networks.
    func contains(_ address: [UInt8]) -> Bool {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        let plain = address.count == 16 && address.starts(with: mapped) ? Array(address[12...]) : address
        return networks.contains { network in
            network.address.count == plain.count
                && plain.indices.allSatisfy { (plain[$0] ^ network.address[$0]) & network.mask[$0] == 0 }
        }
    }

    /// getifaddrs: the networks now.
    static func current() throws(SystemCallError) -> LocalNetworks {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { throw SystemCallError(errno, "getifaddrs") }
        defer { unsafe freeifaddrs(list) }
        var found: [(address: [UInt8], mask: [UInt8])] = []
        var next = unsafe list
        while let interface = unsafe next {
            if let address = unsafe bytes(of: interface.pointee.ifa_addr),
                let mask = unsafe bytes(of: interface.pointee.ifa_netmask), address.count == mask.count
            {
                found.append((address, mask))
            }
            unsafe next = interface.pointee.ifa_next
        }
        return LocalNetworks(found)
    }

    /// Nil for an address that is neither IPv4 nor IPv6.
    private static func bytes(of address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
        guard let address = unsafe address else { return nil }
        let start = UnsafeRawPointer(address)
        switch unsafe CInt(address.pointee.sa_family) {
        case AF_INET:
            let four = unsafe start.loadUnaligned(as: sockaddr_in.self).sin_addr
            return unsafe withUnsafeBytes(of: four) { unsafe Array($0) }
        case AF_INET6:
            let six = unsafe start.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return unsafe withUnsafeBytes(of: six) { unsafe Array($0) }
        default: return nil
        }
    }
}
