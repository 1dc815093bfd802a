import LibraryMedia
import LibraryModel
import LinuxSystem
import Synchronization
import Testing

/// HEIC files are the ones for which a worker's libraries start threads of their own.
@Suite(.timeLimit(.minutes(3)), .enabled(if: SamplePicture.canEncode(".heic"))) struct ParallelHEICTests {
    /// Jobs of each worker, so that workers start, decode and end beside each other all the time.
    private static let jobsPerProcess = 2
    private static let filesOfEach = 5

    @Test func `workers that start and decode HEIC files beside each other never crash`() throws {
        let picture = try #require(SamplePicture(width: 1_024, height: 768).encoded(".heic"))
        // A crash is hidden from the requester: its job is retried in another worker.
        let complaints = Mutex<[String]>([])
        var limits = WorkerLimits.decoders
        limits.jobsPerProcess = ParallelHEICTests.jobsPerProcess
        let workers = try MediaWorkers(limits: limits) { line in complaints.withLock { $0.append(line) } }
        let thumbnails = Mutex<Set<[UInt8]>>([])
        try withThreads(limits.processes) { _ in
            for _ in 0..<ParallelHEICTests.filesOfEach {
                let box = PixelSize(width: 512, height: 512)
                var examined = try workers.examine(file(picture), thumbnail: box, for: .owner)
                guard examined.metadata.contentType == "image/heic", let jpeg = examined.thumbnail.take() else {
                    throw FixtureError()
                }
                let bytes = try jpeg.readToEnd(limit: 1 << 22)
                thumbnails.withLock { _ = $0.insert(bytes) }
            }
        }
        workers.shutDown()
        #expect(complaints.withLock { $0 } == [])
        // Each gives the same picture.
        #expect(thumbnails.withLock(\.count) == 1)
    }
}
