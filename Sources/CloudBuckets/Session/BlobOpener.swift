internal import CloudEncryption
internal import CloudSync
internal import Digests
internal import HTTPTransfer
internal import LinuxSystem

/// Takes a blob in pieces as it lies in a bucket, opens it chunk by chunk, and writes the file. What was written is
/// the library's only when `finish` has compared its digest.
struct BlobOpener: ~Copyable {
    private let blob: BlobID
    private let form: BucketForm
    private var digest = SHA256()
    /// A chunk that is not whole yet.
    private var waiting: [UInt8] = []
    private var number: UInt64 = 0

    /// What came is not the blob.
    struct Unreadable: Error {}

    init(_ blob: BlobID, _ form: BucketForm) {
        self.blob = blob
        self.form = form
    }

    /// The size of the file in an object of a size; nil for an object that cannot be one.
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
            // Full, and more comes: it is not the last one.
            if waiting.count == length { try open(isLast: false, cipher, to: file) }
            let count = min(length - waiting.count, bytes.count - taken)
            waiting.reserveCapacity(length)
            waiting.append(bytes.extracting(taken..<taken + count))
            taken += count
        }
    }

    /// All bytes have come.
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
