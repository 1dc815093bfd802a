internal import CSodium

/// Swift wrappers of the functions of libsodium that are used.
enum Sodium {
    static let keyLength = 32
    static let nonceLength = 24
    static let tagLength = 16

    private static let isReady: Bool = sodium_init() >= 0

    static func random(_ count: Int) -> [UInt8] {
        precondition(isReady, "libsodium starts")
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }

    /// BLAKE2b with a key.
    static func hash(_ message: [UInt8], key: [UInt8], count: Int) -> [UInt8] {
        precondition(isReady, "libsodium starts")
        var digest = [UInt8](repeating: 0, count: count)
        let result = unsafe crypto_generichash(&digest, count, message, UInt64(message.count), key, key.count)
        precondition(result == 0, "BLAKE2b takes keys and digests of these lengths")
        return digest
    }

    /// XChaCha20-Poly1305: the ciphertext and its tag.
    static func encrypt(_ plaintext: [UInt8], nonce: [UInt8], context: [UInt8], key: [UInt8]) -> [UInt8] {
        precondition(isReady && nonce.count == nonceLength && key.count == keyLength, "lengths are the cipher's")
        var sealed = [UInt8](repeating: 0, count: plaintext.count + tagLength)
        let result = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed,
            nil,
            plaintext,
            UInt64(plaintext.count),
            context,
            UInt64(context.count),
            nil,
            nonce,
            key
        )
        precondition(result == 0, "XChaCha20-Poly1305 encrypts")
        return sealed
    }

    /// Nil if it was not encrypted with this key, nonce and context.
    static func decrypt(_ sealed: [UInt8], nonce: [UInt8], context: [UInt8], key: [UInt8]) -> [UInt8]? {
        precondition(isReady && nonce.count == nonceLength && key.count == keyLength, "lengths are the cipher's")
        guard sealed.count >= tagLength else { return nil }
        var plaintext = [UInt8](repeating: 0, count: sealed.count - tagLength)
        let result = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            &plaintext,
            nil,
            nil,
            sealed,
            UInt64(sealed.count),
            context,
            UInt64(context.count),
            nonce,
            key
        )
        return result == 0 ? plaintext : nil
    }

    /// Compares in constant time.
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe sodium_memcmp(left, right, left.count) == 0
    }
}
