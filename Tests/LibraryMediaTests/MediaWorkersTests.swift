import Admission
import Glibc
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import MediaWorkerProtocol
import SamplePhotos
import Synchronization
import Testing

@testable import LibraryMedia

@Suite(.timeLimit(.minutes(2))) struct MediaWorkersTests {
    private static let box = PixelSize(width: 64, height: 64)

    private let photo: [UInt8]

    init() throws {
        photo = try SamplePhoto(
            size: PixelSize(width: 320, height: 200),
            seed: 1,
            date: 1_714_566_896_000_000,
            utcOffset: 7200,
            location: Coordinate(latitude: 46.5, longitude: 7.25)
        ).encoded()
    }

    private func workers(_ change: (inout WorkerLimits) -> Void = { _ in }) throws -> MediaWorkers {
        var limits = WorkerLimits.decoders
        change(&limits)
        return try MediaWorkers(limits: limits)
    }

    @Test func `a worker reads a photo and makes its thumbnail`() throws {
        let workers = try workers()
        var examined = try workers.examine(file(photo), thumbnail: MediaWorkersTests.box, for: .owner)
        let expected = try metadata(of: photo)
        #expect(examined.metadata == expected)
        #expect(examined.metadata.location == Coordinate(latitude: 46.5, longitude: 7.25))
        guard let thumbnail = examined.thumbnail.take() else { throw FixtureError() }
        let isSealed = SealedMemory.isSealed(thumbnail)
        #expect(isSealed)
        let jpeg = try thumbnail.readToEnd(limit: 1 << 20)
        #expect(try metadata(of: jpeg).pixelWidth == 64)
        var plain = try workers.examine(file(photo), for: .owner)
        #expect(plain.metadata == expected)
        let hasThumbnail = if case .some = plain.thumbnail.take() { true } else { false }
        #expect(!hasThumbnail)
    }

    @Test func `a worker gives its thumbnail while programs of this person have many descriptors in flight`() throws {
        let sockets = try UnixSocket.pair()
        for _ in 0..<10 {
            var inFlight = DescriptorList()
            for _ in 0..<15 { inFlight.append(try file(photo)) }
            _ = try sockets.first.send([1].span, descriptors: inFlight)
        }
        var examined = try workers().examine(file(photo), thumbnail: MediaWorkersTests.box, for: .owner)
        let hasThumbnail = if case .some = examined.thumbnail.take() { true } else { false }
        #expect(hasThumbnail)
        _ = consume sockets
    }

    @Test func `a worker reads a side-car with the photo that it lies beside`() throws {
        let workers = try workers()
        let packet = Annotated.packet(Annotated.alternatives("dc:title", "Zoë") + "<xmp:Rating>4</xmp:Rating>")
        let sideCar = try #require(SideCar(Array(packet.utf8)))
        let annotations = try workers.examine(file(photo), sideCar, for: .owner).metadata.annotations
        #expect((annotations.title, annotations.rating) == ("Zoë", 4))
        // An unreadable one costs nothing but itself.
        let other = try #require(SideCar([0xFF, 0, 0x3C]))
        var expected = try metadata(of: photo)
        expected.isSideCarUnreadable = true
        #expect(try workers.examine(file(photo), other, for: .owner).metadata == expected)
    }

    @Test func `pixels go to a worker and come from one in sealed memory`() throws {
        let workers = try workers()
        let decoded = try workers.decodePixels(of: file(photo), fitting: MediaWorkersTests.box, for: .owner)
        let expected = try pixels(of: photo, fitting: MediaWorkersTests.box)
        let size = decoded.size
        #expect(size == expected.size)
        let mapped = try MappedMemory(sealed: decoded.memory)
        #expect(mapped.withBytes { bytes in bytes.count == expected.rgba.count && bytes[77] == expected.rgba[77] })
        let jpeg = try workers.encodeJPEG(of: decoded.memory, size: decoded.size, quality: 80, for: .owner)
        let bytes = try jpeg.readToEnd(limit: 1 << 20)
        #expect(try metadata(of: bytes).pixelHeight == 40)
    }

    @Test func `pixels that do not fit their size are refused`() throws {
        let workers = try workers()
        let memory = try file([UInt8](repeating: 1, count: 400))
        for size in [PixelSize(width: 10, height: 11), PixelSize(width: 100, height: 100)] {
            #expect(throws: LibraryError.self) {
                _ = try workers.encodeJPEG(of: memory, size: size, quality: 80, for: .owner)
            }
        }
        #expect(throws: LibraryError.self) {
            _ = try workers.encodeJPEG(of: memory, size: PixelSize(width: 10, height: 10), quality: 0, for: .owner)
        }
        _ = try workers.encodeJPEG(of: memory, size: PixelSize(width: 10, height: 10), quality: 80, for: .owner)
    }

    @Test func `an unreadable file fails without ending the worker`() throws {
        let workers = try workers { $0.beOne() }
        _ = try workers.examine(file(photo), for: .owner)
        let before = workers.processIdentifiers
        let error = #expect(throws: LibraryError.self) {
            _ = try workers.examine(file(Array("no photo".utf8)), for: .owner)
        }
        #expect(error?.code == .invalidResource)
        #expect(error?.reason == "not a photo or video that this library can read")
        #expect(workers.processIdentifiers == before)
    }

    @Test func `a worker that dies idle is replaced`() throws {
        let workers = try workers { $0.beOne() }
        _ = try workers.examine(file(photo), for: .owner)
        let first = try #require(workers.processIdentifiers.first)
        kill(first, SIGKILL)
        _ = try workers.examine(file(photo), for: .owner)
        #expect(workers.processIdentifiers != [first])
    }

    @Test func `a worker can be killed when its caller has ended it just before`() throws {
        let program = try FileNames.target(ofLink: "/proc/self/exe").folder.appending("photolibrary-media")
        let kind = WorkerKind(
            program: program,
            role: .decoder,
            niceness: 0,
            sandbox: SandboxCheck(.full),
            onComplaint: { Issue.record("\($0)") }
        )
        let slot = WorkerSlot(for: FileOrigin(.owner))
        let process = try slot.readyProcess(kind, for: FileOrigin(.owner), jobsPerProcess: 1)
        #expect(slot.endProcess())
        process.kill()
        #expect(process.hasEnded && slot.process == nil)
    }

    @Test func `a worker that is killed at work is replaced, and its job done by the new one`() throws {
        let workers = try workers { $0.beOne() }
        _ = try workers.examine(file(photo), for: .owner)
        let first = try #require(workers.processIdentifiers.first)
        kill(first, SIGSTOP)
        let photo = photo
        try withThreads(2) { number in
            if number == 0 {
                _ = try workers.examine(file(photo), for: .owner)
            } else {
                while workers.load.working == 0 { sched_yield() }
                kill(first, SIGKILL)
            }
        }
        #expect(workers.processIdentifiers != [first])
        #expect(workers.processIdentifiers.count == 1)
    }

    @Test func `a file that kills every worker gets an error, and others do not`() throws {
        let scratch = try ScratchFolder()
        // Dies as soon as it is asked for anything.
        let workers = try fakeWorkers(scratch, "head -c 1 <&3 >/dev/null; kill -9 $$")
        let error = #expect(throws: LibraryError.self) { _ = try workers.examine(file(photo), for: .owner) }
        #expect(error?.code == .invalidResource)
        #expect(error?.reason == "the file stopped the program that reads it")
        #expect(workers.processIdentifiers == [])
    }

    @Test func `a worker's invalid reply is rejected`() throws {
        let scratch = try ScratchFolder()
        for answer in [
            // A header that no frame has; an answer to another job; an answer that is no result.
            #"\377\377\377\377\377\377\377\377\377\377\377\377"#, #"\0\0\0\1\0\0\0\7\3\0\0\0\3"#,
            #"\0\0\0\1\0\0\0\1\3\0\0\0\377"#,
            // A descriptor that is not there, a payload that is too long.
            #"\0\0\0\1\0\0\0\1\3\1\0\0\3"#, #"\0\2\0\0\0\0\0\1\3\0\0\0"#,
        ] {
            let workers = try fakeWorkers(scratch, "head -c 1 <&3 >/dev/null; printf '\(answer)' >&3; cat <&3")
            let error = #expect(throws: LibraryError.self) { _ = try workers.examine(file(photo), for: .owner) }
            #expect(error?.reason == "the file confused the program that reads it")
            #expect(workers.processIdentifiers == [])
        }
    }

    @Test func `a worker that hangs is killed at its timeout`() throws {
        let workers = try workers {
            $0.beOne()
            $0.jobTimeout = 200_000_000
        }
        _ = try workers.examine(file(photo), for: .owner)
        let first = try #require(workers.processIdentifiers.first)
        kill(first, SIGSTOP)
        let error = #expect(throws: LibraryError.self) { _ = try workers.examine(file(photo), for: .owner) }
        #expect(error?.code == .invalidResource)
        #expect(error?.reason == "reading the file takes too long")
        #expect(kill(first, 0) == -1)
    }

    @Test func `a worker that does not start is the server's fault, not the file's`() throws {
        for program: FilePath in ["/nowhere/photolibrary-media", "/bin/true"] {
            let workers = try MediaWorkers(program: program)
            let error = #expect(throws: LibraryError.self) { _ = try workers.examine(file(photo), for: .owner) }
            #expect(error?.code == .internal)
        }
    }

    @Test func `a worker is replaced after its share of jobs`() throws {
        let workers = try workers {
            $0.beOne()
            $0.jobsPerProcess = 2
        }
        var seen: [Int32] = []
        for _ in 0..<5 {
            _ = try workers.examine(file(photo), for: .owner)
            seen += workers.processIdentifiers
        }
        #expect(seen.count == 5)
        #expect(seen[0] == seen[1] && seen[2] == seen[3])
        #expect(Set(seen).count == 3)
    }

    @Test func `an app's jobs beyond its queue's limit are refused`() throws {
        let workers = try workers {
            $0.beOne()
            $0.waitingPerApp = 1
        }
        _ = try workers.examine(file(photo), for: .owner)
        let first = try #require(workers.processIdentifiers.first)
        kill(first, SIGSTOP)
        let photo = photo
        let app = Requester(.app("one"))
        let results = Mutex<[LibraryError.Code: Int]>([:])
        try withThreads(3) { number in
            do throws(LibraryError) {
                switch number {
                case 0:
                    _ = try workers.examine(sealed(photo), for: app)
                case 1:
                    while workers.load.working == 0 { sched_yield() }
                    _ = try workers.examine(sealed(photo), for: app)
                default:
                    while workers.load.waiting == 0 { sched_yield() }
                    // Nobody else may wait.
                    do throws(LibraryError) { _ = try workers.examine(sealed(photo), for: app) } catch {
                        results.withLock { $0[error.code, default: 0] += 1 }
                    }
                    workers.shutDown()
                }
            } catch {
                results.withLock { $0[error.code, default: 0] += 1 }
            }
        }
        #expect(results.withLock { $0 } == [.limitExceeded: 1, .unavailable: 2])
        #expect(workers.processIdentifiers == [])
        let error = #expect(throws: LibraryError.self) { _ = try workers.examine(file(photo), for: .owner) }
        #expect(error?.code == .unavailable)
    }

    @Test func `a caller's deadline covers queueing and work`() throws {
        let workers = try workers {
            $0.beOne()
            $0.patience = 0
        }
        _ = try workers.examine(file(photo), for: .owner)
        let first = try #require(workers.processIdentifiers.first)
        kill(first, SIGSTOP)
        let photo = photo
        let codes = Mutex<[LibraryError.Code]>([])
        try withThreads(2) { number in
            if number == 1 { while workers.load.working == 0 { sched_yield() } }
            let deadline = MonotonicClock.deadline(after: number == 0 ? 400_000_000 : 100_000_000)
            do throws(LibraryError) {
                _ = try workers.examine(sealed(photo), for: Requester(.owner, Cancellation(deadline: deadline)))
            } catch {
                codes.withLock { $0.append(error.code) }
            }
        }
        #expect(codes.withLock { $0 } == [.deadlineExceeded, .deadlineExceeded])
        _ = try workers.examine(file(photo), for: .owner)
    }

    @Test func `a cancelled caller returns at once, and the process is reused when it has finished`() throws {
        let workers = try workers {
            $0.beOne()
            $0.patience = 60_000_000_000
        }
        _ = try workers.examine(file(photo), for: .owner)
        let first = try #require(workers.processIdentifiers.first)
        kill(first, SIGSTOP)
        let photo = photo
        let cancellation = Cancellation()
        let code = Mutex<LibraryError.Code?>(nil)
        try withThreads(2) { number in
            if number == 1 {
                while workers.load.working == 0 { sched_yield() }
                cancellation.cancel()
                return
            }
            do throws(LibraryError) {
                _ = try workers.examine(sealed(photo), for: Requester(.owner, cancellation))
            } catch {
                code.withLock { $0 = error.code }
            }
        }
        #expect(code.withLock { $0 } == .cancelled)
        kill(first, SIGCONT)
        _ = try workers.examine(file(photo), for: .owner)
        #expect(workers.processIdentifiers == [first])
    }

    @Test func `an app whose files hang occupies only its share of the processes`() throws {
        let scratch = try ScratchFolder()
        var limits = WorkerLimits.decoders
        (limits.processes, limits.reserved, limits.perApp, limits.patience) = (4, 1, 2, 0)
        // Never answers.
        let workers = try fakeWorkers(scratch, "cat <&3 >/dev/null", limits: limits)
        let photo = photo
        let cancellation = Cancellation()
        let codes = Mutex<[LibraryError.Code]>([])
        let shares: [Share] = [.app("one"), .app("one"), .app("one"), .app("other"), .owner]
        try withThreads(6) { number in
            if number == 5 {
                while workers.load != (4, 1) { sched_yield() }
                cancellation.cancel()
                return
            }
            do throws(LibraryError) {
                _ = try workers.examine(sealed(photo), for: Requester(shares[number], cancellation))
            } catch {
                codes.withLock { $0.append(error.code) }
            }
        }
        #expect(codes.withLock { $0 } == Array(repeating: .cancelled, count: 5))
    }

    @Test func `where a start takes longer than a job, jobs that come together wait for one process`() throws {
        var limits = WorkerLimits.decoders
        limits.growthDelay = 60_000_000_000
        let workers = try MediaWorkers(limits: limits)
        let photo = photo
        let processes = Mutex<Set<Int32>>([])
        try withThreads(4) { _ in
            for _ in 0..<3 {
                _ = try workers.examine(sealed(photo), for: .owner)
                processes.withLock { $0.formUnion(workers.processIdentifiers) }
            }
        }
        #expect(processes.withLock(\.count) == 1)
    }

    @Test func `a process that is not done soon is not waited for`() throws {
        let scratch = try ScratchFolder()
        var limits = WorkerLimits.decoders
        (limits.processes, limits.reserved, limits.patience, limits.growthDelay) = (2, 0, 0, 1_000_000)
        // Never answers.
        let workers = try fakeWorkers(scratch, "cat <&3 >/dev/null", limits: limits)
        let photo = photo
        let cancellation = Cancellation()
        try withThreads(3) { number in
            if number == 2 {
                while workers.processIdentifiers.count < 2 { sched_yield() }
                cancellation.cancel()
                return
            }
            #expect(throws: LibraryError.requestCancelled) {
                _ = try workers.examine(sealed(photo), for: Requester(.owner, cancellation))
            }
        }
    }

    @Test func `a requester that stops while it waits for a busy process is answered at once`() throws {
        let scratch = try ScratchFolder()
        var limits = WorkerLimits.decoders
        (limits.processes, limits.reserved, limits.patience, limits.growthDelay) = (2, 0, 0, .max / 2)
        let workers = try fakeWorkers(scratch, "cat <&3 >/dev/null", limits: limits)
        let photo = photo
        let cancellation = Cancellation()
        try withThreads(3) { number in
            if number == 2 {
                while workers.processIdentifiers.isEmpty { sched_yield() }
                cancellation.cancel()
                return
            }
            #expect(throws: LibraryError.requestCancelled) {
                _ = try workers.examine(sealed(photo), for: Requester(.owner, cancellation))
            }
        }
    }

    @Test func `a worker inherits only its end of a socket`() throws {
        let scratch = try ScratchFolder()
        let inherited = fcntl(STDERR_FILENO, F_DUPFD, 50)
        try #require(inherited >= 50)
        defer { close(inherited) }
        let facts = scratch.file("facts").text
        let look = "{ pwd; echo /proc/$$/fd/*; wc -c </proc/$$/environ; } >\(facts)"
        let workers = try fakeWorkers(scratch, "\(look); head -c 1 <&3 >/dev/null; kill -9 $$")
        #expect(throws: LibraryError.self) { _ = try workers.examine(file(photo), for: .owner) }
        let lines = try String(
            decoding: OwnedDescriptor(opening: FilePath(facts)).readToEnd(limit: 10_000),
            as: UTF8.self
        )
        .split(separator: "\n")
        try #require(lines.count == 3)
        #expect(lines[0] == "/")
        let open = lines[1].split(separator: " ").compactMap { Int($0.split(separator: "/").last ?? "") }
        // 4 is the folder that is being listed; from 10 on they are the shell's own.
        #expect(open.filter { $0 < 10 && $0 != 4 }.sorted() == [0, 1, 2, 3])
        #expect(!open.contains(Int(inherited)))
        // What the shell has was not given to it.
        #expect(lines[2] == "0")
    }

    @Test func `a worker's standard error is passed on sanitized and shortened`() throws {
        let scratch = try ScratchFolder()
        let lines = Mutex<[String]>([])
        let body =
            #"for n in 1 2 3 4 5 6 7 8 9; do printf 'line\033[31m %0300d\n' $n >&2; done; "#
            + "head -c 1 <&3 >/dev/null; kill -9 $$"
        let workers = try fakeWorkers(scratch, body) { line in lines.withLock { $0.append(line) } }
        #expect(throws: LibraryError.self) { _ = try workers.examine(file(photo), for: .owner) }
        let said = lines.withLock { $0 }
        #expect(said.first?.hasPrefix("line?[31m 000") == true)
        #expect(said.allSatisfy { $0.utf8.count <= 160 })
        #expect(said.count <= 8)
    }

    @Test func `many callers share few processes`() throws {
        let workers = try workers()
        let photo = photo
        let expected = try metadata(of: photo)
        try withThreads(8) { number in
            for round in 0..<5 {
                if (number + round).isMultiple(of: 4) {
                    #expect(throws: LibraryError.self) {
                        _ = try workers.examine(file([UInt8(number), 2, 3]), for: .owner)
                    }
                } else {
                    let examined = try workers.examine(file(photo), for: .owner)
                    let metadata = examined.metadata
                    #expect(metadata == expected)
                }
            }
        }
        #expect(workers.processIdentifiers.count <= 4)
    }

    @Test func `a worker opens files of one origin only, and is kept for that origin while there is room`()
        throws
    {
        let photo = photo
        let workers = try workers {
            $0.beOne()
            $0.patience = 0
        }
        var seen: [Int32] = []
        for requester in [Requester.owner, .owner, Requester(.app("one")), Requester(.app("other")), .owner] {
            _ = try workers.examine(file(photo), for: requester)
            seen += workers.processIdentifiers
        }
        try #require(seen.count == 5)
        #expect(seen[0] == seen[1])
        #expect(Set(seen.dropFirst()).count == 4)

        let more = try self.workers()
        for _ in 0..<3 {
            for requester in [Requester.owner, Requester(.app("one")), Requester(.app("other"))] {
                _ = try more.examine(file(photo), for: requester)
            }
        }
        #expect(more.processIdentifiers.count == 3)
        let before = Set(more.processIdentifiers)
        _ = try more.examine(file(photo), for: Requester(.app("one")).withFile(of: .addedBy(7)))
        _ = try more.examine(file(photo), for: Requester(.app("one")).withFile(of: .addedBy(8)))
        #expect(more.processIdentifiers.count == 4)
        #expect(before.subtracting(more.processIdentifiers).count == 1)
    }

    /// What a machine does not give, what must be there, and what is said of it.
    struct SandboxCase: Sendable {
        var missing: [SandboxLayer]
        var required: MediaSandbox
        var isEnough: Bool
        var summary: String
    }

    @Test(arguments: [
        SandboxCase(
            missing: [],
            required: .full,
            isEnough: true,
            summary: "full: namespaces, Landlock, system call filter"
        ),
        SandboxCase(
            missing: [.landlock],
            required: .full,
            isEnough: true,
            summary: "partial: namespaces, system call filter; no Landlock (Operation not permitted)"
        ),
        SandboxCase(
            missing: [.namespaces],
            required: .full,
            isEnough: true,
            summary: "partial: Landlock, system call filter; no namespaces (Operation not permitted)"
        ),
        SandboxCase(
            missing: [.namespaces, .landlock],
            required: .full,
            isEnough: false,
            summary: "not enough: system call filter; no namespaces (Operation not permitted); "
                + "no Landlock (Operation not permitted)"
        ),
        SandboxCase(
            missing: [.systemCallFilter],
            required: .full,
            isEnough: false,
            summary: "not enough: namespaces, Landlock; no system call filter (Operation not permitted)"
        ),
        SandboxCase(
            missing: [.systemCallFilter],
            required: .partial,
            isEnough: true,
            summary: "partial: namespaces, Landlock; no system call filter (Operation not permitted)"
        ),
        SandboxCase(
            missing: [.systemCallFilter],
            required: .none,
            isEnough: true,
            summary: "no sandbox, as asked for"
        ),
    ])
    func `a worker without the required sandbox gets no file`(example: SandboxCase) throws {
        let scratch = try ScratchFolder()
        let told = Mutex<[SandboxReport]>([])
        let sandbox = SandboxCheck(example.required) { report in told.withLock { $0.append(report) } }
        let workers = try fakeWorkers(scratch, "cat <&3 >/dev/null", sandbox: sandbox, missing: example.missing)
        if example.isEnough {
            try workers.start()
            try workers.start()
        } else {
            let error = #expect(throws: LibraryError.self) {
                _ = try workers.examine(file(photo), for: .owner)
            }
            #expect(error == LibraryError(.unavailable, "no file is opened: \(example.summary)"))
            #expect(workers.processIdentifiers == [])
        }
        #expect(sandbox.summary == example.summary)
        #expect(told.withLock { $0.map { Set($0.errors.keys) } } == [Set(example.missing)])
    }

    /// Workers that are shell scripts: they say that they are ready, and then do what `body` says.
    private func fakeWorkers(
        _ scratch: ScratchFolder,
        _ body: String,
        sandbox: SandboxCheck = SandboxCheck(.full),
        missing: [SandboxLayer] = [],
        limits: WorkerLimits = .decoders,
        onComplaint: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> MediaWorkers {
        let name = "worker-\(UInt32.random(in: .min ... .max))"
        // READY, and an errno for each layer of the sandbox.
        let report = SandboxLayer.allCases.map { #"\0\0\0\\#(missing.contains($0) ? "1" : "0")"# }.joined()
        let ready = #"printf '\0\0\0\14\0\0\0\0\1\0\0\0\#(report)' >&3"#
        let path = try scratch.write(Array("#!/bin/sh\n\(ready)\n\(body)\n".utf8), to: name)
        try FileNames.setMode(0o700, of: path)
        return try MediaWorkers(
            program: path,
            sandbox: sandbox,
            limits: limits,
            onComplaint: onComplaint
        )
    }
}

extension WorkerLimits {
    /// One process, for whoever comes.
    fileprivate mutating func beOne() { (processes, reserved, perApp) = (1, 0, 1) }
}

/// The same as `file`, for where only a `LibraryError` may be thrown.
private func sealed(_ bytes: [UInt8]) throws(LibraryError) -> OwnedDescriptor {
    do throws(SystemCallError) { return try SealedMemory.make(bytes.span, name: "fixture") } catch {
        throw LibraryError(.internal, "no memory")
    }
}
