internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// An HTTP server on 127.0.0.1, with a port of its own, that answers as a test says. Each connection has a thread.
package final class LoopbackServer: Sendable {
    private struct State {
        var connections: [Int: CInt] = [:]
        var accepted = 0
        var isStopped = false
    }

    private let listener: OwnedDescriptor
    package let port: UInt16
    private let state = Mutex(State())
    private let answer: @Sendable (LoopbackRequest) -> LoopbackAnswer
    private let silence = Cancellation()

    /// `answer` may be called on several threads at once.
    package init(_ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer) throws {
        self.answer = answer
        let listener = OwnedDescriptor(owning: socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        port = try listener.bindToLoopback()
        self.listener = listener
    }

    /// Starts a server; it runs until `stop`.
    package static func start(
        _ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
    ) throws -> LoopbackServer {
        let server = try LoopbackServer(answer)
        _ = try SystemThread(name: "accept") { server.accept() }
        return server
    }

    package var url: String { "http://127.0.0.1:\(port)" }

    /// Connections so far.
    package var connectionCount: Int { state.withLock { $0.accepted } }

    /// Closes everything. The threads end soon.
    package func stop() {
        silence.cancel()
        state.withLock { state in
            state.isStopped = true
            for connection in state.connections.values { _ = shutdown(connection, CInt(SHUT_RDWR)) }
        }
        _ = shutdown(listener.rawValue, CInt(SHUT_RDWR))
    }

    private func accept() {
        while true {
            let accepted = Glibc.accept(listener.rawValue, nil, nil)
            if accepted < 0 {
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            let number = state.withLock { state -> Int? in
                if state.isStopped { return nil }
                state.accepted += 1
                state.connections[state.accepted - 1] = accepted
                return state.accepted - 1
            }
            let connection = SharedConnection(OwnedDescriptor(owning: accepted))
            guard let number else { return }
            do {
                _ = try SystemThread(name: "connection") { [self] in
                    serve(connection.descriptor, number)
                    _ = state.withLock { $0.connections.removeValue(forKey: number) }
                }
            } catch { preconditionFailure("a thread starts: \(error)") }
        }
    }

    private func serve(_ connection: borrowing OwnedDescriptor, _ number: Int) {
        var buffered: [UInt8] = []
        do {
            while let request = try connection.readRequest(&buffered, number) {
                let answer = answer(request)
                if case .silence = answer { while !silence.pause(60_000_000_000) {} }
                try connection.write(answer.bytes(for: request))
                if !answer.keepsConnection { break }
            }
        } catch {
            // The client has closed: what it thought of the answer, the test sees there.
        }
        _ = shutdown(connection.rawValue, CInt(SHUT_RDWR))
    }
}

private final class SharedConnection: Sendable {
    let descriptor: OwnedDescriptor
    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
}

extension OwnedDescriptor {
    /// Binds and listens; the port that the system chose.
    fileprivate borrowing func bindToLoopback() throws -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let rawValue = rawValue
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(rawValue, address, length) == 0 && listen(rawValue, 64) == 0
                    && getsockname(rawValue, address, &length) == 0
            }
        }
        if !result { throw SystemCallError(errno, "bind") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Nil when the client has closed between requests.
    fileprivate borrowing func readRequest(_ buffered: inout [UInt8], _ number: Int) throws -> LoopbackRequest? {
        let end = Array("\r\n\r\n".utf8)
        var searched = 0
        var headEnd: Int?
        while headEnd == nil {
            let found = (searched..<max(searched, buffered.count - 3)).first {
                buffered[$0..<$0 + 4].elementsEqual(end)
            }
            if let found {
                headEnd = found + 4
            } else {
                searched = max(0, buffered.count - 3)
                // What a client that wants TLS begins with is no method.
                if let first = buffered.first, !(0x41...0x5A).contains(first) {
                    throw SystemCallError(EBADMSG, "request")
                }
                if try !readMore(&buffered) { return nil }
            }
        }
        let lines = String(decoding: buffered[..<(headEnd ?? 0)], as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { throw SystemCallError(EBADMSG, "request") }
        let headers = lines.dropFirst().map { line in
            let name = line.prefix { $0 != ":" }
            let value = line.dropFirst(name.count + 1).drop { $0 == " " }
            return (name: name.lowercased(), value: String(value))
        }
        var request = LoopbackRequest(
            method: String(words[0]),
            target: String(words[1]),
            headers: headers,
            connection: number
        )
        buffered.removeFirst(headEnd ?? 0)
        let length = request.header("content-length").flatMap { Int($0) } ?? 0
        while buffered.count < length { if try !readMore(&buffered) { throw SystemCallError(EPIPE, "request") } }
        request.body = Array(buffered.prefix(length))
        buffered.removeFirst(length)
        return request
    }

    private borrowing func readMore(_ buffered: inout [UInt8]) throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 256 * 1024)
        let count = try read(into: &chunk)
        buffered.append(contentsOf: chunk.prefix(count))
        return count > 0
    }
}
