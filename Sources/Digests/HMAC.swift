internal import CCrypto

/// HMAC (RFC 2104) with SHA-256.
package enum HMACSHA256 {
    /// The authentication code of `message` under `key`, 32 bytes.
    package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        // libcrypto takes a null key for "the key of before", so an empty one must still have an address.
        let present = key.isEmpty ? [0] : key
        var code = [UInt8](repeating: 0, count: SHA256.byteCount)
        let done = unsafe code.withUnsafeMutableBufferPointer { output in
            unsafe present.withUnsafeBufferPointer { keyBytes in
                unsafe message.withUnsafeBufferPointer { messageBytes in
                    unsafe HMAC(
                        EVP_sha256(),
                        keyBytes.baseAddress,
                        CInt(key.count),
                        messageBytes.baseAddress,
                        messageBytes.count,
                        output.baseAddress,
                        nil
                    ) != nil
                }
            }
        }
        precondition(done, "libcrypto has HMAC with SHA-256")
        return code
    }

    /// Whether two codes are equal, in a time that does not tell where they differ.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }
}
