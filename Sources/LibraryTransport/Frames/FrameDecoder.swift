/// Cuts received bytes into frames: no I/O, no clock.
///
/// Guarantees:
/// 1. Memory is bounded by one standard buffer, or by one frame of `maximumPayloadLength` while it arrives. Lengths are
///    checked before anything is allocated; `largeArrival` reports a large one.
/// 2. An oversize frame is reported when its header is complete. Its payload is skipped in the same buffer, and the
///    next frame begins right after it.
/// 3. Descriptors belong to the frame whose first byte they came with. A frame that declares another number, or
///    descriptors that no frame claims, are a violation.
/// 4. After a violation every call reports it again.
package struct FrameDecoder: Sendable {
    package enum Event: Hashable, Sendable {
        /// Everything received so far has been reported.
        case needsBytes
        /// A complete frame. Its payload is at `range` of `storage` until the next receive.
        case frame(FrameHeader, range: Range<Int>)
        /// A frame that is too long and is being skipped.
        case oversize(FrameHeader)
        case violation(ProtocolViolation)
    }

    /// Bytes: a frame of 64 KiB, the target size of batches, with its header and a few small ones.
    static let standardCapacity = (64 << 10) + 4096
    /// Bytes until a receive fills them: many connections only listen.
    private static let firstCapacity = 4096

    /// Descriptors that no frame has claimed yet, and the positions of their bytes since the connection began.
    private struct Batch {
        var count: Int
        var positions: Range<UInt64>
    }

    private let limits: TransportLimits
    private(set) var storage: [UInt8]
    private var start = 0
    private var end = 0
    /// The header of the frame whose payload is still incomplete.
    private var current: FrameHeader?
    private var remainingToSkip = 0
    private var receivedCount: UInt64 = 0
    private var batch: Batch?
    private var violation: ProtocolViolation?

    package init(limits: TransportLimits = .standard) {
        self.limits = limits
        storage = [UInt8](repeating: 0, count: FrameDecoder.firstCapacity)
    }

    /// Bytes missing of the frame that has begun. No descriptors may come with them.
    var missingByteCount: Int { current.map { Int($0.payloadLength) - (end - start) } ?? remainingToSkip }

    /// Calls `body` with room for more bytes from an offset on. `body` returns the numbers of bytes and descriptors
    /// that it received.
    package mutating func receive<Failure: Error>(
        _ body: (inout MutableSpan<UInt8>, _ offset: Int) throws(Failure) -> (count: Int, descriptorCount: Int)
    ) throws(Failure) -> Int {
        makeRoom()
        let (count, descriptorCount) = try fill(body)
        if descriptorCount > 0 {
            if batch != nil { violation = violation ?? .descriptorMismatch }
            batch = Batch(count: descriptorCount, positions: receivedCount..<(receivedCount + UInt64(count)))
        }
        receivedCount += UInt64(count)
        if remainingToSkip > 0 {
            let skipped = min(remainingToSkip, count)
            remainingToSkip -= skipped
            start = end + skipped
        }
        end += count
        return count
    }

    /// Returns the next event, in order of arrival. Call it until it returns `needsBytes`.
    package mutating func next() -> Event {
        if let violation { return .violation(violation) }
        if remainingToSkip > 0 { return waiting() }
        if current == nil {
            if end - start < FrameHeader.byteCount { return waiting() }
            let header = FrameHeader(decoding: storage.span, at: start)
            if let found = judge(header) { return failed(found) }
            start += FrameHeader.byteCount
            if Int(header.payloadLength) > limits.maximumPayloadLength {
                let present = min(Int(header.payloadLength), end - start)
                start += present
                remainingToSkip = Int(header.payloadLength) - present
                return .oversize(header)
            }
            current = header
        }
        guard let header = current, end - start >= Int(header.payloadLength) else { return waiting() }
        let range = start..<(start + Int(header.payloadLength))
        start = range.upperBound
        current = nil
        return .frame(header, range: range)
    }

    /// The length of the arriving frame when it exceeds the standard buffer: the next receive allocates that much, and
    /// keeps it however long the peer takes.
    package var largeArrival: Int? {
        guard let length = current.map({ Int($0.payloadLength) }), length > FrameDecoder.standardCapacity else {
            return nil
        }
        return length
    }

    /// Skips the arriving frame like an oversize one. Returns its header.
    package mutating func skipArrival() -> FrameHeader? {
        guard let header = current else { return nil }
        current = nil
        remainingToSkip = Int(header.payloadLength) - (end - start)
        start = end
        return header
    }

    /// Moves the payload out, so that it outlives the next receive. A long one takes the buffer with it.
    package mutating func detach(_ range: Range<Int>) -> DetachedPayload {
        if range.count < FrameDecoder.copiedLength {
            return DetachedPayload(storage: Array(storage[range]), range: 0..<range.count)
        }
        return detach(range, replacing: [UInt8](repeating: 0, count: FrameDecoder.standardCapacity))
    }

    /// Like `detach(_:)`, in the memory of earlier payloads.
    mutating func detach(_ range: Range<Int>, spares: inout SparePayloads) -> DetachedPayload {
        if range.count >= FrameDecoder.copiedLength, let spare = spares.takeStandard() {
            return detach(range, replacing: spare)
        }
        guard range.count <= SparePayloads.shortCapacity else { return detach(range) }
        var copy = spares.takeShort()
        copy.overwriteStart(with: storage.span.extracting(range))
        return DetachedPayload(storage: copy, range: 0..<range.count)
    }

    /// Moves the payload out with the buffer.
    private mutating func detach(_ range: Range<Int>, replacing spare: consuming [UInt8]) -> DetachedPayload {
        var replacement = spare
        let rest = end - start
        if rest > replacement.count { replacement = [UInt8](repeating: 0, count: rest) }
        replacement.replaceSubrange(0..<rest, with: storage[start..<end])
        swap(&replacement, &storage)
        start = 0
        end = rest
        return DetachedPayload(storage: replacement, range: range)
    }

    /// Below this, copying a payload costs less than a new buffer.
    private static let copiedLength = 16 << 10

    /// Checks a header and claims its descriptors.
    private mutating func judge(_ header: FrameHeader) -> ProtocolViolation? {
        if header.reserved != 0 { return .reservedBitsSet }
        if Int(header.payloadLength) > max(limits.maximumSkippedLength, limits.maximumPayloadLength) {
            return .lengthOutOfRange
        }
        if header.descriptorCount == 0 { return nil }
        let position = receivedCount - UInt64(end - start)
        guard let claimed = batch, claimed.count == Int(header.descriptorCount), claimed.positions.contains(position)
        else { return .descriptorMismatch }
        batch = nil
        return nil
    }

    /// Nothing to report. Unclaimed descriptors may only belong to a frame whose header is incomplete.
    private mutating func waiting() -> Event {
        guard let batch else { return .needsBytes }
        let position = receivedCount - UInt64(end - start)
        if current == nil && remainingToSkip == 0 && end > start && batch.positions.contains(position) {
            return .needsBytes
        }
        return failed(.descriptorMismatch)
    }

    private mutating func failed(_ violation: ProtocolViolation) -> Event {
        self.violation = violation
        return .violation(violation)
    }

    private mutating func makeRoom() {
        // A receive that filled the first buffer gets a larger one.
        let isFull = end == storage.count && storage.count < FrameDecoder.standardCapacity
        if start == end {
            start = 0
            end = 0
        }
        // The incomplete frame at the start has to fit as a whole.
        let needed = max(
            current.map { Int($0.payloadLength) } ?? 0,
            isFull ? FrameDecoder.standardCapacity : FrameHeader.byteCount
        )
        if needed > storage.count {
            var larger = [UInt8](repeating: 0, count: needed)
            larger.replaceSubrange(0..<(end - start), with: storage[start..<end])
            storage = larger
        } else if start == end && storage.count > FrameDecoder.standardCapacity
            && needed <= FrameDecoder.standardCapacity
        {
            storage = [UInt8](repeating: 0, count: FrameDecoder.standardCapacity)
            return
        } else if storage.count - start >= needed && end < storage.count {
            return
        } else {
            storage.replaceSubrange(0..<(end - start), with: storage[start..<end])
        }
        end -= start
        start = 0
    }

    private mutating func fill<Failure: Error>(
        _ body: (inout MutableSpan<UInt8>, _ offset: Int) throws(Failure) -> (count: Int, descriptorCount: Int)
    ) throws(Failure) -> (count: Int, descriptorCount: Int) {
        let offset = end
        var room = storage.mutableSpan
        return try body(&room, offset)
    }
}

/// A payload that owns its bytes.
package struct DetachedPayload: Sendable {
    package var storage: [UInt8]
    package var range: Range<Int>

    package init(storage: [UInt8], range: Range<Int>) {
        self.storage = storage
        self.range = range
    }

    package var count: Int { range.count }

    /// Calls `body` with the bytes.
    package func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(storage.span.extracting(range))
    }
}
