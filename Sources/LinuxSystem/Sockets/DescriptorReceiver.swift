internal import CLinux
import Glibc
import Synchronization

/// Other processes, which receive descriptors in this one's place.
///
/// Closing a descriptor can wait for ever for the program that answers for its file system (FUSE: FLUSH). Nothing ends
/// a thread that does, nor its process. So what a peer sends becomes a descriptor of this process only where the kernel
/// itself answers: for memory, which has seals. All others stay with whoever received them, and come here enclosed in a
/// socket, which can be passed on and closed (`receiveEnclosed`).
///
/// The processes are forked when this is made, and end when it goes, or this process does.
package final class DescriptorReceiver: Sendable {
    /// Nanoseconds for an answer, which waits for nobody.
    private static let answerTime: UInt64 = 10_000_000_000

    /// Where requests go.
    private let requests: Mutex<OwnedDescriptor>

    package init() throws(SystemCallError) { requests = Mutex(try DescriptorReceiver.start()) }

    private static func start() throws(SystemCallError) -> OwnedDescriptor {
        OwnedDescriptor(owning: try retryingInterruptions("fork") { clinux_start_receiver() })
    }

    /// Takes the next bytes of a connection, which were looked at, and what came with them; `descriptors` is nil then
    /// when some of that was lost. What is returned becomes readable when the other process has let go of everything.
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
                // Somebody has ended the processes.
                guard error.errorNumber == EPIPE else { throw error }
                requests = try DescriptorReceiver.start()
                return try ask(requests.rawValue)
            }
        }
    }
}
