import LinuxSystem
import Synchronization
import Testing

@testable import LibraryTransport

/// What a connection knows of what it has not sent yet.
@Suite(.timeLimit(.minutes(1))) struct FrameWriterTests {
    /// | one thread                  | another                      | peer           |
    /// | sends more than a socket    |                              |                |
    /// | holds, and waits            |                              |                |
    /// |                             | queues an event: kept        |                |
    /// |                             |                              | takes it all   |
    /// | sends the event, too        |                              |                |
    @Test func `what is queued behind a frame that is being sent is kept until it has gone`() throws {
        let (writer, peer) = try UnixSocket.pair().take { mine, theirs in
            (FrameWriter(socket: mine, limits: .standard, drainer: nil), Peer(theirs))
        }
        #expect(!writer.hasUnsentBytes)
        let isBlocked = try EventDescriptor()
        let long = 8 << 20
        let sender = try SystemThread(name: "sender") {
            var message = MessageBuffer(payload: [UInt8](repeating: 7, count: long))
            message.setHeader(.response, stream: 1, flags: .endStream, descriptorCount: 0)
            let outcome = writer.write(&message, descriptors: DescriptorList(), whenBlocked: { isBlocked.signal() })
            #expect(outcome == .written)
        }
        #expect(try Poll.wait(isBlocked.descriptor, for: .readable, timeoutNanoseconds: 60_000_000_000))
        let event: [UInt8] = [1, 2, 3]
        writer.enqueue(.data, stream: 3, payload: event.span)
        #expect(writer.hasUnsentBytes)

        var left = 2 * FrameHeader.byteCount + long + event.count
        var room = [UInt8](repeating: 0, count: 1 << 20)
        while left > 0 {
            var span = room.mutableSpan
            let count = try peer.socket.receive(into: &span).count
            try #require(count > 0)
            left -= count
        }
        sender.join()
        #expect(!writer.hasUnsentBytes)
    }

    private final class Peer: Sendable {
        let socket: OwnedDescriptor
        init(_ socket: consuming OwnedDescriptor) { self.socket = socket }
    }
}
