import Glibc

/// A path or a name as the file system has it: bytes, which need not be UTF-8.
package struct FilePath: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The bytes, without a terminator.
    package var bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { bytes = Array(text.utf8) }

    package init(stringLiteral text: String) { self.init(text) }

    /// The path as text; bytes that are not UTF-8 are shown as U+FFFD, so it need not lead back to the file.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The path as text, or nil when it is not UTF-8.
    package var exactText: String? { String(validating: bytes, as: UTF8.self) }

    package var isAbsolute: Bool { bytes.first == FilePath.separator }

    /// The path of `name` in the folder that this path names.
    package func appending(_ name: FilePath) -> FilePath {
        if bytes.isEmpty { return name }
        var result = bytes
        if result.last != FilePath.separator { result.append(FilePath.separator) }
        result.append(contentsOf: name.bytes)
        return FilePath(bytes: result)
    }

    /// What follows the last separator; the whole path when there is none.
    package var lastComponent: FilePath {
        guard let separator = bytes.lastIndex(of: FilePath.separator) else { return self }
        return FilePath(bytes: Array(bytes[(separator + 1)...]))
    }

    /// What comes before the last separator: "/" for a name in the root, "." when there is no separator.
    package var folder: FilePath {
        guard let separator = bytes.lastIndex(of: FilePath.separator) else { return "." }
        return separator == 0 ? "/" : FilePath(bytes: Array(bytes[..<separator]))
    }

    private static let separator = UInt8(ascii: "/")
}

extension FilePath {
    /// Calls `body` with the path as C sees it. A path with a zero byte in it names no file: `EINVAL`.
    func withCString<Result>(
        _ call: String,
        _ body: (UnsafePointer<CChar>) throws(SystemCallError) -> Result
    ) throws(SystemCallError) -> Result {
        if bytes.contains(0) { throw SystemCallError(EINVAL, call) }
        let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
        return try unsafe terminated.withUnsafeBufferPointer { buffer throws(SystemCallError) in
            guard let start = buffer.baseAddress else { throw SystemCallError(EINVAL, call) }
            return try unsafe body(start)
        }
    }
}
