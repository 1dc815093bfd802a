internal import CLinux
import Glibc

/// What one receive brought.
package struct ReceivedBytes: ~Copyable {
    /// The number of bytes, 0 when the peer has closed its side.
    package var count: Int
    /// What was attached.
    package var descriptors: DescriptorList
    /// The peer sent more descriptors than a message may carry: the rest is lost, and closed.
    package var lostDescriptors: Bool
    /// The process that sent the bytes; nil unless the socket asks for it (`askForSenders`), or when the sender is none
    /// that this process can see. The bytes of one receive are of one sender.
    package var sender: Int32?
}

/// What was found or taken without what was attached.
package struct PlainBytes: Hashable, Sendable {
    /// The number of bytes, 0 when the peer has closed its side.
    package var count: Int
    /// Some were attached to the last of the bytes.
    package var hasDescriptors: Bool
    /// As in `ReceivedBytes`.
    package var sender: Int32?
}

/// Sending and receiving on a connected socket, with descriptors.
extension OwnedDescriptor {
    /// One sendmsg that does not raise SIGPIPE. The descriptors go with the first byte; they stay the caller's. Returns
    /// the number of bytes sent, which may be fewer than given.
    package borrowing func send(
        _ bytes: Span<UInt8>,
        descriptors: borrowing DescriptorList = DescriptorList(),
        waiting: Bool = true
    ) throws(SystemCallError) -> Int {
        let rawValue = self.rawValue
        let flags = waiting ? 0 : clinux_without_waiting()
        return try unsafe bytes.withUnsafeBufferPointer { bytes throws(SystemCallError) in
            if descriptors.isEmpty {
                return try retryingInterruptions("send") {
                    unsafe clinux_send(rawValue, bytes.baseAddress, bytes.count, nil, 0, flags)
                }
            }
            let attached = descriptors.borrowedRawValues
            return try unsafe attached.withUnsafeBufferPointer { attached throws(SystemCallError) in
                try retryingInterruptions("send") {
                    unsafe clinux_send(
                        rawValue,
                        bytes.baseAddress,
                        bytes.count,
                        attached.baseAddress,
                        CUnsignedInt(attached.count),
                        flags
                    )
                }
            }
        }
    }

