internal import Glibc
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
package import LinuxSystem

/// The worker's side: takes jobs from its parent's socket, one at a time, until the parent closes it.
package struct MediaWorker: ~Copyable {
    /// The number under which a worker finds its end of the socket pair.
    package static let socketNumber: CInt = 3
    /// Seconds after which a worker whose parent is not there to end it ends itself. Longer than any parent waits.
    private static let longestJob: CUnsignedInt = 300
    /// Bytes of pixels that come with a job: the largest picture that is handed around whole.
    private static let maximumPixelBytes = PixelImage.maximumSide * PixelImage.maximumSide * 4

    private let socket: LockstepSocket

    /// Binds this process to the limits of one, and starts its libraries.
    package init(socket: consuming OwnedDescriptor) throws {
        self.socket = LockstepSocket(socket)
        try MediaLibraries.limitProcess()
        try MediaLibraries.start()
    }

    /// The whole life of a worker process that was started with its end of the socket pair as `socketNumber`.
    package static func runOnInheritedSocket() throws {
        let socket = OwnedDescriptor(owning: socketNumber)
        guard try socket.status().kind == .socket else { throw SystemCallError(ENOTSOCK, "fstat") }
        try MediaWorker(socket: socket).run()
    }

    /// Works until the parent closes its end.
    package borrowing func run() throws {
        try socket.send(.hello, stream: 0)
        while true {
            do throws(LockstepFailure) {
                var frame = try socket.receive()
                let stream = frame.header.stream
                guard frame.header.type == .request else { throw .violation }
                alarm(MediaWorker.longestJob)
                let answer = answer(to: frame.payload, file: frame.descriptors.takeFirst())
                alarm(0)
                try socket.send(
                    .response,
                    stream: stream,
                    payload: answer.result.encoded(),
                    descriptors: answer.attachments
                )
            } catch {
                if error == .closed { return }
                throw error
            }
        }
    }

    private struct Answer: ~Copyable {
        var result: MediaResult
        var attachments = DescriptorList()
    }

    private borrowing func answer(to payload: [UInt8], file: consuming OwnedDescriptor?) -> Answer {
        do throws(LibraryError) {
            let job = try MediaJob(decoding: payload.span)
            guard let file else { throw LibraryError(.protocolViolation, "a media job without a file") }
            return try MediaWorker.perform(job, on: file)
        } catch {
            return Answer(result: .failure(error))
        }
    }

    private static func perform(_ job: MediaJob, on file: borrowing OwnedDescriptor) throws(LibraryError) -> Answer {
        switch job {
        case .examine(let thumbnailSize):
            let media = try MediaFile(descriptor: file.rawValue)
            let metadata = try media.readMetadata()
            guard let thumbnailSize else { return Answer(result: .metadata(metadata, picture: nil)) }
            let image = try media.decodePixels(fitting: thumbnailSize)
            let jpeg = try image.encodedJPEG(quality: MediaLimits.thumbnailQuality)
            return Answer(
                result: .metadata(metadata, picture: image.size),
                attachments: DescriptorList(try sealed(jpeg))
            )
        case .thumbnail(let size):
            let image = try MediaFile(descriptor: file.rawValue).decodePixels(fitting: size)
            let jpeg = try image.encodedJPEG(quality: MediaLimits.thumbnailQuality)
            return Answer(result: .picture(image.size), attachments: DescriptorList(try sealed(jpeg)))
        case .decode(let size):
            let image = try MediaFile(descriptor: file.rawValue).decodePixels(fitting: size)
            return Answer(result: .picture(image.size), attachments: DescriptorList(try sealed(image.rgba)))
        case .encodeJPEG(let size, let quality):
            let image = try pixels(of: file, size: size)
            return Answer(
                result: .picture(size),
                attachments: DescriptorList(try sealed(image.encodedJPEG(quality: quality)))
            )
        case .makeJPEG(let quality):
            let picture = try MediaFile(descriptor: file.rawValue).makeJPEG(quality: quality)
            return Answer(result: .picture(picture.size), attachments: DescriptorList(try sealed(picture.bytes)))
        }
    }

    private static func sealed(_ bytes: [UInt8]) throws(LibraryError) -> OwnedDescriptor {
        do throws(SystemCallError) {
            let memory = try SealedMemory.make(bytes.span)
            // For those who read it rather than map it.
            try memory.seek(to: 0)
            return memory
        } catch {
            throw LibraryError(.internal, "no memory for a picture")
        }
    }

    private static func pixels(of memory: borrowing OwnedDescriptor, size: PixelSize) throws(LibraryError) -> PixelImage
    {
        let mapped: MappedMemory
        do throws(SystemCallError) {
            mapped = try MappedMemory(sealed: memory, maximumCount: maximumPixelBytes)
        } catch {
            throw LibraryError(.invalidRequest, "pixels come in sealed memory")
        }
        let bytes = mapped.withBytes { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
        guard let image = PixelImage(size: size, rgba: bytes) else {
            throw LibraryError(.invalidRequest, "the pixels do not fit the picture's size")
        }
        return image
    }
}
