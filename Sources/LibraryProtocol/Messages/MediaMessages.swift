package import CLibraryProtocol
package import LibraryModel

// What server and media workers say to each other.

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
}

/// What a media worker answers. Pictures and files come beside it in sealed memory.
package enum MediaResult: Hashable, Sendable {
    case failure(LibraryError)
    /// `picture`: a thumbnail of this size comes with it.
    case metadata(MediaMetadata, picture: PixelSize?)
    /// Pixels, or a JPEG file, of this size.
    case picture(PixelSize)
    case copy(CopyOutcome)
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

extension MediaJob: WholeMessage {
    package static let messageKind = MessageKind(photolibrary__media_job__init)

    package func write(to message: Message<Photolibrary__MediaJob>) {
        switch self {
        case .examine(let thumbnail):
            message[\.job_case] = PHOTOLIBRARY__MEDIA_JOB__JOB_EXAMINE
            message.put(\.examine, ExamineFileJob(thumbnail: thumbnail))
        case .thumbnail(let size):
            message[\.job_case] = PHOTOLIBRARY__MEDIA_JOB__JOB_THUMBNAIL
            message.put(\.thumbnail, size)
        case .decode(let size):
            message[\.job_case] = PHOTOLIBRARY__MEDIA_JOB__JOB_DECODE
            message.put(\.decode, size)
        case .encodeJPEG(let size, let quality):
            message[\.job_case] = PHOTOLIBRARY__MEDIA_JOB__JOB_ENCODE_JPEG
            message.put(\.encode_jpeg, EncodeJPEGCall(size, quality: quality))
        case .makeJPEG(let quality):
            message[\.job_case] = PHOTOLIBRARY__MEDIA_JOB__JOB_MAKE_JPEG
            message.put(\.make_jpeg, MakeJPEGJob(quality: quality))
        case .copy(let limits):
            message[\.job_case] = PHOTOLIBRARY__MEDIA_JOB__JOB_COPY
            message.put(\.copy, limits)
        }
    }

    package init(reading message: Message<Photolibrary__MediaJob>) throws(LibraryError) {
        switch message[\.job_case] {
        case PHOTOLIBRARY__MEDIA_JOB__JOB_EXAMINE:
            let job = try message.part(\.examine, as: ExamineFileJob.self).required("examine")
            self = .examine(thumbnail: job.thumbnail)
        case PHOTOLIBRARY__MEDIA_JOB__JOB_THUMBNAIL:
            self = .thumbnail(try message.part(\.thumbnail).required("thumbnail"))
        case PHOTOLIBRARY__MEDIA_JOB__JOB_DECODE: self = .decode(try message.part(\.decode).required("decode"))
        case PHOTOLIBRARY__MEDIA_JOB__JOB_ENCODE_JPEG:
            let job = try message.part(\.encode_jpeg, as: EncodeJPEGCall.self).required("encode_jpeg")
            let sides = 1...PixelImage.maximumSide
            guard sides.contains(job.size.width), sides.contains(job.size.height) else {
                throw .malformed("picture size")
            }
            self = .encodeJPEG(job.size, quality: job.quality)
        case PHOTOLIBRARY__MEDIA_JOB__JOB_MAKE_JPEG:
            self = .makeJPEG(quality: try message.part(\.make_jpeg, as: MakeJPEGJob.self).required("make_jpeg").quality)
        case PHOTOLIBRARY__MEDIA_JOB__JOB_COPY: self = .copy(try message.part(\.copy).required("copy"))
        default: throw .malformed("media job of an unknown kind")
        }
    }
}

private struct ExamineFileJob: MessageValue {
    static let messageKind = MessageKind(photolibrary__examine_file_job__init)

    var thumbnail: PixelSize?

    init(thumbnail: PixelSize?) { self.thumbnail = thumbnail }

    func write(to message: Message<Photolibrary__ExamineFileJob>) { message.put(\.thumbnail, thumbnail) }

    init(reading message: Message<Photolibrary__ExamineFileJob>) throws(LibraryError) {
        thumbnail = try message.part(\.thumbnail)
    }
}

private struct MakeJPEGJob: MessageValue {
    static let messageKind = MessageKind(photolibrary__make_jpeg_job__init)

    var quality: Int

    init(quality: Int) { self.quality = quality }

    func write(to message: Message<Photolibrary__MakeJpegJob>) {
        message.put(\.has_quality, \.quality, UInt32(clamping: quality))
    }

    init(reading message: Message<Photolibrary__MakeJpegJob>) throws(LibraryError) {
        quality = Int(try message.number(\.has_quality, \.quality).required("quality"))
    }
}

extension CopyLimits: MessageValue {
    package static let messageKind = MessageKind(photolibrary__copy_file_job__init)

    package func write(to message: Message<Photolibrary__CopyFileJob>) {
        message.put(\.has_maximum_size, \.maximum_size, size)
        message.put(\.has_maximum_picture_size, \.maximum_picture_size, pictureSize)
    }

    package init(reading message: Message<Photolibrary__CopyFileJob>) throws(LibraryError) {
        self.init(
            size: try message.number(\.has_maximum_size, \.maximum_size).required("maximum_size"),
            pictureSize: try message.number(\.has_maximum_picture_size, \.maximum_picture_size)
                .required("maximum_picture_size")
        )
    }
}

extension MediaResult: WholeMessage {
    package static let messageKind = MessageKind(photolibrary__media_result__init)

    package func write(to message: Message<Photolibrary__MediaResult>) {
        switch self {
        case .failure(let error): message.put(\.failure, error)
        case .metadata(let metadata, let picture):
            message.put(\.metadata, metadata)
            message.put(\.picture, picture)
        case .picture(let size): message.put(\.picture, size)
        case .copy(let outcome): message.put(\.copy, outcome)
        }
    }

    package init(reading message: Message<Photolibrary__MediaResult>) throws(LibraryError) {
        let size = try message.part(\.picture, as: PixelSize.self)
        if let error = try message.part(\.failure, as: LibraryError.self) {
            self = .failure(error)
        } else if let metadata = try message.part(\.metadata, as: MediaMetadata.self) {
            self = .metadata(metadata, picture: size)
        } else if let outcome = try message.part(\.copy, as: CopyOutcome.self) {
            self = .copy(outcome)
        } else {
            self = .picture(try size.required("result"))
        }
    }
}

extension CopyOutcome: MessageValue {
    package static let messageKind = MessageKind(photolibrary__copy_file_result__init)

    package func write(to message: Message<Photolibrary__CopyFileResult>) {
        switch self {
        case .copied(let digest, let size):
            message.put(\.has_digest, \.digest, digest)
            message.put(\.has_size, \.size, size)
        case .tooLarge(let size): message.put(\.has_size, \.size, size)
        case .notStored(let errorNumber, let call):
            message.put(\.has_error_number, \.error_number, errorNumber)
            message.put(\.call, call)
        }
    }

    package init(reading message: Message<Photolibrary__CopyFileResult>) throws(LibraryError) {
        if let errorNumber = message.number(\.has_error_number, \.error_number) {
            self = .notStored(errorNumber: errorNumber, call: message.text(\.call) ?? "")
            return
        }
        let size = try message.number(\.has_size, \.size).required("size")
        if let digest = message.bytes(\.has_digest, \.digest) {
            self = .copied(digest: digest, size: size)
        } else {
            self = .tooLarge(size: size)
        }
    }
}
