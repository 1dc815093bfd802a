internal import Glibc
package import LibraryModel
package import LinuxSystem
internal import MediaWorkerProtocol

/// Processes that read untrusted files: metadata, thumbnails, pixels, and JPEG files of pixels.
///
/// What it guarantees:
/// 1. A file that kills or hangs its worker costs that file an error (`invalidResource`) and nothing else: other jobs
///    run in other processes, and the next job gets a new one.
/// 2. A worker that dies is tried once more with a fresh one, so that a file is not blamed for a worker that was killed
///    from outside.
/// 3. Workers are shared out between apps in turn, so many to each, and some are the owner's (`MediaWorkerQueue`).
/// 4. Nothing that a worker says is trusted further than its job goes.
///
/// Callers' threads wait until their job is done or they stop it. Call it from any thread that may wait.
package final class MediaWorkers: Sendable {
    private let pool: MediaWorkerQueue

    /// `program`: nil for the `photolibrary-media` beside this process's own program. `onComplaint` gets what workers
    /// write to standard error, plain and short.
    package init(
        program: FilePath? = nil,
        limits: WorkerLimits = .decoders,
        onComplaint: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(LibraryError) {
        pool = MediaWorkerQueue(
            WorkerKind(program: try MediaWorkers.program(program), arguments: [], onComplaint: onComplaint),
            limits
        )
    }

    /// Where the program of workers is.
    static func program(_ given: FilePath?) throws(LibraryError) -> FilePath {
        if let given { return given }
        do throws(SystemCallError) {
            return try FileNames.target(ofLink: "/proc/self/exe").folder.appending("photolibrary-media")
        } catch {
            throw LibraryError(.internal, "the media worker cannot be found: \(error)")
        }
    }

    deinit { shutDown() }

    /// Ends all processes; jobs under way and later ones get `unavailable`.
    package func shutDown() { pool.shutDown() }

    /// The processes that run now. For tests, and for a look from outside.
    package var processIdentifiers: [Int32] { pool.processIdentifiers }

    /// The callers that have a worker, and those that wait for one.
    package var load: (working: Int, waiting: Int) { pool.load }

    // MARK: Jobs

    /// What a file says of itself and, where asked for, a JPEG file that fits into `thumbnail`. A file of which nothing
    /// can be decoded is an error if a thumbnail is asked for.
    package func examine(
        _ file: borrowing OwnedDescriptor,
        thumbnail: PixelSize? = nil,
        for requester: Requester
    ) throws(LibraryError) -> ExaminedFile {
        var answer = try perform(.examine(thumbnail: thumbnail), on: file, requester)
        guard case .metadata(let metadata, let picture) = answer.result else { throw .workerTalkedNonsense }
        guard let thumbnail else { return ExaminedFile(metadata: metadata, thumbnail: nil) }
        guard let picture, picture.fits(thumbnail), let memory = answer.memory.take() else {
            throw .workerTalkedNonsense
        }
        return ExaminedFile(metadata: metadata, thumbnail: memory)
    }

    /// A JPEG file, in sealed memory, of the picture (or a video's first one), made smaller to fit.
    package func makeThumbnail(
        of file: borrowing OwnedDescriptor,
        fitting size: PixelSize,
        for requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        var answer = try perform(.thumbnail(size), on: file, requester)
        guard case .picture(let actual) = answer.result, actual.fits(size), let memory = answer.memory.take() else {
            throw .workerTalkedNonsense
        }
        return memory
    }

    /// The pixels of the picture (or of a video's first one), upright, made smaller to fit.
    package func decodePixels(
        of file: borrowing OwnedDescriptor,
        fitting size: PixelSize,
        for requester: Requester
    ) throws(LibraryError) -> PixelMemory {
        var answer = try perform(.decode(size), on: file, requester)
        guard case .picture(let actual) = answer.result, actual.fits(size), let memory = answer.memory.take() else {
            throw .workerTalkedNonsense
        }
        let byteCount: Int64
        do throws(SystemCallError) { byteCount = try memory.status().size } catch { throw .workerTalkedNonsense }
        guard byteCount == Int64(actual.width) * Int64(actual.height) * 4 else { throw .workerTalkedNonsense }
        return PixelMemory(size: actual, memory: memory)
    }

    /// A JPEG file, in sealed memory, of pixels in sealed memory (laid out as in `PixelImage`). `quality` is 1 to 100.
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
        guard case .picture(size) = answer.result, let memory = answer.memory.take() else {
            throw .workerTalkedNonsense
        }
        return memory
    }

    /// A JPEG file, in sealed memory, of the picture (or of a video's first one) in its own size, with the file's
    /// metadata. `quality` is 1 to 100.
    package func makeJPEG(
        of file: borrowing OwnedDescriptor,
        quality: Int,
        for requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        var answer = try perform(.makeJPEG(quality: quality), on: file, requester)
        guard case .picture = answer.result, let memory = answer.memory.take() else { throw .workerTalkedNonsense }
        return memory
    }

    /// Whether memory that is sealed has exactly the pixels of a picture that may be handed around.
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
        _ requester: Requester
    ) throws(LibraryError) -> WorkerAnswer {
        let attached: DescriptorList
        do throws(SystemCallError) { attached = DescriptorList(try file.duplicate()) } catch {
            throw LibraryError(storing: error)
        }
        return try pool.perform(job, with: attached, for: requester)
    }
}

/// What was read from a file, and its thumbnail.
package struct ExaminedFile: ~Copyable, Sendable {
    package var metadata: MediaMetadata
    /// A JPEG file in sealed memory.
    package var thumbnail: OwnedDescriptor?
}

/// Pixels in sealed memory, laid out as in `PixelImage`.
package struct PixelMemory: ~Copyable, Sendable {
    package var size: PixelSize
    package var memory: OwnedDescriptor

    /// Hands the memory over.
    package consuming func takeMemory() -> OwnedDescriptor { memory }
}

extension PixelSize {
    func fits(_ box: PixelSize) -> Bool { width <= box.width && height <= box.height }
}
