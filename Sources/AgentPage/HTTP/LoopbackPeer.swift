internal import LinuxSystem

/// A client that has connected to a port of a loopback address.
///
/// Every user of the machine can do that. The kernel tells the users of sockets in /proc/net/tcp, as SO_PEERCRED does
/// not for TCP.
package struct LoopbackPeer: Hashable, Sendable {
    package enum Address: Hashable, Sendable {
        /// 127.0.0.1
        case ipv4
        /// ::1
        case ipv6
    }

    var address: Address
    var port: UInt16
    /// The port that it has connected to.
    var ownPort: UInt16

    /// Bytes of the kernel's table that are looked through: some 100,000 connections.
    private static let maximumTable = 16 * 1024 * 1024

    /// The user who holds its socket; nil when nobody does (any more).
    func user() throws(SystemCallError) -> UInt32? {
        for table in tables {
            let file: OwnedDescriptor
            do throws(SystemCallError) { file = try OwnedDescriptor(opening: table) } catch {
                // A kernel without IPv6 has no table of it.
                if error.errorNumber == SystemCallError.notFound && address == .ipv4 && table != tables[0] { continue }
                throw error
            }
            if let user = user(inTable: try file.readToEnd(limit: LoopbackPeer.maximumTable)) { return user }
        }
        return nil
    }

    /// A socket of IPv6 may be connected to 127.0.0.1, too.
    private var tables: [FilePath] { address == .ipv4 ? ["/proc/net/tcp", "/proc/net/tcp6"] : ["/proc/net/tcp6"] }

    /// The same, in a table as the kernel writes it. A socket that nobody holds any more, whose user the kernel gives
    /// as 0, has no inode.
    func user(inTable table: [UInt8]) -> UInt32? {
        let local = spellings(port)
        let remote = spellings(ownPort)
        for line in table.split(separator: UInt8(ascii: "\n")).dropFirst() {
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 10)
            guard fields.count > 9, local.contains(where: { fields[1].elementsEqual($0) }),
                remote.contains(where: { fields[2].elementsEqual($0) })
            else { continue }
            guard let user = UInt32(String(decoding: fields[7], as: UTF8.self)),
                let inode = UInt64(String(decoding: fields[9], as: UTF8.self)), inode != 0
            else { return nil }
            return user
        }
        return nil
    }

    /// The address and a port in the kernel's spellings: words of the address as numbers of this machine's byte order.
    /// 127.0.0.1 is in IPv4, and as the IPv6 address that stands for it, ::ffff:127.0.0.1.
    private func spellings(_ port: UInt16) -> [[UInt8]] {
        func digits(_ number: some FixedWidthInteger, _ count: Int) -> String {
            let digits = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: count - digits.count) + digits
        }
        func spelling(_ words: UInt32...) -> [UInt8] {
            Array((words.map { digits($0.bigEndian, 8) }.joined() + ":" + digits(port, 4)).utf8)
        }
        return switch address {
        case .ipv4: [spelling(0x7F00_0001), spelling(0, 0, 0x0000_FFFF, 0x7F00_0001)]
        case .ipv6: [spelling(0, 0, 0, 1)]
        }
    }
}
