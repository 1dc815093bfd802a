import LinuxSystem
import Testing

@testable import MediaWorkerProtocol

@Suite(.timeLimit(.minutes(1))) struct WorkerChannelTests {
    /// A channel, and the peer's bare end of it.
    private struct Ends: ~Copyable {
        let channel: WorkerChannel
        let peer: OwnedDescriptor

        init(_ channel: consuming OwnedDescriptor, _ peer: consuming OwnedDescriptor) {
            self.channel = WorkerChannel(channel)
            self.peer = peer
        }
    }

    private static func pair() throws -> Ends {
        let ends = try UnixSocket.pair()
        return ends.take { first, second in Ends(first, second) }
    }

    @Test func `a frame arrives with its payload and descriptors`() throws {
        let ends = try WorkerChannelTests.pair()
        let memory = try SealedMemory.make([1 as UInt8, 2, 3].span)
        try ends.channel.send(.job, 7, payload: [4, 5], descriptors: DescriptorList(memory))
        var frame = try WorkerChannel(ends.peer.duplicate()).receive()
        let (kind, number, payload) = (frame.kind, frame.number, frame.payload)
        #expect(kind == .job)
        #expect(number == 7)
        #expect(payload == [4, 5])
        guard let received = frame.descriptors.takeFirst() else {
            Issue.record("no descriptor")
            return
        }
        let mapped = try MappedMemory(sealed: received)
        #expect(mapped.withBytes { bytes in bytes.count == 3 && bytes[2] == 3 })
    }

    @Test(
        arguments: [
            // A kind that is none, a payload that is too long, a descriptor that is not there, a last word that is not
            // zero.
            [0, 0, 0, 0, 0, 0, 0, 1, 9, 0, 0, 0], [0, 1, 0, 1, 0, 0, 0, 1, 3, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 1, 3, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 1],
            [255, 255, 255, 255, 0, 0, 0, 1, 3, 0, 0, 0],
        ] as [[UInt8]]
    )
    func `a header that no frame has is a violation`(header: [UInt8]) throws {
        let ends = try WorkerChannelTests.pair()
        try ends.peer.write(header)
        #expect(throws: WorkerChannelFailure.violation) { _ = try ends.channel.receive() }
    }

    @Test func `more descriptors than a frame says, or in its middle, are a violation`() throws {
        let header = WorkerFrameHeader(.answer, 1, payloadLength: 2, descriptorCount: 0).bytes
        for first in [true, false] {
            let ends = try WorkerChannelTests.pair()
            let memory = DescriptorList(try SealedMemory.make([1 as UInt8].span))
            if first {
                _ = try ends.peer.send((header + [0, 0]).span, descriptors: memory)
            } else {
                try ends.peer.write(header)
                _ = try ends.peer.send([0 as UInt8, 0].span, descriptors: memory)
            }
            #expect(throws: WorkerChannelFailure.violation) { _ = try ends.channel.receive() }
        }
    }

    @Test func `a frame that does not come to its end has its deadline`() throws {
        let ends = try WorkerChannelTests.pair()
        try ends.peer.write(WorkerFrameHeader(.answer, 1, payloadLength: 2, descriptorCount: 0).bytes + [0])
        #expect(throws: WorkerChannelFailure.deadlinePassed) {
            _ = try ends.channel.receive(until: MonotonicClock.deadline(after: 20_000_000))
        }
        let before = try ends.channel.hasInput
        #expect(!before)
        try ends.peer.write([1])
        let after = try ends.channel.hasInput
        #expect(after)
    }

    @Test func `a payload that is longer than a frame's is not sent`() throws {
        let ends = try WorkerChannelTests.pair()
        let long = [UInt8](repeating: 0, count: WorkerChannel.maximumPayloadLength + 1)
        #expect(throws: WorkerChannelFailure.violation) { try ends.channel.send(.answer, 1, payload: long) }
    }
}
