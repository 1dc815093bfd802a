import Glibc
import LibraryTestSupport
import LinuxSystem
import Testing

@Suite(.timeLimit(.minutes(1))) struct DescriptorReceiverTests {
    private let folder: ScratchFolder
    private let receiver: DescriptorReceiver

    init() throws {
        folder = try ScratchFolder()
        receiver = try DescriptorReceiver()
    }

    /// What is received, after a look, when one end of a pair was sent this.
    private func receive(_ bytes: [UInt8], _ attached: borrowing DescriptorList) throws -> DescriptorList {
        let pair = try UnixSocket.pair()
        try pair.second.enablePeeking()
        _ = try pair.first.send(bytes.span, descriptors: attached)
        var buffer = [UInt8](repeating: 0, count: 64)
        var room = buffer.mutableSpan
        let found = try pair.second.peek(into: &room, at: 0, limit: 64)
        #expect(Array(buffer[..<found.count]) == bytes)
        #expect(found.hasDescriptors)
        #expect(found.sender == getpid())
        var received: DescriptorList?
        let hold = try receiver.receive(found.count, from: pair.second, &received)
        let isOver = try Poll.wait(hold, for: .readable, timeoutNanoseconds: 10_000_000_000)
        #expect(isOver)
        let unread = try pair.second.unreadByteCount()
        #expect(unread == 0)
        guard let whole = received.take() else { throw DescriptorsLost() }
        return whole
    }

    private struct DescriptorsLost: Error {}

    @Test func `memory comes as it is, and a file in a socket from which it is taken out`() throws {
        var attached = DescriptorList(try SealedMemory.make([7].span))
        let file = try OwnedDescriptor(opening: folder.write([8, 9], to: "file"))
        attached.append(try file.duplicate())
        var descriptors = try receive([1, 2, 3], attached)
        guard let memory = descriptors.takeFirst(), let enclosure = descriptors.takeFirst() else {
            throw DescriptorsLost()
        }
        let (isSealed, isAll, kind) = (
            SealedMemory.isSealed(memory), descriptors.isEmpty, try enclosure.status().kind
        )
        #expect(isSealed)
        #expect(isAll)
        #expect(kind == .socket)
        guard let enclosed = try enclosure.receiveEnclosed() else { throw DescriptorsLost() }
        let (found, expected) = (try enclosed.status(), try file.status())
        #expect(found == expected)
        let bytes = try enclosed.readToEnd(limit: 10)
        #expect(bytes == [8, 9])
    }

    @Test func `as many come as a message may have`() throws {
        var attached = DescriptorList()
        let file = try OwnedDescriptor(opening: folder.write([], to: "file"))
        for _ in 0..<16 { attached.append(try file.duplicate()) }
        let count = try receive([1], attached).count
        #expect(count == 16)
    }

    @Test func `what was looked at stays, and the next look finds what follows`() throws {
        let pair = try UnixSocket.pair()
        try pair.second.enablePeeking()
        var buffer = [UInt8](repeating: 0, count: 8)
        for byte in 1...3 as ClosedRange<UInt8> {
            _ = try pair.first.send([byte].span)
            var room = buffer.mutableSpan
            let found = try pair.second.peek(into: &room, at: Int(byte), limit: 4)
            #expect(found.count == 1)
        }
        #expect(buffer == [0, 1, 2, 3, 0, 0, 0, 0])
        let unread = try pair.second.unreadByteCount()
        #expect(unread == 3)
        try pair.second.discard(2)
        _ = try pair.first.send([4].span)
        var room = buffer.mutableSpan
        let last = try pair.second.peek(into: &room, at: 4, limit: 4)
        #expect(last.count == 1)
        #expect(!last.hasDescriptors)
        #expect(buffer[4] == 4)
    }

    @Test func `many at a time are received`() throws {
        let file = try OwnedDescriptor(opening: folder.write([], to: "file"))
        for _ in 0..<50 {
            let count = try receive([1], DescriptorList(try file.duplicate())).count
            #expect(count == 1)
        }
    }
}
