import LinuxSystem

/// The systemd journal, by its own protocol: one datagram an entry, of fields with names in capitals.
final class JournalSocket: Sendable {
    private let socket: OwnedDescriptor

    /// Nil where nobody listens at the path: then there is no journal.
    init?(_ path: FilePath) {
        do throws(SystemCallError) {
            socket = try UnixSocket.connectDatagrams(to: path)
        } catch {
            return nil
        }
    }

    /// Hands an entry over without waiting: `EAGAIN` when the journal is busy.
    func send(_ fields: [(name: String, value: String)]) throws(SystemCallError) {
        let bytes = Self.encoded(fields)
        do throws(SystemCallError) {
            _ = try socket.send(bytes.span, waiting: false)
        } catch {
            guard error.errorNumber == SystemCallError.messageTooLong else { throw error }
            // What is too long for a datagram goes as a file in memory, attached to an empty one.
            let memory = try SealedMemory.make(bytes.span, name: "journal-entry")
            _ = try socket.send([UInt8]().span, descriptors: DescriptorList(memory), waiting: false)
        }
    }

    /// `NAME=value` and a line's end, or, where the value has line ends itself, `NAME`, a line's end, the number of the
    /// value's bytes in eight bytes, least first, the value, and a line's end.
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
