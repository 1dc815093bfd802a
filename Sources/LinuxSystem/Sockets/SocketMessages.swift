internal import CLinux
import Glibc

/// The result of one receive.
package struct ReceivedBytes: ~Copyable {
    /// The number of bytes, 0 when the peer has closed its side.
    package var count: Int
    /// The descriptors that came with the bytes.
    package var descriptors: DescriptorList
    /// MSG_CTRUNC: the peer sent more descriptors than a message may carry. The kernel closed the rest.
    package var lostDescriptors: Bool
    /// The process that sent the bytes (SCM_CREDENTIALS); nil without `askForSenders`, and for a process outside of
    /// this one's PID namespace. All bytes of a receive have one sender.
    package var sender: Int32?
}

/// The result of a receive or peek that takes no descriptors.
package struct PlainBytes: Hashable, Sendable {
    /// The number of bytes, 0 when the peer has closed its side.
    package var count: Int
    /// Descriptors came with the last of the bytes.
    package var hasDescriptors: Bool
    /// As in `ReceivedBytes`.
    package var sender: Int32?
}

/// Sending and receiving on a connected socket, with descriptors.
extension OwnedDescriptor {
    /// One sendmsg without SIGPIPE. Sends copies of the descriptors with the first byte. Returns the number of bytes
    /// sent, which may be fewer than given.
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

    /// One recvmsg with MSG_PEEK of at most `limit` bytes, which continues where the last one ended. Receives no
    /// descriptors. Needs `enablePeeking`.
    package borrowing func peek(
        into buffer: inout MutableSpan<UInt8>,
        at offset: Int,
        limit: Int
    ) throws(SystemCallError) -> PlainBytes {
        try receivePlainly(into: &buffer, at: offset, limit: limit, taking: false)
    }

    /// Receives at most `limit` bytes. The kernel drops their descriptors.
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
                    : unsafe clinux_peek(rawValue, start, capacity, &hasDescriptors, &sender, 0)
            }
        }
        return PlainBytes(count: count, hasDescriptors: hasDescriptors != 0, sender: sender == 0 ? nil : sender)
    }

    /// Takes peeked bytes without descriptors out of the socket.
    package borrowing func discard(_ count: Int) throws(SystemCallError) {
        let rawValue = self.rawValue
        _ = try retryingInterruptions("recv") { clinux_discard(rawValue, count) }
    }

    /// Receives the descriptor that a `DescriptorReceiver` put into this socket. Closing it may block for ever.
    package borrowing func receiveEnclosed() throws(SystemCallError) -> OwnedDescriptor? {
        var byte: [1 of UInt8] = [0]
        var room = byte.mutableSpan
        var received = try receive(into: &room, waiting: false)
        return received.descriptors.takeFirst()
    }

    /// SO_PEEK_OFF: prepares a connected socket for `peek`. Implies `askForSenders`.
    package borrowing func enablePeeking() throws(SystemCallError) {
        try askForSenders()
        let rawValue = self.rawValue
        _ = try retryingInterruptions("setsockopt(SO_PEEK_OFF)") { clinux_peek_onwards(rawValue) }
    }

    /// SO_PASSCRED: receives report the sending process from now on. Sockets inherit it from the listening socket that
    /// accepts them, for their first byte too.
    package borrowing func askForSenders() throws(SystemCallError) {
        let rawValue = self.rawValue
        var isOn: CInt = 1
        _ = try retryingInterruptions("setsockopt(SO_PASSCRED)") {
            unsafe setsockopt(rawValue, SOL_SOCKET, SO_PASSCRED, &isOn, socklen_t(MemoryLayout<CInt>.size))
        }
    }

    /// FIONREAD: the number of bytes that can be received without waiting.
    package borrowing func unreadByteCount() throws(SystemCallError) -> Int {
        let rawValue = self.rawValue
        return Int(try retryingInterruptions("ioctl(FIONREAD)") { clinux_unread_bytes(rawValue) })
    }

    /// SHUT_RDWR: wakes every thread that waits on the connection, on either side.
    package borrowing func shutDown() throws(SystemCallError) {
        let rawValue = self.rawValue
        _ = try retryingInterruptions("shutdown") { shutdown(rawValue, CInt(SHUT_RDWR)) }
    }

    /// SHUT_RD: what has arrived can still be received; the peer's sends fail.
    package borrowing func shutDownReading() throws(SystemCallError) {
        let rawValue = self.rawValue
        _ = try retryingInterruptions("shutdown") { shutdown(rawValue, CInt(SHUT_RD)) }
    }

    /// SO_RCVTIMEO: nanoseconds after which a receive fails with EAGAIN; 0 is for ever.
    package borrowing func setReceiveTimeout(_ nanoseconds: UInt64) throws(SystemCallError) {
        let rawValue = self.rawValue
        // At least one microsecond, because 0 would be for ever.
        let microseconds = nanoseconds == 0 ? 0 : max(1, nanoseconds / 1000)
        var time = timeval(tv_sec: Int(microseconds / 1_000_000), tv_usec: Int(microseconds % 1_000_000))
        _ = try retryingInterruptions("setsockopt") {
            unsafe setsockopt(rawValue, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }
}

private typealias AttachedDescriptors = [16 of CInt]
