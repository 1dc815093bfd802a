import LinuxSystem

/// The systemd journal's native protocol: one datagram per entry, with fields in uppercase.
final class JournalSocket: Sendable {
    private let socket: OwnedDescriptor

    /// Nil when nobody listens at the path: then there is no journal.
    init?(_ path: FilePath) {
        do throws(SystemCallError) {
            socket = try UnixSocket.connectDatagrams(to: path)
        } catch {
            return nil
        }
    }

    /// Sends an entry without blocking: `EAGAIN` when the journal is busy.
    func send(_ fields: [(name: String, value: String)]) throws(SystemCallError) {
        let bytes = Self.encoded(fields)
        do throws(SystemCallError) {
            _ = try socket.send(bytes.span, waiting: false)
        } catch {
            guard error.errorNumber == SystemCallError.messageTooLong else { throw error }
            // An entry that is too long for a datagram is sent as a memory file, attached to an empty datagram.
            let memory = try SealedMemory.make(bytes.span, name: "journal-entry")
            _ = try socket.send([UInt8]().span, descriptors: DescriptorList(memory), waiting: false)
        }
    }

    /// `NAME=value` and a newline; for a value with newlines, `NAME`, a newline, the value's length (64 bits,
    /// little-endian), the value, and a newline.
    static func encoded(_ fields: [(name: String, value: String)]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in fields {
            bytes += name.utf8
            let value = Array(value.utf8)
            if value.contains(newline) {
                bytes.append(newline)
                for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: UInt64(value.count) >> (place * 8))) }
            } else {
                bytes += "=".utf8
            }
            bytes += value
            bytes.append(newline)
        }
        return bytes
    }

    private static let newline = UInt8(ascii: "\n")
}
