import Glibc
import LinuxSystem
import Testing

@Suite struct SocketTests {
    @Test func `passes descriptors with the first byte`() throws {
        let pair = try UnixSocket.pair()
        var attached = DescriptorList(try SealedMemory.make([42].span))
        attached.append(try SealedMemory.make([43, 44].span))
        let sent = try pair.first.send([1, 2].span, descriptors: attached)
        #expect(sent == 2)
        var buffer = [UInt8](repeating: 0, count: 8)
        var space = buffer.mutableSpan
        var received = try pair.second.receive(into: &space)
        let (count, attachedCount, lost) = (received.count, received.descriptors.count, received.lostDescriptors)
        #expect(count == 2)
        #expect(attachedCount == 2)
        #expect(!lost)
        guard let first = received.descriptors.takeFirst() else { return }
        let value = try MappedMemory(sealed: first).withBytes { $0[0] }
        #expect(value == 42)
        let flags = fcntl(first.rawValue, F_GETFD)
        #expect(flags == FD_CLOEXEC)
        #expect(Array(buffer[..<2]) == [1, 2])
    }

    @Test func `refuses to send more descriptors than a message may carry`() throws {
        let pair = try UnixSocket.pair()
        var attached = DescriptorList()
        for _ in 0..<17 { attached.append(try OwnedDescriptor(opening: "/dev/null")) }
        var failure: SystemCallError?
        do throws(SystemCallError) { _ = try pair.first.send([1].span, descriptors: attached) } catch {
            failure = error
        }
        #expect(failure == SystemCallError(EINVAL, "send"))
    }

    @Test func `a stale socket file is replaced and a living one is not`() throws {
        try withScratchFolder { folder in
            let path = folder.appending("socket")
            do { _ = try UnixSocketListener(at: path) }
            #expect(try FileStatus(of: path).kind == .socket)
            let listener = try UnixSocketListener(at: path, mode: 0o660)
            #expect(try FileStatus(of: path).mode == 0o660)
            #expect(throws: SystemCallError(EADDRINUSE, "bind")) { _ = try UnixSocketListener(at: path) }
            let client = try UnixSocket.connect(to: path)
            let server = try listener.accept()
            let peer = try server.peerCredentials()
            #expect(peer == PeerCredentials(process: getpid(), user: getuid(), group: getgid()))
            let process = try server.peerProcess()
            let pidfd = process.pidfd.rawValue
            #expect(pidfd > 2)
            _ = client
        }
    }

    @Test func `a file that is no socket is not removed`() throws {
        try withScratchFolder { folder in
            let path = folder.appending("socket")
            _ = try OwnedDescriptor(opening: path, [.writeOnly, .create])
            #expect(throws: SystemCallError(EADDRINUSE, "bind")) { _ = try UnixSocketListener(at: path) }
            #expect(try FileStatus(of: path).isRegularFile)
        }
    }

    @Test func `a path that does not fit into an address is refused`() throws {
        let longest = FilePath("/tmp/" + String(repeating: "x", count: UnixSocket.maximumPathLength - 5))
        #expect(throws: SystemCallError(ENOENT, "connect")) { _ = try UnixSocket.connect(to: longest) }
        let path = FilePath(longest.text + "x")
        #expect(throws: SystemCallError(ENAMETOOLONG, "connect")) { _ = try UnixSocket.connect(to: path) }
        #expect(throws: SystemCallError(ENAMETOOLONG, "bind")) { _ = try UnixSocketListener(at: path) }
    }

    @Test func `waiting for a client ends when it is told to stop`() throws {
        try withScratchFolder { folder in
            let listener = try UnixSocketListener(at: folder.appending("socket"))
            let stop = try EventDescriptor()
            stop.signal()
            let isStopped = try listener.accept(until: stop) == nil
            #expect(isStopped)
            let (first, second) = (stop.clear(), stop.clear())
            #expect(first)
            #expect(!second)
        }
    }

    @Test func `a receive timeout ends the wait`() throws {
        let pair = try UnixSocket.pair()
        try pair.first.setReceiveTimeout(1)
        var buffer: [UInt8] = [0]
        var space = buffer.mutableSpan
        var failure: SystemCallError?
        do throws(SystemCallError) { _ = try pair.first.receive(into: &space) } catch { failure = error }
        #expect(failure == SystemCallError(EAGAIN, "recv"))
        let isReadable = try Poll.wait(pair.first, for: .readable, timeoutNanoseconds: 1000)
        #expect(!isReadable)
    }
}
