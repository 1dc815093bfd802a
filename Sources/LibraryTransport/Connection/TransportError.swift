package import LinuxSystem

/// Why a call got no reply.
package struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    package struct Code: RawRepresentable, Hashable, Sendable {
        package var rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// No server listens, or connecting failed.
        package static let cannotConnect = Code(rawValue: 1)
        /// The peer's HELLO did not arrive in time, or this side refused it.
        package static let handshakeFailed = Code(rawValue: 2)
        /// The connection has ended.
        package static let connectionClosed = Code(rawValue: 3)
        /// The server is stopping and has not begun the request.
        package static let goingAway = Code(rawValue: 4)
        /// The call's deadline passed.
        package static let deadlineExceeded = Code(rawValue: 5)
        /// The message does not fit into a frame, or carries too many descriptors.
        package static let messageTooLarge = Code(rawValue: 6)
        /// As many streams are open as a connection may have.
        package static let tooManyStreams = Code(rawValue: 7)
        /// The peer broke the protocol. The connection is closed.
        package static let protocolViolation = Code(rawValue: 8)
    }

    package var code: Code
    /// False when the server has certainly not begun the request, so that it is safe to retry.
    package var mayHaveBeenReceived: Bool
    /// For `protocolViolation` and `handshakeFailed`: what the peer did.
    package var violation: ProtocolViolation?
    /// The system's error, where there was one.
    package var cause: SystemCallError?
    /// For `cannotConnect`: where no server was found.
    package var socketFile: FilePath?

    package init(
        _ code: Code,
        mayHaveBeenReceived: Bool = false,
        violation: ProtocolViolation? = nil,
        cause: SystemCallError? = nil,
        socketFile: FilePath? = nil
    ) {
        self.code = code
        self.mayHaveBeenReceived = mayHaveBeenReceived
        self.violation = violation
        self.cause = cause
        self.socketFile = socketFile
    }

    package var description: String {
        let text =
            switch code {
            case .cannotConnect: "cannot connect"
            case .handshakeFailed: "the handshake failed"
            case .connectionClosed: "the connection is closed"
            case .goingAway: "the server is stopping"
            case .deadlineExceeded: "the deadline passed"
            case .messageTooLarge: "the message is too large"
            case .tooManyStreams: "too many requests are open"
            case .protocolViolation: "the peer broke the protocol"
            default: "transport error \(code.rawValue)"
            }
        let details = [violation?.rawValue, cause?.description].compactMap { $0 }.joined(separator: ", ")
        return details.isEmpty ? text : "\(text) (\(details))"
    }
}
