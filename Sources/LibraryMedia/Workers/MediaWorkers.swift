internal import Glibc
package import LibraryModel
package import LinuxSystem
internal import MediaWorkerProtocol

/// Processes that read untrusted files: metadata, thumbnails, pixels, and JPEG files of pixels.
///
/// Guarantees:
/// 1. A file that crashes or hangs its worker gets an error (`invalidResource`) and affects nothing else: other jobs
///    run in other processes, and the next job gets a new one.
/// 2. The job of a worker that dies is retried once in a new one, so that a file is not blamed for a worker that was
///    killed from outside.
/// 3. Apps get workers in turn, each at most its share; some are reserved for the owner (`MediaWorkerQueue`).
/// 4. A worker gets a file only if its sandbox suffices (`SandboxCheck`), and only of the origin of its earlier files
///    (`FileOrigin`).
/// 5. Replies of workers are checked against their job on arrival (`MediaResult.answers`).
///
/// Blocks the calling thread until the job is done or stopped.
package final class MediaWorkers: Sendable {
    private let pool: MediaWorkerQueue

    /// `program`: nil for the `photolibrary-media` beside this program. `onComplaint` gets the workers' standard error,
    /// sanitized and shortened.
    package init(
        program: FilePath? = nil,
        sandbox: SandboxCheck = SandboxCheck(.full),
        limits: WorkerLimits = .decoders,
        onComplaint: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(LibraryError) {
        pool = try MediaWorkerQueue(.decoder, program, sandbox, limits, onComplaint)
    }

    /// Starts a worker where none runs. Throws `unavailable` when its sandbox is not enough.
    package func start() throws(LibraryError) { try pool.start(for: .owner) }

    deinit { shutDown() }

    /// Ends all processes. Running and later jobs fail with `unavailable`.
    package func shutDown() { pool.shutDown() }

    /// The running processes, for tests and statistics.
    package var processIdentifiers: [Int32] { pool.processIdentifiers }

    /// The numbers of running and waiting jobs.
    package var load: (working: Int, waiting: Int) { pool.load }

    // MARK: Jobs

    /// A file's metadata and, if requested, a JPEG file within `thumbnail`. An undecodable file is an error when a
    /// thumbnail is requested.
    package func examine(
        _ file: borrowing OwnedDescriptor,
        _ sideCar: SideCar? = nil,
        thumbnail: PixelSize? = nil,
        for requester: Requester
    ) throws(LibraryError) -> ExaminedFile {
        let job = MediaJob.examine(thumbnail: thumbnail, hasSideCar: sideCar != nil)
        var answer = try perform(job, on: file, requester, sideCar)
        guard case .metadata(let metadata, picture: _) = answer.result else { throw .workerTalkedNonsense }
        return ExaminedFile(metadata: metadata, thumbnail: answer.memory.take())
    }

    /// Describes the tracks of a movie. Throws `invalidResource` for other files.
    package func describeMovie(
        _ file: borrowing OwnedDescriptor,
        for requester: Requester
    ) throws(LibraryError) -> MovieDescription {
        guard case .movie(let movie) = try perform(.describeMovie, on: file, requester).result else {
            throw .workerTalkedNonsense
        }
        return movie
    }

    /// A JPEG file in sealed memory of the picture, or a video's first frame, scaled down to fit.
    package func makeThumbnail(
        of file: borrowing OwnedDescriptor,
        fitting size: PixelSize,
        for requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        var answer = try perform(.thumbnail(size), on: file, requester)
        guard case .picture = answer.result, let memory = answer.memory.take() else { throw .workerTalkedNonsense }
        return memory
    }

    /// The pixels of the picture, or a video's first frame, upright and scaled down to fit.
    package func decodePixels(
        of file: borrowing OwnedDescriptor,
        fitting size: PixelSize,
        for requester: Requester
    ) throws(LibraryError) -> PixelMemory {
        try decodePixels(of: file, .decode(size, onlyPictures: false), requester)
    }

    /// Like `decodePixels(of:fitting:for:)`, for images only. A movie is `invalidResource`.
    package func decodePixels(
        ofPicture file: borrowing OwnedDescriptor,
        fitting size: PixelSize,
        for requester: Requester
    ) throws(LibraryError) -> PixelMemory {
        try decodePixels(of: file, .decode(size, onlyPictures: true), requester)
    }

    private func decodePixels(
        of file: borrowing OwnedDescriptor,
        _ job: MediaJob,
        _ requester: Requester
    ) throws(LibraryError) -> PixelMemory {
        var answer = try perform(job, on: file, requester)
        guard case .picture(let actual) = answer.result, let memory = answer.memory.take() else {
            throw .workerTalkedNonsense
        }
        return PixelMemory(size: actual, memory: memory)
    }

    /// A JPEG file in sealed memory from pixels in sealed memory (as in `PixelImage`). `quality`: 1 to 100.
    package func encodeJPEG(
        of pixels: borrowing OwnedDescriptor,
        size: PixelSize,
        quality: Int,
        for requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        guard SealedMemory.isSealed(pixels) else {
            throw LibraryError(.invalidRequest, "pixels come in sealed memory")
        }
        guard try MediaWorkers.holds(pixels, size) else {
            throw LibraryError(.invalidRequest, "the pixels do not fit the picture's size")
        }
        var answer = try perform(.encodeJPEG(size, quality: quality), on: pixels, requester)
        guard case .picture = answer.result, let memory = answer.memory.take() else { throw .workerTalkedNonsense }
        return memory
    }

    /// A JPEG file in sealed memory of the picture, or a video's first frame, in full size with the file's metadata.
    /// `quality`: 1 to 100.
    package func makeJPEG(
        of file: borrowing OwnedDescriptor,
        quality: Int,
        for requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        var answer = try perform(.makeJPEG(quality: quality), on: file, requester)
        guard case .picture = answer.result, let memory = answer.memory.take() else { throw .workerTalkedNonsense }
        return memory
    }

    /// Whether sealed memory has exactly the pixels of a picture within the limits.
    private static func holds(_ pixels: borrowing OwnedDescriptor, _ size: PixelSize) throws(LibraryError) -> Bool {
        let sides = 1...PixelImage.maximumSide
        guard sides.contains(size.width), sides.contains(size.height) else { return false }
        do throws(SystemCallError) {
            return try pixels.status().size == Int64(size.width) * Int64(size.height) * 4
        } catch {
            throw LibraryError(storing: error)
        }
    }

    private func perform(
        _ job: MediaJob,
        on file: borrowing OwnedDescriptor,
        _ requester: Requester,
        _ sideCar: SideCar? = nil
    ) throws(LibraryError) -> WorkerAnswer {
        var attached = DescriptorList()
        do throws(SystemCallError) {
            attached.append(try file.duplicate())
            if let sideCar { attached.append(try SealedMemory.make(sideCar.bytes.span)) }
        } catch {
            throw LibraryError(storing: error)
        }
        return try pool.perform(job, with: attached, for: requester)
    }
}

/// A file's metadata and thumbnail.
package struct ExaminedFile: ~Copyable, Sendable {
    package var metadata: MediaMetadata
    /// A JPEG file in sealed memory.
    package var thumbnail: OwnedDescriptor?
}

/// Pixels in sealed memory, laid out as in `PixelImage`.
package struct PixelMemory: ~Copyable, Sendable {
    package var size: PixelSize
    package var memory: OwnedDescriptor
    /// Whether an original was decoded, because no rendition of the size was there.
    package var isOfOriginal = false

    /// Takes the memory.
    package consuming func takeMemory() -> OwnedDescriptor { memory }
}
