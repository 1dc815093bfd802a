internal import CLibraryProtocol
package import LibraryModel

/// What the server asks of a media worker.
package enum MediaJob: Hashable, Sendable {
    /// What the file says of itself and, where asked for, a JPEG file that fits into the size. Comes with the file.
    case examine(thumbnail: PixelSize?)
    /// A JPEG file that fits into the size. Comes with the file.
    case thumbnail(PixelSize)
    /// Pixels that fit into the size. Comes with the file.
    case decode(PixelSize)
    /// A JPEG file of the pixels in sealed memory that come with this.
    case encodeJPEG(PixelSize, quality: Int)
    /// A JPEG file of the picture in its own size, with its metadata. Comes with the file.
    case makeJPEG(quality: Int)
    /// All bytes of a file into an empty one. Comes with both.
    case copy(CopyLimits)

    package func encoded() -> [UInt8] {
        let arena = MessageArena()
        let message = unsafe arena.make(photolibrary__media_job__init)
        switch self {
        case .examine(let thumbnail):
            let job = unsafe arena.make(photolibrary__examine_file_job__init)
            if let thumbnail { unsafe job.pointee.thumbnail = unsafe arena.picture(thumbnail) }
            unsafe message.pointee.job_case = PHOTOLIBRARY__MEDIA_JOB__JOB_EXAMINE
            unsafe message.pointee.examine = unsafe job
        case .thumbnail(let size):
            unsafe message.pointee.job_case = PHOTOLIBRARY__MEDIA_JOB__JOB_THUMBNAIL
            unsafe message.pointee.thumbnail = unsafe arena.picture(size)
        case .decode(let size):
            unsafe message.pointee.job_case = PHOTOLIBRARY__MEDIA_JOB__JOB_DECODE
            unsafe message.pointee.decode = unsafe arena.picture(size)
        case .encodeJPEG(let size, let quality):
            let job = unsafe arena.make(photolibrary__encode_jpeg_call__init)
            unsafe job.pointee.picture = unsafe arena.picture(size)
            unsafe job.pointee.quality = UInt32(clamping: quality)
            unsafe message.pointee.job_case = PHOTOLIBRARY__MEDIA_JOB__JOB_ENCODE_JPEG
            unsafe message.pointee.encode_jpeg = unsafe job
        case .makeJPEG(let quality):
            let job = unsafe arena.make(photolibrary__make_jpeg_job__init)
            unsafe job.pointee.quality = UInt32(clamping: quality)
            unsafe message.pointee.job_case = PHOTOLIBRARY__MEDIA_JOB__JOB_MAKE_JPEG
            unsafe message.pointee.make_jpeg = unsafe job
        case .copy(let limits):
            let job = unsafe arena.make(photolibrary__copy_file_job__init)
            unsafe job.pointee.maximum_size = limits.size
            unsafe job.pointee.maximum_picture_size = limits.pictureSize
            unsafe message.pointee.job_case = PHOTOLIBRARY__MEDIA_JOB__JOB_COPY
            unsafe message.pointee.copy = unsafe job
        }
        var buffer = [UInt8](repeating: 0, count: unsafe photolibrary__media_job__get_packed_size(message))
        _ = unsafe buffer.withUnsafeMutableBytes {
            unsafe photolibrary__media_job__pack(message, $0.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        return withExtendedLifetime(arena) { buffer }
    }

    /// Throws `protocolViolation` when the bytes are no job.
    package init(decoding payload: Span<UInt8>) throws(LibraryError) {
        let cost = unsafe try UnpackCost.measure(
            payload,
            photolibrary__media_job__init,
            atMost: UnpackCost.maximumOfSmallMessage
        )
        let arena = MessageArena(budget: cost.messages)
        guard let message = unsafe arena.unpack(payload, photolibrary__media_job__unpack)?.pointee else {
            throw .malformed("media job")
        }
        defer { withExtendedLifetime(arena) {} }
        switch unsafe message.job_case {
        case PHOTOLIBRARY__MEDIA_JOB__JOB_EXAMINE:
            let thumbnail = unsafe try present(message.examine).thumbnail
            self = unsafe .examine(thumbnail: thumbnail == nil ? nil : try PixelSize(decoding: present(thumbnail)))
        case PHOTOLIBRARY__MEDIA_JOB__JOB_THUMBNAIL:
            self = unsafe .thumbnail(try PixelSize(decoding: present(message.thumbnail)))
        case PHOTOLIBRARY__MEDIA_JOB__JOB_DECODE:
            self = unsafe .decode(try PixelSize(decoding: present(message.decode)))
        case PHOTOLIBRARY__MEDIA_JOB__JOB_ENCODE_JPEG:
            let job = unsafe try present(message.encode_jpeg)
            self = unsafe .encodeJPEG(try PixelSize(decoding: present(job.picture)), quality: Int(job.quality))
        case PHOTOLIBRARY__MEDIA_JOB__JOB_MAKE_JPEG:
            self = unsafe .makeJPEG(quality: Int(try present(message.make_jpeg).quality))
        case PHOTOLIBRARY__MEDIA_JOB__JOB_COPY:
            let job = unsafe try present(message.copy)
            self = unsafe .copy(CopyLimits(size: job.maximum_size, pictureSize: job.maximum_picture_size))
        default: throw .malformed("media job of an unknown kind")
        }
    }
}

/// How large a file may be that is copied, in bytes.
package struct CopyLimits: Hashable, Sendable {
    package var size: Int64
    /// Of a picture that is not one of the raw formats or TIFF.
    package var pictureSize: Int64

    package init(size: Int64, pictureSize: Int64) {
        self.size = size
        self.pictureSize = pictureSize
    }
}

/// What became of a copy.
package enum CopyOutcome: Hashable, Sendable {
    case copied(digest: [UInt8], size: Int64)
    /// Larger than it may be; nothing was copied.
    case tooLarge(size: Int64)
    /// The copy could not be written.
    case notStored(errorNumber: Int32, call: String)
}

extension MessageArena {
    fileprivate func copyResult(_ outcome: CopyOutcome) -> UnsafeMutablePointer<Photolibrary__CopyFileResult> {
        let result = unsafe make(photolibrary__copy_file_result__init)
        switch outcome {
        case .copied(let digest, let size):
            unsafe result.pointee.has_digest = 1
            unsafe result.pointee.digest = unsafe bytes(digest)
            unsafe result.pointee.has_size = 1
            unsafe result.pointee.size = size
        case .tooLarge(let size):
            unsafe result.pointee.has_size = 1
            unsafe result.pointee.size = size
        case .notStored(let errorNumber, let call):
            unsafe result.pointee.has_error_number = 1
            unsafe result.pointee.error_number = errorNumber
            unsafe result.pointee.call = unsafe string(call)
        }
        return unsafe result
    }
}

extension CopyOutcome {
    fileprivate init(decoding message: Photolibrary__CopyFileResult) throws(LibraryError) {
        if unsafe message.has_error_number != 0 {
            self = unsafe .notStored(errorNumber: message.error_number, call: decodeString(message.call))
        } else if unsafe message.has_size != 0, unsafe message.has_digest != 0 {
            self = unsafe .copied(digest: message.digest.array, size: message.size)
        } else if unsafe message.has_size != 0 {
            self = unsafe .tooLarge(size: message.size)
        } else {
            throw .malformed("copy without an outcome")
        }
    }
}

/// What a media worker answers. Pictures and files come beside it in sealed memory.
package enum MediaResult: Hashable, Sendable {
    case failure(LibraryError)
    /// `picture`: a thumbnail of this size comes with it.
    case metadata(MediaMetadata, picture: PixelSize?)
    /// Pixels, or a JPEG file, of this size.
    case picture(PixelSize)
    case copy(CopyOutcome)

    package func encoded() -> [UInt8] {
        let arena = MessageArena()
        let message = unsafe arena.make(photolibrary__media_result__init)
        switch self {
        case .failure(let error):
            unsafe message.pointee.failure = unsafe arena.failure(error)
        case .metadata(let metadata, let picture):
            unsafe message.pointee.metadata = unsafe arena.metadata(metadata)
            if let picture { unsafe message.pointee.picture = unsafe arena.picture(picture) }
        case .picture(let size):
            unsafe message.pointee.picture = unsafe arena.picture(size)
        case .copy(let outcome):
            unsafe message.pointee.copy = unsafe arena.copyResult(outcome)
        }
        var buffer = [UInt8](repeating: 0, count: unsafe photolibrary__media_result__get_packed_size(message))
        _ = unsafe buffer.withUnsafeMutableBytes {
            unsafe photolibrary__media_result__pack(message, $0.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        return withExtendedLifetime(arena) { buffer }
    }

    /// Throws `protocolViolation` when the bytes are no result.
    package init(decoding payload: Span<UInt8>) throws(LibraryError) {
        let cost = unsafe try UnpackCost.measure(
            payload,
            photolibrary__media_result__init,
            atMost: UnpackCost.maximumOfSmallMessage
        )
        let arena = MessageArena(budget: cost.messages)
        guard let message = unsafe arena.unpack(payload, photolibrary__media_result__unpack)?.pointee else {
            throw .malformed("media result")
        }
        defer { withExtendedLifetime(arena) {} }
        let size = unsafe message.picture == nil ? nil : try PixelSize(decoding: present(message.picture))
        if unsafe message.failure != nil {
            self = unsafe .failure(try LibraryError(decoding: present(message.failure)))
        } else if unsafe message.metadata != nil {
            self = unsafe .metadata(try MediaMetadata(decoding: present(message.metadata)), picture: size)
        } else if unsafe message.copy != nil {
            self = unsafe .copy(try CopyOutcome(decoding: present(message.copy)))
        } else if let size {
            self = .picture(size)
        } else {
            throw .malformed("media result without a result")
        }
    }
}
