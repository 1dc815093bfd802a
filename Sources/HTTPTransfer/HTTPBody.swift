package import LinuxSystem

/// The body of a request. Its length is known in advance, and it can be read again from any offset, because libcurl
/// resends it when a kept connection turns out to be closed.
package struct HTTPBody: Sendable {
    package let length: UInt64
    /// Returns at most `count` bytes from an offset, and at least one before the end.
    let read: @Sendable (_ offset: UInt64, _ count: Int) throws -> [UInt8]

    package init(length: UInt64, read: @escaping @Sendable (_ offset: UInt64, _ count: Int) throws -> [UInt8]) {
        self.length = length
        self.read = read
    }

    package static func bytes(_ bytes: [UInt8]) -> HTTPBody {
        HTTPBody(length: UInt64(bytes.count)) { offset, count in
            Array(bytes.dropFirst(Int(clamping: offset)).prefix(count))
        }
    }

    /// A part of a file, which must stay open until the request is over. `offset` and `length` are within the file.
    package static func file(_ file: borrowing OwnedDescriptor, offset: UInt64 = 0, length: UInt64) -> HTTPBody {
        let file = BorrowedFile(rawValue: file.rawValue)
        return HTTPBody(length: length) { position, count in
            try file.read(at: offset.addingReportingOverflow(position).partialValue, count: count)
        }
    }
}
