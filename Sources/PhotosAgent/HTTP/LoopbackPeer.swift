internal import LinuxSystem

/// Which user has connected to a port of the loopback address.
///
/// Every user of the machine can reach such a port. The kernel tells the users of sockets in /proc/net/tcp, as SO_PEERCRED
/// does not for TCP.
enum LoopbackPeer {
    /// Bytes of the kernel's table that are looked through: some 100,000 connections.
    private static let maximumTable = 16 * 1024 * 1024

    /// The user who holds the socket at `port` that is connected to `ownPort`; nil when nobody does (any more).
    static func user(port: UInt16, connectedTo ownPort: UInt16) throws(SystemCallError) -> UInt32? {
        for table in ["/proc/net/tcp", "/proc/net/tcp6"] as [FilePath] {
            let file: OwnedDescriptor
            do throws(SystemCallError) { file = try OwnedDescriptor(opening: table) } catch {
                // A kernel without IPv6 has no table of it.
                if error.errorNumber == SystemCallError.notFound && table != "/proc/net/tcp" { continue }
                throw error
            }
            let bytes = try file.readToEnd(limit: maximumTable)
            if let user = user(inTable: bytes, port: port, connectedTo: ownPort) { return user }
        }
        return nil
    }

    /// The same, in a table as the kernel writes it. A socket that nobody holds any more, whose user the kernel gives as
    /// 0, has no inode.
    static func user(inTable table: [UInt8], port: UInt16, connectedTo ownPort: UInt16) -> UInt32? {
        let local = addresses(port)
        let remote = addresses(ownPort)
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

    /// 127.0.0.1 and a port in the kernel's spellings: words of the address as numbers of this machine's byte order, in
    /// IPv4 and as the IPv6 address that stands for it, ::ffff:127.0.0.1.
    private static func addresses(_ port: UInt16) -> [[UInt8]] {
        func digits(_ number: some FixedWidthInteger, _ count: Int) -> String {
            let digits = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: count - digits.count) + digits
        }
        let loopback = digits(UInt32(0x7F00_0001).bigEndian, 8) + ":" + digits(port, 4)
        let mark = String(repeating: "0", count: 16) + digits(UInt32(0x0000_FFFF).bigEndian, 8)
        return [Array(loopback.utf8), Array((mark + loopback).utf8)]
    }
}
