package import LibraryModel

/// A worker's reply. Images and files come beside it in sealed memory.
package enum MediaResult: Hashable, Sendable {
    /// One of `failureCodes`, and a sentence.
    case failure(LibraryError)
    /// `picture`: the size of the thumbnail that comes with it.
    case metadata(MediaMetadata, picture: PixelSize?)
    /// Pixels, or a JPEG file, of this size.
    case picture(PixelSize)
    case copy(CopyOutcome)
    case movie(MovieDescription)
    /// `FilePatches` come with it, unless there is nothing to change.
    case removalPlan
    /// The size of the output in bytes; nil when the disk was full.
    case exported(size: Int64?)

    /// The failures that a worker may report.
    private static let failureCodes: [LibraryError.Code] = [
        .invalidResource, .invalidRequest, .internal, .protocolViolation,
    ]

    /// The payload of an ANSWER.
    package var encoded: [UInt8] {
        var writer = PayloadWriter()
        switch self {
        case .failure(let error):
            writer.put(1 as UInt8)
            writer.put(UInt8(clamping: error.code.rawValue))
            writer.put(error.reason, .reason)
            writer.put(error.isRetryable)
        case .metadata(let metadata, let picture):
            writer.put(2 as UInt8)
            writer.put(metadata)
            writer.put(picture) { $0.put($1) }
        case .picture(let size):
            writer.put(3 as UInt8)
            writer.put(size)
        case .copy(.copied(let digest, let size)):
            writer.put(4 as UInt8)
            writer.putRaw(digest)
            writer.put(size)
        case .copy(.tooLarge(let size)):
            writer.put(5 as UInt8)
            writer.put(size)
        case .copy(.notStored(let errorNumber, let call)):
            writer.put(6 as UInt8)
            writer.put(errorNumber)
            writer.put(call, .token)
        case .movie(let movie):
            writer.put(7 as UInt8)
            writer.put(movie)
        case .removalPlan: writer.put(8 as UInt8)
        case .exported(let size):
            writer.put(9 as UInt8)
            writer.put(size) { $0.put($1) }
        }
        return writer.bytes
    }

    package init(decoding payload: [UInt8]) throws(WorkerChannelFailure) {
        var reader = PayloadReader(payload)
        switch try reader.integer(UInt8.self) {
        case 1:
            let code = LibraryError.Code(rawValue: UInt32(try reader.integer(UInt8.self)))
            guard MediaResult.failureCodes.contains(code) else { throw .violation }
            self = .failure(LibraryError(code, try reader.text(.reason), isRetryable: try reader.truth()))
        case 2:
            let metadata = try reader.metadata()
            let size = try reader.optional { reader throws(WorkerChannelFailure) in try reader.size() }
            self = .metadata(metadata, picture: size)
        case 3: self = .picture(try reader.size())
        case 4:
            let digest = Array(try reader.raw(CopyOutcome.digestLength))
            self = .copy(.copied(digest: digest, size: try reader.integer(in: 0...Int64.max)))
        case 5: self = .copy(.tooLarge(size: try reader.integer(in: 0...Int64.max)))
        case 6:
            let errorNumber = try reader.integer(in: 1...CopyOutcome.largestErrorNumber)
            self = .copy(.notStored(errorNumber: errorNumber, call: try reader.text(.token)))
        case 7: self = .movie(try reader.movie())
        case 8: self = .removalPlan
        case 9:
            self = .exported(
                size: try reader.optional { reader throws(WorkerChannelFailure) in
                    try reader.integer(in: 0...MovieExport.largestSize)
                }
            )
        default: throw .violation
        }
        try reader.finish()
    }
}

/// The outcome of a copy.
package enum CopyOutcome: Hashable, Sendable {
    /// The SHA-256 of the bytes.
    case copied(digest: [UInt8], size: Int64)
    /// The file exceeds the size limit; nothing was copied.
    case tooLarge(size: Int64)
    /// Writing the copy failed.
    case notStored(errorNumber: Int32, call: String)

    /// Bytes.
    fileprivate static let digestLength = 32
    /// Linux has no larger errno.
    static let largestErrorNumber: Int32 = 4095
}
