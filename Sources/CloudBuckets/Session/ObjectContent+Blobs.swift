internal import CloudEncryption
internal import CloudSync
internal import LinuxSystem
internal import Synchronization

extension ObjectContent {
    /// A file of the library in the bucket's form. `file` stays open while the content is used.
    static func blob(_ blob: BlobID, _ file: OpenBlob, _ form: BucketForm) throws -> ObjectContent {
        switch form {
        case .plain:
            return ObjectContent(length: file.size, isNamedByContent: true) { offset, count in
                try file.read(at: offset, count: count)
            }
        case .sealed(let cipher):
            guard let chunks = BlobChunks(size: file.size) else { throw BucketFailure.tooLarge }
            return ObjectContent(length: chunks.sealedSize, isNamedByContent: true) { offset, count in
                try file.sealed(at: offset, count: count, chunks, blob, cipher)
            }
        }
    }
}

/// A file of the library that is being uploaded.
final class OpenBlob: Sendable {
    private let file: OwnedDescriptor
    let size: UInt64
    /// The last sealed chunk: bodies are read in smaller pieces than chunks.
    private let sealed = Mutex<(number: UInt64, bytes: [UInt8])?>(nil)

    init(_ file: consuming OwnedDescriptor) throws {
        size = UInt64(clamping: try file.status().size)
        self.file = file
    }

    /// Reads `count` bytes, fewer at the end.
    func read(at offset: UInt64, count: Int) throws(SystemCallError) -> [UInt8] {
        try file.read(at: offset, count: count)
    }

    /// Seals the chunks that a part of the sealed blob overlaps. Sealing is deterministic, so a repeated read is equal.
    fileprivate func sealed(
        at offset: UInt64,
        count: Int,
        _ chunks: BlobChunks,
        _ blob: BlobID,
        _ cipher: BucketCipher
    ) throws -> [UInt8] {
        var result: [UInt8] = []
        var position = offset
        while result.count < count, position < chunks.sealedSize {
            let number = position / BlobChunks.sealedLength
            let sealed = try sealedChunk(number, chunks, blob, cipher)
            let part = sealed.dropFirst(Int(position % BlobChunks.sealedLength)).prefix(count - result.count)
            result += part
            position += UInt64(part.count)
        }
        return result
    }

    private func sealedChunk(
        _ number: UInt64,
        _ chunks: BlobChunks,
        _ blob: BlobID,
        _ cipher: BucketCipher
    ) throws -> [UInt8] {
        if let kept = sealed.withLock({ $0 }), kept.number == number { return kept.bytes }
        let length = chunks.length(of: number)
        let chunk = try read(at: number * BlobChunks.length, count: length)
        guard chunk.count == length else { throw SystemCallError(SystemCallError.invalidArgument, "read") }
        let bytes = cipher.seal(chunk: chunk, UInt32(number), isLast: chunks.isLast(number), of: blob)
        sealed.withLock { $0 = (number, bytes) }
        return bytes
    }
}
