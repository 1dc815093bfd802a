package import CloudSync
internal import LibraryModel

/// Encrypts what leaves the machine: names disclose nothing, and only the key decrypts bytes.
///
/// A name is a keyed hash of the engine's name of the object. Bytes are sealed with XChaCha20-Poly1305, bound to the
/// object's name (and a blob's chunk to its number, and to whether it is the last), so objects that a bucket swapped,
/// shortened or altered do not decrypt. The nonce is a keyed hash of the name and the bytes: equal bytes under one name
/// have equal ciphertext, so a repeated write is identical, and a nonce is never reused for different bytes. The bucket
/// discloses the number, sizes and times of objects, and which ones are heads.
package struct BucketCipher: Sendable {
    private let namesKey: [UInt8]
    private let contentsKey: [UInt8]
    private let noncesKey: [UInt8]

    package init(_ key: LibraryKey) {
        namesKey = key.derived(for: "names")
        contentsKey = key.derived(for: "contents")
        noncesKey = key.derived(for: "nonces")
    }

    /// The prefix of the names of heads: the only names that are listed.
    package static let headPrefix = "heads/"
    private static let objectPrefix = "objects/"

    /// The size of a blob's chunks; the last one may be smaller.
    package static let chunkLength = 1024 * 1024
    /// The bytes that sealing adds to each object or chunk.
    package static let overhead = 1 + Sodium.nonceLength + Sodium.tagLength

    private static let version: UInt8 = 1

    package func name(of object: ObjectName) -> String {
        let digits = Sodium.hash(object.canonicalBytes, key: namesKey, count: 32).hexadecimal
        if case .head = object { return BucketCipher.headPrefix + digits }
        return BucketCipher.objectPrefix + digits
    }

    // MARK: Heads, segments, snapshots

    /// Seals an object that is stored under a name.
    package func seal(_ bytes: [UInt8], name: String) -> [UInt8] { seal(bytes, context: [0] + Array(name.utf8)) }

    /// Nil if it was not sealed for this name with this key.
    package func open(_ sealed: [UInt8], name: String) -> [UInt8]? { open(sealed, context: [0] + Array(name.utf8)) }

    // MARK: Blobs

    /// Seals a chunk of a blob; `number` counts from 0. An empty file has one empty chunk.
    package func seal(chunk: [UInt8], _ number: UInt32, isLast: Bool, of blob: BlobID) -> [UInt8] {
        seal(chunk, context: context(number, isLast: isLast, of: blob))
    }

    /// Nil if it is not this chunk of this blob.
    package func open(chunk sealed: [UInt8], _ number: UInt32, isLast: Bool, of blob: BlobID) -> [UInt8]? {
        open(sealed, context: context(number, isLast: isLast, of: blob))
    }

    private func context(_ number: UInt32, isLast: Bool, of blob: BlobID) -> [UInt8] {
        let digits = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        return [isLast ? 2 : 1] + digits + Array(name(of: .blob(blob)).utf8)
    }

    // MARK: Sealing

    private func seal(_ bytes: [UInt8], context: [UInt8]) -> [UInt8] {
        // The length separates context and bytes, so that no other pair has the same concatenation.
        let length = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: UInt64(context.count) >> $0) }
        let nonce = Sodium.hash(length + context + bytes, key: noncesKey, count: Sodium.nonceLength)
        let context = [BucketCipher.version] + context
        return [BucketCipher.version] + nonce
            + Sodium.encrypt(bytes, nonce: nonce, context: context, key: contentsKey)
    }

    private func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? {
        guard sealed.count >= BucketCipher.overhead, sealed.first == BucketCipher.version else { return nil }
        return Sodium.decrypt(
            Array(sealed.dropFirst(1 + Sodium.nonceLength)),
            nonce: Array(sealed.dropFirst().prefix(Sodium.nonceLength)),
            context: [BucketCipher.version] + context,
            key: contentsKey
        )
    }
}