    /// One recvmsg into `buffer`, from `offset` on. Received descriptors are close-on-exec.
    package borrowing func receive(
        into buffer: inout MutableSpan<UInt8>,
        at offset: Int = 0,
        waiting: Bool = true
    ) throws(SystemCallError) -> ReceivedBytes {
        let rawValue = self.rawValue
        let flags = waiting ? 0 : clinux_without_waiting()
        var attached = AttachedDescriptors(repeating: -1)
        var attachedCount: CUnsignedInt = 0
        var truncated: CInt = 0
        var sender: Int32 = 0
        precondition(offset >= 0 && offset <= buffer.count, "the offset is outside of the buffer")
        let count = try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(SystemCallError) in
            var span = attached.mutableSpan
            return try unsafe span.withUnsafeMutableBufferPointer { attached throws(SystemCallError) in
                try retryingInterruptions("recv") {
                    unsafe clinux_receive(
                        rawValue,
                        bytes.baseAddress.map { unsafe $0 + offset },
                        bytes.count - offset,
                        attached.baseAddress,
                        &attachedCount,
                        &truncated,
                        &sender,
                        flags
                    )
                }
            }
        }
        var descriptors = DescriptorList()
        for index in 0..<Int(attachedCount) { descriptors.append(OwnedDescriptor(owning: attached[index])) }
        return ReceivedBytes(
            count: count,
            descriptors: descriptors,
            lostDescriptors: truncated != 0,
            sender: sender == 0 ? nil : sender
        )
    }

    /// One recvmsg of at most `limit` bytes that leaves them in the socket, and finds what follows the next time.
    /// Nothing that is attached becomes a descriptor of this process. For sockets prepared by `lookOnwards`.
    package borrowing func look(
        into buffer: inout MutableSpan<UInt8>,
        at offset: Int,
        limit: Int
    ) throws(SystemCallError) -> PlainBytes {
        try receivePlainly(into: &buffer, at: offset, limit: limit, taking: false)
    }

    /// The same, and the bytes are taken. What is attached is lost.
    package borrowing func receiveBytes(
        into buffer: inout MutableSpan<UInt8>,
        at offset: Int,
        limit: Int
    ) throws(SystemCallError) -> PlainBytes {
        try receivePlainly(into: &buffer, at: offset, limit: limit, taking: true)
    }

    private borrowing func receivePlainly(
        into buffer: inout MutableSpan<UInt8>,
        at offset: Int,
        limit: Int,
        taking: Bool
    ) throws(SystemCallError) -> PlainBytes {
        precondition(offset >= 0 && offset <= buffer.count, "the offset is outside of the buffer")
        let rawValue = self.rawValue
        var hasDescriptors: CInt = 0
        var sender: Int32 = 0
        let count = try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(SystemCallError) in
            let start = unsafe bytes.baseAddress.map { unsafe $0 + offset }
            let capacity = min(bytes.count - offset, limit)
            return try retryingInterruptions("recv") {
                taking
                    ? unsafe clinux_receive_bytes(rawValue, start, capacity, &hasDescriptors, &sender, 0)
                    : unsafe clinux_look(rawValue, start, capacity, &hasDescriptors, &sender, 0)
            }
        }
        return PlainBytes(count: count, hasDescriptors: hasDescriptors != 0, sender: sender == 0 ? nil : sender)
    }

    /// Takes bytes that were looked at, and had nothing attached.
    package borrowing func discard(_ count: Int) throws(SystemCallError) {
        let rawValue = self.rawValue
        _ = try retryingInterruptions("recv") { clinux_discard(rawValue, count) }
    }

    /// Takes out the descriptor that a `DescriptorReceiver` enclosed in this socket. May make a file this process's
    /// that waits for ever when it is closed.
    package borrowing func receiveEnclosed() throws(SystemCallError) -> OwnedDescriptor? {
        var byte: [1 of UInt8] = [0]
        var room = byte.mutableSpan
        var received = try receive(into: &room, waiting: false)
        return received.descriptors.takeFirst()
    }

    /// Prepares a connected socket for `look`. From now on it tells who sends (`askForSenders`).
    package borrowing func lookOnwards() throws(SystemCallError) {
        try askForSenders()
        let rawValue = self.rawValue
        _ = try retryingInterruptions("setsockopt(SO_PEEK_OFF)") { clinux_look_onwards(rawValue) }
    }

    /// SO_PASSCRED: from now on the kernel tells with what is received which process sent it. Sockets that a listening
    /// socket accepts have it from their first byte when that one has.
    package borrowing func askForSenders() throws(SystemCallError) {
        let rawValue = self.rawValue
        var isOn: CInt = 1
        _ = try retryingInterruptions("setsockopt(SO_PASSCRED)") {
            unsafe setsockopt(rawValue, SOL_SOCKET, SO_PASSCRED, &isOn, socklen_t(MemoryLayout<CInt>.size))
        }
    }

    /// How many bytes have come that were not received yet.
    package borrowing func unreadByteCount() throws(SystemCallError) -> Int {
        let rawValue = self.rawValue
        return Int(try retryingInterruptions("ioctl(FIONREAD)") { clinux_unread_bytes(rawValue) })
    }

    /// shutdown in both directions: whoever waits on the connection, on either side, is woken.
    package borrowing func shutDown() throws(SystemCallError) {
        let rawValue = self.rawValue
        _ = try retryingInterruptions("shutdown") { shutdown(rawValue, CInt(SHUT_RDWR)) }
    }

    /// shutdown of the receiving direction: what has come can still be received, then the end; the peer can send no
    /// more.
    package borrowing func shutDownReading() throws(SystemCallError) {
        let rawValue = self.rawValue
        _ = try retryingInterruptions("shutdown") { shutdown(rawValue, CInt(SHUT_RD)) }
    }

    /// How long a receive waits before it fails with `EAGAIN`, in nanoseconds; 0 is for ever.
    package borrowing func setReceiveTimeout(_ nanoseconds: UInt64) throws(SystemCallError) {
        let rawValue = self.rawValue
        // The unit is a microsecond, and nothing must not become for ever.
        let microseconds = nanoseconds == 0 ? 0 : max(1, nanoseconds / 1000)
        var time = timeval(tv_sec: Int(microseconds / 1_000_000), tv_usec: Int(microseconds % 1_000_000))
        _ = try retryingInterruptions("setsockopt") {
            unsafe setsockopt(rawValue, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }
}

private typealias AttachedDescriptors = [16 of CInt]
