package import CloudEncryption
package import CloudSync
internal import Digests
internal import LibraryModel

/// How a bucket stores the engine's objects: encrypted or not.
///
/// Without encryption an object's name is the SHA-256 of its identity in the engine. A head, segment or part of a
/// snapshot is preceded by the SHA-256 of its bytes; a blob's identity has that already.
package enum BucketForm: Sendable {
    case sealed(BucketCipher)
    case plain

    package func key(of object: ObjectName) -> BucketKey {
        let text: String
        switch self {
        case .sealed(let cipher): text = cipher.name(of: object)
        case .plain:
            let folder: BucketKey.Folder = if case .head = object { .heads } else { .objects }
            text = "\(folder.rawValue)/\(SHA256.digest(of: object.canonicalBytes).hexadecimal)"
        }
        guard let key = BucketKey(text) else { preconditionFailure("names are a folder and 64 digits") }
        return key
    }

    // MARK: Heads, segments, snapshots

    func close(_ bytes: [UInt8], _ key: BucketKey) -> [UInt8] {
        switch self {
        case .sealed(let cipher): cipher.seal(bytes, name: key.text)
        case .plain: SHA256.digest(of: bytes) + bytes
        }
    }

    /// Nil for bytes that were not written under this name.
    func open(_ stored: [UInt8], _ key: BucketKey) -> [UInt8]? {
        switch self {
        case .sealed(let cipher): return cipher.open(stored, name: key.text)
        case .plain:
            let bytes = Array(stored.dropFirst(SHA256.byteCount))
            return Array(stored.prefix(SHA256.byteCount)) == SHA256.digest(of: bytes) ? bytes : nil
        }
    }
}
