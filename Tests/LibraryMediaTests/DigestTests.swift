import Digests
import LibraryModel
import Testing

@Suite struct DigestTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `SHA-256 is that of FIPS 180-4`(message: String, expected: String) {
        #expect(SHA256.digest(of: Array(message.utf8)).hexadecimal == expected)
    }

    @Test func `bytes that come in pieces have the digest of the whole`() {
        let whole = (0..<1_000_000).map { _ in UInt8(ascii: "a") }
        var digest = SHA256()
        for start in stride(from: 0, to: whole.count, by: 77_777) {
            digest.update(whole.span.extracting(start..<min(start + 77_777, whole.count)))
        }
        #expect(
            digest.finish().hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        )
    }

    @Test(arguments: [
        // RFC 4231, cases 1, 2 and 6, and an empty key.
        (
            [UInt8](repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        ([], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ])
    func `HMAC is that of RFC 4231`(key: [UInt8], message: String, expected: String) {
        #expect(HMACSHA256.code(of: Array(message.utf8), key: key).hexadecimal == expected)
    }

    @Test func `codes are compared as a whole`() {
        #expect(HMACSHA256.areEqual([1, 2, 3], [1, 2, 3]))
        #expect(!HMACSHA256.areEqual([1, 2, 3], [1, 2, 4]))
        #expect(!HMACSHA256.areEqual([1, 2, 3], [1, 2]))
    }

}
