import Admission
import Glibc
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

@testable import LibraryMedia

/// Workers that lie in everything that they say, say it twice or never, or do not stop: each costs its job.
@Suite(.timeLimit(.minutes(2))) struct LyingWorkerTests {
    private static let box = PixelSize(width: 64, height: 64)

    private static func limits() -> WorkerLimits {
        var limits = WorkerLimits.decoders
        (limits.processes, limits.reserved, limits.perApp) = (1, 0, 1)
        limits.jobTimeout = 1_000_000_000
        return limits
    }

    @Test(arguments: [
        "answers-another-job", "writes-without-end", "control-characters", "no-memory", "unsealed-memory",
        "short-memory", "huge-memory", "folder", "many-descriptors", "larger-picture", "another-result",
        "tells-progress",
    ])
    func `a false reply fails the job and ends the worker`(name: String) throws {
        let scratch = try ScratchFolder()
        let workers = try MediaWorkers(
            program: HostileWorker.named(name, in: scratch),
            limits: LyingWorkerTests.limits()
        )
        for _ in 0..<2 {
            let error = #expect(throws: LibraryError.self) {
                _ = try workers.decodePixels(of: file([0]), fitting: LyingWorkerTests.box, for: .owner)
            }
            #expect(error == .workerTalkedNonsense)
            #expect(workers.processIdentifiers == [])
        }
    }

    @Test(arguments: ["goes-back", "writes-more", "another-result", "never-answers"])
    func `a false reply of an exporter fails the export`(name: String) throws {
        let scratch = try ScratchFolder()
        var limits = WorkerLimits.exporters
        limits.jobTimeout = 100_000_000
        let exports = try MovieExports(program: HostileWorker.named(name, in: scratch), limits: limits)
        var export = MovieExport(.mpeg4)
        export.maximumSize = 100
        var files = DescriptorList(try file([0]))
        files.append(try SealedMemory.makeUnsealed())
        let told = Mutex<[Int]>([])
        let error = #expect(throws: LibraryError.self) {
            try exports.export(export, files, for: .owner) { thousandths in told.withLock { $0.append(thousandths) } }
        }
        #expect(error?.code == .invalidResource && error?.reason != "the file is damaged")
        #expect(told.withLock { $0 } == (name == "goes-back" ? [500] : []))
        #expect(exports.processIdentifiers == [])
    }

    @Test func `an exporter's progress is told as it comes`() throws {
        let scratch = try ScratchFolder()
        let exports = try MovieExports(program: HostileWorker.named("tells-progress", in: scratch))
        var files = DescriptorList(try file([0]))
        files.append(try SealedMemory.makeUnsealed())
        let told = Mutex<[Int]>([])
        let error = #expect(throws: LibraryError.self) {
            try exports.export(MovieExport(.mpeg4), files, for: .owner) { thousandths in
                told.withLock { $0.append(thousandths) }
            }
        }
        #expect(error?.reason == "the file is damaged")
        #expect(told.withLock { $0 } == [500])
    }

    @Test func `a worker that never replies fails its job at the timeout`() throws {
        let scratch = try ScratchFolder()
        var limits = LyingWorkerTests.limits()
        limits.jobTimeout = 100_000_000
        let workers = try MediaWorkers(program: HostileWorker.named("never-answers", in: scratch), limits: limits)
        let error = #expect(throws: LibraryError.self) { _ = try workers.examine(file([0]), for: .owner) }
        #expect(error?.reason == "reading the file takes too long")
        #expect(workers.processIdentifiers == [])
    }

    @Test(arguments: ["answers-twice"])
    func `an unsolicited reply does not answer the next job`(name: String) throws {
        let scratch = try ScratchFolder()
        let workers = try MediaWorkers(
            program: HostileWorker.named(name, in: scratch),
            limits: LyingWorkerTests.limits()
        )
        let first = #expect(throws: LibraryError.self) { _ = try workers.examine(file([0]), for: .owner) }
        #expect(first?.reason == "the file is damaged")
        let second = #expect(throws: LibraryError.self) { _ = try workers.examine(file([0]), for: .owner) }
        #expect(second == .workerTalkedNonsense)
        #expect(workers.processIdentifiers == [])
    }

    /// A file as the server has it that another process handed over: in a socket, from which one worker takes it.
    private func enclosed(_ bytes: [UInt8]) throws -> OwnedDescriptor {
        let pair = try UnixSocket.pair()
        _ = try pair.first.send([0].span, descriptors: DescriptorList(try file(bytes)))
        return pair.take { _, second in second }
    }

    @Test func `a movie that kills its worker fails, whatever the next worker reports`() throws {
        let scratch = try ScratchFolder()
        let (first, real) = (
            try HostileWorker.named("takes-the-file-and-dies", in: scratch), try BuiltProgram.path("photolibrary-media")
        )
        // The first process is hostile, those after it are not.
        let script =
            "#!/bin/sh\nmkdir '\(scratch.file("began").text)' 2>/dev/null && exec '\(first.text)'\n"
            + "exec '\(real.text)' \"$@\"\n"
        let program = try scratch.write(Array(script.utf8), to: "worker")
        try FileNames.setMode(0o700, of: program)
        let complaints = Mutex<[String]>([])
        let workers = try MediaWorkers(program: program, limits: LyingWorkerTests.limits()) { line in
            complaints.withLock { $0.append(line) }
        }
        let movie = MovieFixture(frames: [try quarters()], width: 64, height: 48).bytes
        let error = #expect(throws: LibraryError.self) {
            _ = try workers.describeMovie(enclosed(movie), for: .owner)
        }
        #expect(error?.code == .invalidResource)
        #expect(complaints.withLock { $0 } == ["ended with status 10"])
        // Brought again it is read: the server lost nothing but that.
        #expect(try workers.describeMovie(enclosed(movie), for: .owner).tracks.count == 1)
    }

    @Test func `gigabytes on standard error become a few short lines, and delay nobody`() throws {
        let scratch = try ScratchFolder()
        let lines = Mutex<[String]>([])
        let workers = try MediaWorkers(
            program: HostileWorker.named("complains-without-end", in: scratch),
            limits: LyingWorkerTests.limits()
        ) { line in lines.withLock { $0.append(line) } }
        let error = #expect(throws: LibraryError.self) { _ = try workers.examine(file([0]), for: .owner) }
        #expect(error?.reason == "the file is damaged")
        #expect(lines.withLock { $0.count } <= 4)
        #expect(lines.withLock { $0.allSatisfy { $0.utf8.count <= 160 } })
    }

    @Test func `jobs of others succeed beside a worker that lies`() throws {
        let scratch = try ScratchFolder()
        let liars = try MediaWorkers(program: HostileWorker.named("never-answers", in: scratch))
        let honest = try MediaWorkers()
        let cancellation = Cancellation()
        let photo = try quarters()
        try withThreads(2) { number in
            if number == 0 {
                #expect(throws: LibraryError.self) {
                    _ = try liars.examine(file([0]), for: Requester(.app("one"), cancellation))
                }
            } else {
                while liars.load.working == 0 { sched_yield() }
                _ = try honest.examine(file(photo), for: .owner)
                cancellation.cancel()
            }
        }
    }
}
