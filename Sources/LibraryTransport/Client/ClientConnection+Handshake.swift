import LinuxSystem
import Synchronization

extension ClientConnection {
    /// Sends this side's HELLO and waits for the server's.
    func performHandshake(_ localHello: [UInt8], _ receivedHello: (Span<UInt8>) -> Bool) throws(TransportError) {
        var message = MessageBuffer(payload: localHello)
        message.setHeader(.hello, stream: 0, flags: [], descriptorCount: 0)
        let deadline = MonotonicClock.deadline(after: limits.helloTimeout)
        if writer.write(&message, descriptors: DescriptorList(), deadline: deadline) != .written {
            throw TransportError(.connectionClosed)
        }
        let failure = reading.withLock { receiver in receiveHello(&receiver, deadline, receivedHello) }
        if let failure {
            fail(failure)
            throw failure
        }
    }

    private func receiveHello(
        _ receiver: inout FrameReceiver,
        _ deadline: UInt64,
        _ receivedHello: (Span<UInt8>) -> Bool
    ) -> TransportError? {
        while true {
            switch receiver.decoder.next() {
            case .violation(let violation): return TransportError(.handshakeFailed, violation: violation)
            case .oversize: return TransportError(.handshakeFailed, violation: .helloTooLong)
            case .frame(let header, let range):
                let payload = receiver.decoder.storage.span.extracting(range)
                let action = state.withLock { state in state.machine.frameReceived(header, payload: payload) }
                if case .close(let violation) = action { return TransportError(.handshakeFailed, violation: violation) }
                if !receivedHello(payload) { return TransportError(.handshakeFailed, violation: .helloRefused) }
                state.withLock { $0.machine.helloAccepted() }
                return nil
            case .needsBytes:
                let now = MonotonicClock.now()
                if now >= deadline { return TransportError(.handshakeFailed, violation: .helloTimeout) }
                do throws(SystemCallError) {
                    try receiver.limitTimeout(to: deadline - now, of: writer.socket)
                    if try receiver.receive(from: writer.socket) == .ended { return TransportError(.connectionClosed) }
                } catch {
                    return TransportError(.connectionClosed, cause: error)
                }
            }
        }
    }
}
