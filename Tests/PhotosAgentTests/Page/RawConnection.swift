import Glibc
import LinuxSystem

/// A TCP connection to a port of the loopback address, byte by byte: what a browser would never send, too.
///
/// `@unchecked`: a test uses it from one thread at a time.
final class RawConnection: @unchecked Sendable {
    struct Broken: Error {
        var what: String
    }

    /// Nanoseconds that an answer may take.
    private static let patience: UInt64 = 20_000_000_000

    static var deadline: UInt64 { MonotonicClock.deadline(after: patience) }

    let socket: OwnedDescriptor
    private var received: [UInt8] = []

    init(port: UInt16, isIPv6: Bool = false) throws {
        socket = try Loopback.socket(isIPv6: isIPv6)
        let number = socket.rawValue
        try unsafe Loopback.withAddress(port, isIPv6: isIPv6) { address, length in
            if unsafe connect(number, address, length) != 0 { throw SystemCallError(errno, "connect") }
        }
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws { try socket.write(bytes) }

    /// Waits for more bytes. False at the end of the connection.
    fileprivate func receiveMore(by deadline: UInt64 = RawConnection.deadline) throws -> Bool {
        let now = MonotonicClock.now()
        guard deadline > now, try Poll.wait(socket, for: .readable, timeoutNanoseconds: deadline - now) else {
            throw Broken(what: "no answer in time after \(String(decoding: received.suffix(200), as: UTF8.self))")
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count: Int
        do throws(SystemCallError) { count = try socket.read(into: &chunk) } catch {
            if error.errorNumber == SystemCallError.connectionReset { return false }
            throw error
        }
        received += chunk[..<count]
        return count > 0
    }

    /// Whether the other side has ended the connection without another byte.
    func isEnded() throws -> Bool { try received.isEmpty && !receiveMore() }

    /// Takes what comes up to and with `end`.
    func take(upTo end: String, by deadline: UInt64 = RawConnection.deadline) throws -> String {
        let mark = Array(end.utf8)
        var searched = 0
        while true {
            if received.count >= mark.count {
                for start in searched...(received.count - mark.count) where received[start] == mark[0] {
                    guard received[start..<start + mark.count].elementsEqual(mark) else { continue }
                    let taken = received[..<(start + mark.count)]
                    received.removeFirst(taken.count)
                    return String(decoding: taken, as: UTF8.self)
                }
                searched = received.count - mark.count + 1
            }
            guard try receiveMore(by: deadline) else { throw Broken(what: "the connection ended") }
        }
    }

    func take(_ count: Int) throws -> [UInt8] {
        while received.count < count {
            guard try receiveMore() else { throw Broken(what: "the connection ended") }
        }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    /// Takes one answer.
    func takeAnswer() throws -> HTTPAnswer {
        var answer = try takeHead()
        if answer.status != 204, let length = answer.headers["content-length"].flatMap({ Int($0) }) {
            answer.body = try take(length)
        }
        return answer
    }

    /// Takes the head of an answer.
    func takeHead() throws -> HTTPAnswer {
        let lines = try take(upTo: "\r\n\r\n").split(separator: "\r\n").map { String($0) }
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Broken(what: "not an answer: \(lines)")
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw Broken(what: "not a header: \(line)") }
            headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return HTTPAnswer(status: status, headers: headers)
    }

    /// Takes one chunk of an answer that has them.
    func takeChunk() throws -> String {
        let size = try take(upTo: "\r\n").dropLast(2)
        guard let count = Int(size, radix: 16) else { throw Broken(what: "not a chunk: \(size)") }
        let bytes = try take(count + 2)
        return String(decoding: bytes.dropLast(2), as: UTF8.self)
    }
}

/// Somebody else who listens on a loopback address.
final class Listener {
    private let socket: OwnedDescriptor
    let port: UInt16

    init(isIPv6: Bool) throws {
        socket = try Loopback.socket(isIPv6: isIPv6)
        let number = socket.rawValue
        try unsafe Loopback.withAddress(0, isIPv6: isIPv6) { address, length in
            if unsafe bind(number, address, length) != 0 { throw SystemCallError(errno, "bind") }
        }
        if listen(number, 1) != 0 { throw SystemCallError(errno, "listen") }
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe getsockname(number, address, &length)
            }
        }
        if result != 0 { throw SystemCallError(errno, "getsockname") }
        // It stands at the same place in both families.
        port = UInt16(bigEndian: address.sin6_port)
    }
}

private enum Loopback {
    static func socket(isIPv6: Bool) throws -> OwnedDescriptor {
        let number = Glibc.socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { throw SystemCallError(errno, "socket") }
        return OwnedDescriptor(owning: number)
    }

    static func withAddress(
        _ port: UInt16,
        isIPv6: Bool,
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
    ) throws {
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            try unsafe withUnsafePointer(to: &address) { address in
                try unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    try unsafe body(address, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            try unsafe withUnsafePointer(to: &address) { address in
                try unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    try unsafe body(address, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }
}

/// What was answered to one request.
struct HTTPAnswer {
    var status: Int
    /// By their names in lower case.
    var headers: [String: String]
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Waits on a thread of its own: the threads that tasks run on are few, and what is waited for may need one.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        do {
            _ = try SystemThread(name: "test") { continuation.resume(with: Swift.Result { try body() }) }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}
