import CloudBuckets
import HTTPTransfer
import LinuxSystem

extension Bucket {
    func put(_ key: BucketKey, _ bytes: [UInt8]) throws -> String? {
        try put(key, .bytes(bytes), Cancellation(), progress: { _ in })
    }

    /// Nil when it is not there.
    func bytes(_ key: BucketKey) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        let isThere = try get(key, Cancellation()) { _, piece in bytes.append(piece) }
        return isThere ? bytes : nil
    }

    func list(_ folder: BucketKey.Folder) throws -> [ListedObject] {
        var listed: [ListedObject] = []
        _ = try list(folder, Cancellation()) { listed += $0 }
        return listed.sorted { $0.key.text < $1.key.text }
    }

    func delete(_ keys: [BucketKey]) throws { try delete(keys, Cancellation()) }
}

extension BucketKey {
    /// A key for a test.
    static func made(_ folder: Folder, _ number: Int) -> BucketKey {
        let digits = String(number, radix: 16)
        guard let key = BucketKey(folder, digits: digits + String(repeating: "0", count: 64 - digits.utf8.count)) else {
            preconditionFailure("64 digits")
        }
        return key
    }
}

extension ObjectContent {
    /// Bytes of a test: each mebibyte has one value, so that parts in another order are other bytes.
    static func made(_ length: UInt64) -> ObjectContent {
        ObjectContent(length: length, isNamedByContent: true) { offset, count in
            var bytes: [UInt8] = []
            while bytes.count < count, offset + UInt64(bytes.count) < length {
                let position = offset + UInt64(bytes.count)
                let rest = min(((position >> 20) + 1) << 20, length) - position
                let value = UInt8(truncatingIfNeeded: (position >> 20) + 1)
                bytes += [UInt8](repeating: value, count: min(count - bytes.count, Int(rest)))
            }
            return bytes
        }
    }
}
