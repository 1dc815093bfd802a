internal import CCrypto

/// The SHA-256 digest (FIPS 180-4) of bytes that come bit by bit.
///
/// One owner; not shared between threads.
@safe
package struct SHA256: ~Copyable {
    /// The number of bytes of a digest.
    package static let byteCount = 32

    private let context: OpaquePointer

    package init() {
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("no memory for a digest context") }
        unsafe self.context = context
        guard unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            preconditionFailure("libcrypto has no SHA-256")
        }
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    package mutating func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            // Fails only for a context that was finished, and `finish` consumes this value.
            let result = unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
            precondition(result == 1, "an unfinished digest takes bytes")
        }
    }

    package mutating func update(_ bytes: [UInt8]) {
        update(bytes.span)
    }

    /// The digest of everything that came, `byteCount` bytes.
    package consuming func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
        let result = unsafe digest.withUnsafeMutableBufferPointer { buffer in
            unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
        }
        precondition(result == 1, "an unfinished digest can be finished")
        return digest
    }

    /// The digest of bytes that are all there.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var digest = SHA256()
        digest.update(bytes)
        return digest.finish()
    }
}
