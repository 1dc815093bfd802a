internal import CloudEncryption
internal import CloudSync
internal import Digests
internal import HTTPTransfer
internal import LinuxSystem

/// Decrypts a blob that arrives in pieces, chunk by chunk, and writes the file. The file is valid only once `finish`
/// has compared its digest.
struct BlobOpener: ~Copyable {
    private let blob: BlobID
    private let form: BucketForm
    private var digest = SHA256()
    /// The bytes of an incomplete chunk.
    private var waiting: [UInt8] = []
    private var number: UInt64 = 0

    /// The bytes are not those of the blob.
    struct Unreadable: Error {}

    init(_ blob: BlobID, _ form: BucketForm) {
        self.blob = blob
        self.form = form
    }

    /// The file's size for an object's size; nil for an impossible one.
    static func fileSize(ofObject size: UInt64, _ form: BucketForm) -> UInt64? {
        switch form {
        case .plain: size
        case .sealed: BlobChunks(sealedSize: size)?.size
        }
    }

    mutating func take(_ bytes: Span<UInt8>, to file: borrowing OwnedDescriptor) throws {
        guard case .sealed(let cipher) = form else { return try write(bytes, to: file) }
        let length = Int(BlobChunks.sealedLength)
        var taken = 0
        while taken < bytes.count {
            // Full and followed by more bytes, so it is not the last chunk.
            if waiting.count == length { try open(isLast: false, cipher, to: file) }
            let count = min(length - waiting.count, bytes.count - taken)
            waiting.reserveCapacity(length)
            waiting.append(bytes.extracting(taken..<taken + count))
            taken += count
        }
    }

    /// All bytes have arrived: opens the last chunk and compares the digest.
    consuming func finish(_ file: borrowing OwnedDescriptor) throws {
        if case .sealed(let cipher) = form { try open(isLast: true, cipher, to: file) }
        guard digest.finish() == blob.content.bytes else { throw Unreadable() }
    }

    private mutating func open(isLast: Bool, _ cipher: BucketCipher, to file: borrowing OwnedDescriptor) throws {
        guard let number32 = UInt32(exactly: number),
            let chunk = cipher.open(chunk: waiting, number32, isLast: isLast, of: blob)
        else { throw Unreadable() }
        waiting.removeAll(keepingCapacity: true)
        number += 1
        try write(chunk.span, to: file)
    }

    private mutating func write(_ bytes: Span<UInt8>, to file: borrowing OwnedDescriptor) throws {
        digest.update(bytes)
        try file.write(bytes)
    }
}
