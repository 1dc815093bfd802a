package import LinuxSystem

/// Where the body of a successful response goes. Other responses keep the first bytes of their body themselves.
package struct HTTPReceiver {
    /// Bytes. A longer body ends the transfer with `tooLarge`.
    let limit: UInt64
    /// Nil to keep the body in the response. Called with each piece, on the request's thread.
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

    /// Writes to a file, from its current offset on. The file must stay open until the request is over.
    package static func file(_ file: borrowing OwnedDescriptor, limit: UInt64) -> HTTPReceiver {
        let file = BorrowedFile(rawValue: file.rawValue)
        return HTTPReceiver(limit: limit) { _, bytes in try file.write(bytes) }
    }
}
