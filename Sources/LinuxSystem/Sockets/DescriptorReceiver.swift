internal import CLinux
import Glibc
import Synchronization

/// Helper processes that receive a peer's descriptors for this process.
///
/// Closing a descriptor of a FUSE file system sends FLUSH and can block for ever; neither the thread nor its process
/// can then be killed. So this process receives only sealed memory, for which the kernel itself answers. Every other
/// descriptor stays in the helper and arrives here inside a socket, which can be passed on and closed safely
/// (`receiveEnclosed`).
///
/// `init` forks the helpers. They end when this object is released or this process ends.
package final class DescriptorReceiver: Sendable {
    /// Nanoseconds for a helper's reply, which depends on nothing outside.
    private static let answerTime: UInt64 = 10_000_000_000

    /// The socket to the helpers.
    private let requests: Mutex<OwnedDescriptor>

    package init() throws(SystemCallError) { requests = Mutex(try DescriptorReceiver.start()) }

    private static func start() throws(SystemCallError) -> OwnedDescriptor {
        OwnedDescriptor(owning: try retryingInterruptions("fork") { clinux_start_receiver() })
    }

    /// Receives the next bytes of a connection, which were peeked before, with their descriptors; `descriptors` becomes
    /// nil when the kernel dropped some. Returns a socket that becomes readable once the helper has closed its copies.
    package func receive(
        _ byteCount: Int,
        from connection: borrowing OwnedDescriptor,
        _ descriptors: inout DescriptorList?
    ) throws(SystemCallError) -> OwnedDescriptor {
        let answers = try request(byteCount, connection.rawValue)
        guard try Poll.wait(answers, for: .readable, timeoutNanoseconds: DescriptorReceiver.answerTime) else {
            throw SystemCallError(ETIMEDOUT, "recv")
        }
        var answer: [4 of UInt8] = [1, 1, 1, 1]
        var room = answer.mutableSpan
        var received = try answers.receive(into: &room)
        descriptors = nil
        if received.count == 4, !received.lostDescriptors, answer[0] == 0 {
            var whole = DescriptorList()
            swap(&whole, &received.descriptors)
            descriptors = consume whole
        }
        return answers
    }

    private func request(_ byteCount: Int, _ connection: CInt) throws(SystemCallError) -> OwnedDescriptor {
        guard let count = UInt32(exactly: byteCount) else { throw SystemCallError(EINVAL, "recv") }
        return try requests.withLock { requests throws(SystemCallError) in
            func ask(_ target: CInt) throws(SystemCallError) -> OwnedDescriptor {
                OwnedDescriptor(
                    owning: try retryingInterruptions("send") { clinux_request_receiving(target, connection, count) }
                )
            }
            do throws(SystemCallError) { return try ask(requests.rawValue) } catch {
                // The helpers were killed: starts new ones.
                guard error.errorNumber == EPIPE else { throw error }
                requests = try DescriptorReceiver.start()
                return try ask(requests.rawValue)
            }
        }
    }
}
