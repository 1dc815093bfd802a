internal import CloudEncryption

/// The positions of a sealed blob's chunks.
struct BlobChunks: Hashable, Sendable {
    /// Bytes of the file.
    let size: UInt64
    let count: UInt64

    static let length = UInt64(BucketCipher.chunkLength)
    static let sealedLength = UInt64(BucketCipher.chunkLength + BucketCipher.overhead)

    /// Nil for a file with more chunks than can be numbered: four petabytes.
    init?(size: UInt64) {
        self.size = size
        // An empty file is one empty chunk.
        count = max(1, size / BlobChunks.length + (size % BlobChunks.length == 0 ? 0 : 1))
        if count > UInt64(UInt32.max) { return nil }
    }

    /// From the length of a sealed blob; nil for an impossible length.
    init?(sealedSize: UInt64) {
        let overhead = UInt64(BucketCipher.overhead)
        let count = sealedSize / BlobChunks.sealedLength + (sealedSize % BlobChunks.sealedLength == 0 ? 0 : 1)
        guard count > 0, sealedSize >= count * overhead else { return nil }
        self.init(size: sealedSize - count * overhead)
        if self.count != count { return nil }
    }

    var sealedSize: UInt64 { size + count * UInt64(BucketCipher.overhead) }

    func isLast(_ number: UInt64) -> Bool { number + 1 == count }

    /// Bytes of a chunk's plaintext.
    func length(of number: UInt64) -> Int {
        Int(isLast(number) ? size - number * BlobChunks.length : BlobChunks.length)
    }
}
