import Glibc
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import AgentPage

@Suite(.timeLimit(.minutes(2))) struct PeerTests {
    @Test func `the user who connects is told from the kernel's table`() throws {
        let page = try TestPage()
        let connection = try RawConnection(port: page.server.port)
        let own = try localPort(connection)
        #expect(try LoopbackPeer(address: .ipv4, port: own, ownPort: page.server.port).user() == geteuid())
        #expect(try LoopbackPeer(address: .ipv4, port: own, ownPort: own).user() == nil)
        // The same ports of the other address may be somebody else's.
        #expect(try LoopbackPeer(address: .ipv6, port: own, ownPort: page.server.port).user() == nil)
    }

    @Test func `tables are read line by line`() {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11 1 0 100 0 0 10 0
               1: 0100007F:0BB8 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 12 1 0 20 4 30 10 -1
               2: 0100007F:1F90 0100007F:0BB8 01 00000000:00000000 00:00000000 00000000     7        0 13 1 0 20 4 30 10 -1
               3: 0100007F:0BB9 0100007F:1F90 06 00000000:00000000 03:00000A1F 00000000     0        0 0 3 0
               4: 0200007F:0BBA 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 14 1 0
               5: 0000000000000000FFFF00000100007F:0BBB 0000000000000000FFFF00000100007F:1F90 01 0:0 0:0 0  1002  0 15 1 0
               6: 00000000000000000000000001000000:0BBC 00000000000000000000000001000000:1F90 01 0:0 0:0 0  1003  0 16 1 0
            """
        func user(_ port: UInt16, _ address: LoopbackPeer.Address = .ipv4) -> UInt32? {
            LoopbackPeer(address: address, port: port, ownPort: 8080).user(inTable: Array(table.utf8))
        }
        #expect(user(3000) == 1000)
        // Closed already: the kernel says 0, who is not whom it was.
        #expect(user(3001) == nil)
        #expect(user(3002) == nil)
        #expect(user(3003) == 1002)
        #expect(user(3004) == nil && user(3004, .ipv6) == 1003)
        #expect(user(3000, .ipv6) == nil && user(3003, .ipv6) == nil)
        #expect(LoopbackPeer(address: .ipv4, port: 1, ownPort: 2).user(inTable: []) == nil)
    }

    /// The test's user must be one who may become another.
    @Test(.enabled(if: geteuid() == 0), arguments: ["127.0.0.1", "::1"])
    func `another user of the machine is turned away, with a good link too`(address: String) throws {
        let page = try TestPage()
        let port = page.server.port
        let link = page.server.makeLink()
        let path = try #require(link.split(separator: "/").last)
        let request = "GET /\(path) HTTP/1.1\\r\\nHost: \(page.server.host)\\r\\nConnection: close\\r\\n\\r\\n"
        let script = "exec 3<>/dev/tcp/\(address)/\(port) && printf '\(request)' >&3 && cat <&3"
        let other = try RunningProgram(
            path: "/usr/bin/setpriv",
            ["--reuid", "65534", "--clear-groups", "/bin/bash", "-c", FilePath(script)]
        ).finish()
        #expect(other.output == "")
        // The link was not used up.
        #expect(try TestBrowser(host: page.server.host).follow(link).status == 303)
        // The same program of our user gets in.
        let again = page.server.makeLink()
        let ours = script.replacing(path, with: try #require(again.split(separator: "/").last))
        let same = try RunningProgram(path: "/bin/bash", ["-c", FilePath(ours)]).finish()
        #expect(same.output.hasPrefix("HTTP/1.1 303"))
    }

    private func localPort(_ connection: RawConnection) throws -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = connection.socket.rawValue
        let result = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe getsockname(number, address, &length)
            }
        }
        if result != 0 { throw SystemCallError(errno, "getsockname") }
        return UInt16(bigEndian: address.sin_port)
    }
}
