package import LinuxSystem

/// Where the body of a successful answer goes. Of any other answer the first bytes are kept in the answer itself.
package struct HTTPReceiver {
    /// Bytes, after which the transfer ends with `tooLarge`.
    let limit: UInt64
    /// Nil keeps the body in the answer. Called on the thread of the request, piece after piece.
    let receive: ((_ head: HTTPResponse, _ bytes: Span<UInt8>) throws -> Void)?

    /// `receive` throws to end the transfer.
    package init(
        limit: UInt64,
        receive: @escaping (_ head: HTTPResponse, _ bytes: Span<UInt8>) throws -> Void
    ) {
        self.limit = limit
        self.receive = receive
    }

    private init(limit: UInt64) {
        self.limit = limit
        receive = nil
    }

    package static func bytes(limit: Int) -> HTTPReceiver { HTTPReceiver(limit: UInt64(clamping: limit)) }

    /// Writes to a file, which stays open until the request is over, from its current place on.
    package static func file(_ file: borrowing OwnedDescriptor, limit: UInt64) -> HTTPReceiver {
        let file = BorrowedFile(rawValue: file.rawValue)
        return HTTPReceiver(limit: limit) { _, bytes in try file.write(bytes) }
    }
}
