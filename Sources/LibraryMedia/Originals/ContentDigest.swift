internal import LibraryModel
internal import LinuxSystem

/// The SHA-256 of an original's bytes, which names its file.
package struct ContentDigest: Hashable, Sendable {
    /// 32 bytes.
    package let bytes: [UInt8]

    /// Returns nil unless there are 32 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// The digest of a path that `OriginalStore` made; nil for other paths.
    package init?(originalAt relativePath: String) {
        let parts = relativePath.split(separator: "/")
        guard parts.count == 3, parts[0] == "originals", parts[2].utf8.count == 64 else { return nil }
        let digits = Array(parts[2].utf8)
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: 64, by: 2) {
            guard let byte = UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        self.init(bytes)
        guard shard == parts[1] else { return nil }
    }

    /// 64 digits.
    package var hexadecimal: String { bytes.hexadecimal }

    /// The folder of a file with this digest, one of 256.
    var shard: String { shardNames[Int(bytes[0])] }
}

/// The folders of files that are named by a digest.
let shardNames: [String] = (0...UInt8.max).map { [$0].hexadecimal }
