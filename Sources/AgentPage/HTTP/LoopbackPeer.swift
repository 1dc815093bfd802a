internal import LinuxSystem

/// A client that has connected to a port of a loopback address.
///
/// Every user of the machine can connect. `SO_PEERCRED` does not work for TCP, but /proc/net/tcp has the user of each
/// socket.
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

    /// Bytes read of the kernel's table: some 100,000 connections.
    private static let maximumTable = 16 * 1024 * 1024

    /// The user who owns its socket; nil when the socket is closed.
    func user() throws(SystemCallError) -> UInt32? {
        for table in tables {
            let file: OwnedDescriptor
            do throws(SystemCallError) { file = try OwnedDescriptor(opening: table) } catch {
                // A kernel without IPv6 has no such table.
                if error.errorNumber == SystemCallError.notFound && address == .ipv4 && table != tables[0] { continue }
                throw error
            }
            if let user = user(inTable: try file.readToEnd(limit: LoopbackPeer.maximumTable)) { return user }
        }
        return nil
    }

    /// A socket of IPv6 may be connected to 127.0.0.1, too.
    private var tables: [FilePath] { address == .ipv4 ? ["/proc/net/tcp", "/proc/net/tcp6"] : ["/proc/net/tcp6"] }

    /// Looks the user up in a table as the kernel writes it. A closed socket has inode 0, and user 0 although it was
    /// not root's.
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

    /// The address and a port as the kernel writes them: the words of the address in this machine's byte order. IPv4's
    /// 127.0.0.1 may also occur as ::ffff:127.0.0.1.
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
