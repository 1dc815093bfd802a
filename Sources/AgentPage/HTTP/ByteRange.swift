internal import LinuxSystem

/// A part of a file.
package struct ByteRange: Hashable, Sendable {
    package var offset: UInt64
    package var count: UInt64

    package init(offset: UInt64, count: UInt64) {
        self.offset = offset
        self.count = count
    }

    /// The requested part of a file.
    package enum Wish: Hashable, Sendable {
        case whole
        case part(ByteRange)
        /// Out of range.
        case nothing
    }

    /// Parses the header `Range` (RFC 9110, 14.2): one range of bytes. Ignores multiple ranges and invalid values, and
    /// then returns the whole file.
    package static func wish(_ header: String?, ofSize size: UInt64) -> Wish {
        guard let header, header.hasPrefix("bytes=") else { return .whole }
        let parts = header.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return .whole
        }
        switch (UInt64(parts[0]), UInt64(parts[1])) {
        case (nil, let last?) where parts[0].isEmpty:
            guard last > 0, size > 0 else { return .nothing }
            let count = min(last, size)
            return .part(ByteRange(offset: size - count, count: count))
        case (let first?, nil) where parts[1].isEmpty:
            return first < size ? .part(ByteRange(offset: first, count: size - first)) : .nothing
        case (let first?, let last?):
            guard first <= last else { return .whole }
            return first < size ? .part(ByteRange(offset: first, count: min(last, size - 1) - first + 1)) : .nothing
        default: return .whole
        }
    }
}

extension HTTPResponse {
    /// The file, or the requested part of it.
    init(
        _ file: consuming OwnedDescriptor,
        ofSize size: UInt64,
        _ request: HTTPRequest,
        headers: [(name: String, value: String)]
    ) {
        var headers = headers + [("Accept-Ranges", "bytes")]
        switch ByteRange.wish(request.header("range"), ofSize: size) {
        case .whole:
            self.init(status: 200, headers: headers, body: .file(file, ByteRange(offset: 0, count: size)))
        case .part(let range):
            headers.append(("Content-Range", "bytes \(range.offset)-\(range.offset + range.count - 1)/\(size)"))
            self.init(status: 206, headers: headers, body: .file(file, range))
        case .nothing:
            self.init(status: 416, headers: [("Content-Range", "bytes */\(size)")])
        }
    }
}
