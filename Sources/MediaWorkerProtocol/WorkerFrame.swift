package import LinuxSystem

// The protocol between the server and one `photolibrary-media`, each at one end of a socket pair. It is private to a
// release: both ends come from the same build.
//
// Every frame starts with 12 bytes, most significant first:
//
//     payload length (4), job number (4), kind (1), number of descriptors (1), zero (2)
//
// and descriptors that come with the first byte. The worker begins with READY. From then on the server sends a JOB,
// whose payload is a `MediaJob`, and the worker replies with one ANSWER of the same number, whose payload is a
// `MediaResult`: one job at a time. An exporter sends PROGRESS before that (`JobProgress`), at most 999 times. Images
// and files travel as descriptors of sealed memory.
//
// A payload is the concatenation of its fields: integers in full width, most significant byte first; a floating-point
// number as the integer of its bits; a Boolean as 0 or 1; a string as its length in two bytes, and UTF-8; an optional
// as a Boolean and, if that is true, the value; an enum as one byte and the associated values. Nothing may be left
// over. Every number, length and string has its range, and anything outside is a violation: whatever bytes arrive,
// decoding neither traps nor allocates more than the payload has.

/// The kind of a frame.
package enum WorkerFrameKind: UInt8, Sendable {
    case ready = 1
    case job = 2
    case answer = 3
    /// The progress of the job, any number of times before the reply. From exporters only.
    case progress = 4
}

/// The 12 bytes at the start of a frame.
struct WorkerFrameHeader: Hashable {
    static let byteCount = 12

    var kind: WorkerFrameKind
    var number: UInt32
    var payloadLength: Int
    var descriptorCount: Int

    var bytes: [UInt8] {
        var writer = PayloadWriter()
        writer.put(UInt32(clamping: payloadLength))
        writer.put(number)
        writer.put(kind.rawValue)
        writer.put(UInt8(clamping: descriptorCount))
        writer.put(UInt16(0))
        return writer.bytes
    }

    init(_ kind: WorkerFrameKind, _ number: UInt32, payloadLength: Int, descriptorCount: Int) {
        self.kind = kind
        self.number = number
        self.payloadLength = payloadLength
        self.descriptorCount = descriptorCount
    }

    init(_ bytes: [UInt8]) throws(WorkerChannelFailure) {
        var reader = PayloadReader(bytes)
        payloadLength = try reader.count(in: 0...WorkerChannel.maximumPayloadLength)
        number = try reader.integer()
        guard let kind = WorkerFrameKind(rawValue: try reader.integer()) else { throw .violation }
        self.kind = kind
        descriptorCount = Int(try reader.integer(UInt8.self))
        guard try reader.integer(UInt16.self) == 0 else { throw .violation }
        try reader.finish()
    }
}

/// A frame and what came with it.
package struct WorkerFrame: ~Copyable {
    package var kind: WorkerFrameKind
    package var number: UInt32
    package var payload: [UInt8]
    package var descriptors: DescriptorList
}
