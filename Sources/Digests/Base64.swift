internal import CCrypto

/// The encoding of bytes as text (RFC 4648, 4).
package enum Base64 {
    package static func text(of bytes: [UInt8]) -> String {
        // Four characters for each three bytes, and libcrypto's zero byte.
        var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        let count = unsafe EVP_EncodeBlock(&text, bytes, CInt(bytes.count))
        return String(decoding: text.prefix(Int(count)), as: UTF8.self)
    }
}
