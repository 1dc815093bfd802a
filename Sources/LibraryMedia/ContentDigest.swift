internal import LinuxSystem

/// The SHA-256 of a stored file's bytes: what an original is called.
package struct ContentDigest: Hashable, Sendable {
    /// 32 bytes.
    package let bytes: [UInt8]

    /// Nil when there are not exactly 32.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// 64 digits.
    package var hexadecimal: String { bytes.reduce(into: "") { $0 += hexadecimalPairs[Int($1)] } }

    /// The name of the folder that a file of this digest is in, one of 256.
    var shard: String { hexadecimalPairs[Int(bytes[0])] }
}

let hexadecimalPairs: [String] = {
    let digits = Array("0123456789abcdef")
    return digits.flatMap { high in digits.map { String([high, $0]) } }
}()
