import Foundation
import Glibc
import LinuxSystem

/// A socket that takes entries as the systemd journal does.
final class JournalDouble: Sendable {
    private let socket: OwnedDescriptor

    init(_ path: String) throws {
        let type = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = Glibc.socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw SystemCallError(errno, "socket") }
        socket = OwnedDescriptor(owning: descriptor)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            unsafe bytes.copyBytes(from: Array(path.utf8).prefix(bytes.count - 1))
        }
        let result = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw SystemCallError(errno, "bind") }
    }

    /// The fields of the next entry, which must be there already.
    func receive() throws -> [String: String] {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var span = buffer.mutableSpan
        var received = try socket.receive(into: &span, waiting: false)
        if let file = received.descriptors.takeFirst() {
            guard SealedMemory.isSealed(file) else { throw SystemCallError(EINVAL, "seals") }
            return Self.fields(try Data(contentsOf: URL(fileURLWithPath: "/proc/self/fd/\(file.rawValue)")))
        }
        let count = received.count
        return Self.fields(Data(buffer.prefix(count)))
    }

    /// The fields of all entries that are there.
    func receiveAll() throws -> [[String: String]] {
        var all: [[String: String]] = []
        while true {
            do {
                all.append(try receive())
            } catch let error as SystemCallError {
                guard error.errorNumber == SystemCallError.tryAgain else { throw error }
                return all
            }
        }
    }

    private static func fields(_ data: Data) -> [String: String] {
        var fields: [String: String] = [:]
        var rest = data[...]
        while let end = rest.firstIndex(of: 10) {
            let line = rest[..<end]
            rest = rest[rest.index(after: end)...]
            if let sign = line.firstIndex(of: 61) {
                fields[String(decoding: line[..<sign], as: UTF8.self)] =
                    String(decoding: line[line.index(after: sign)...], as: UTF8.self)
            } else {
                let count = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(8)
                fields[String(decoding: line, as: UTF8.self)] = String(decoding: rest.prefix(count), as: UTF8.self)
                rest = rest.dropFirst(count + 1)
            }
        }
        return fields
    }
}
