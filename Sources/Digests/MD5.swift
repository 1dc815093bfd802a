internal import CCrypto

/// The MD5 digest (RFC 1321), which S3 requires with some requests. Not for security.
package enum MD5 {
    private static let byteCount = 16

    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        let result = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_md5(), nil)
        precondition(result == 1, "libcrypto has MD5")
        return digest
    }
}
