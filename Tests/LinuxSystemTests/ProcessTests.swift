import Glibc
import LinuxSystem
import Synchronization
import Testing

@Suite struct ProcessTests {
    @Test func `a child gets its descriptors under the numbers asked for, also when they overlap`() throws {
        let first = try UnixSocket.pair()
        let second = try UnixSocket.pair()
        // Each source is the other's target.
        let low = min(first.second.rawValue, second.second.rawValue)
        let high = max(first.second.rawValue, second.second.rawValue)
        let child = try ChildProcess(
            spawning: "/bin/bash",
            arguments: ["-c", FilePath("echo one >&\(high); echo two >&\(low)")],
            descriptors: [.init(rawValue: low, as: high), .init(rawValue: high, as: low)]
        )
        let status = try child.wait()
        #expect(status == .exited(0))
        var (one, two) = ([UInt8](repeating: 0, count: 4), [UInt8](repeating: 0, count: 4))
        let lowIsFirst = first.second.rawValue == low
        let (lowPeer, highPeer) =
            lowIsFirst
            ? (first.first.rawValue, second.first.rawValue) : (second.first.rawValue, first.first.rawValue)
        #expect(unsafe recv(lowPeer, &one, 4, CInt(MSG_DONTWAIT)) == 4)
        #expect(unsafe recv(highPeer, &two, 4, CInt(MSG_DONTWAIT)) == 4)
        #expect(String(decoding: one, as: UTF8.self) == "one\n")
        #expect(String(decoding: two, as: UTF8.self) == "two\n")
    }

    @Test func `a killed child is told from one that exits`() throws {
        let pair = try UnixSocket.pair()
        let child = try ChildProcess(
            spawning: "/bin/cat",
            arguments: [],
            descriptors: [.init(pair.second, as: STDIN_FILENO)]
        )
        let early = try child.statusIfEnded()
        #expect(early == nil)
        try child.send(signal: SIGKILL)
        let status = try child.wait()
        #expect(status == .killed(signal: SIGKILL))
        var failure: SystemCallError?
        do throws(SystemCallError) { _ = try child.wait() } catch { failure = error }
        #expect(failure == SystemCallError(ECHILD, "waitid"))
    }

    @Test func `a program that is not there cannot be started`() {
        #expect(throws: SystemCallError(ENOENT, "posix_spawn")) {
            _ = try ChildProcess(spawning: "/nonexistent/program", arguments: [], descriptors: [])
        }
    }

    @Test func `finds this process's own program`() throws {
        let program = try FileNames.target(ofLink: "/proc/self/exe")
        #expect(try program == FileNames.target(ofLink: FilePath("/proc/\(getpid())/exe")))
        #expect(program.isAbsolute)
    }

    @Test func `tells the supervisor over an abstract socket`() throws {
        let name = "@photolibrary-test-\(getpid())"
        let listener = OwnedDescriptor(owning: socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let length = unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
            for (index, byte) in name.utf8.enumerated().dropFirst() { unsafe path[index] = byte }
            return MemoryLayout<sa_family_t>.size + name.utf8.count
        }
        let bound = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener.rawValue, $0, socklen_t(length))
            }
        }
        #expect(bound == 0)
        #expect(try ServiceSupervisor.notify("READY=1", socket: name))
        var text = [UInt8](repeating: 0, count: 32)
        #expect(unsafe recv(listener.rawValue, &text, 32, CInt(MSG_DONTWAIT)) == 7)
        #expect(String(decoding: text[..<7], as: UTF8.self) == "READY=1")
        #expect(try ServiceSupervisor.notify("READY=1", socket: nil) == false)
    }

    @Test func `takes only sockets that are meant for this process`() throws {
        var environment = ["LISTEN_PID": "77", "LISTEN_FDS": "0", "LISTEN_FDNAMES": "apps"]
        #expect(try ServiceSupervisor.passedSockets(environment: { environment[$0] }, processIdentifier: 77) == [])
        environment["LISTEN_FDS"] = "100000"
        #expect(try ServiceSupervisor.passedSockets(environment: { environment[$0] }, processIdentifier: 77) == [])
        environment["LISTEN_FDS"] = "1"
        #expect(try ServiceSupervisor.passedSockets(environment: { environment[$0] }, processIdentifier: 78) == [])
        #expect(try ServiceSupervisor.passedSockets(environment: { _ in nil }) == [])
    }

    @Test func `a thread runs its body and can be waited for`() throws {
        let mark = Mark()
        let thread = try SystemThread(name: "a name longer than the system allows") { mark.set() }
        thread.join()
        #expect(mark.isSet)
    }

    @Test func `a wake-up before the sleep is kept and a deadline ends the sleep`() throws {
        let parker = Parker()
        parker.unpark()
        parker.unpark()
        #expect(parker.park())
        #expect(!parker.park(until: MonotonicClock.deadline(after: 1000)))
        let thread = try SystemThread(name: "waker") { parker.unpark() }
        #expect(parker.park())
        thread.join()
    }
}

private final class Mark: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}
