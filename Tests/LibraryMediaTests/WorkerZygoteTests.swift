import Admission
import Glibc
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Synchronization
import Testing

@testable import LibraryMedia

/// Workers that are forked by a process that has loaded their libraries.
@Suite(.timeLimit(.minutes(2))) struct WorkerZygoteTests {
    private let photo: [UInt8]

    init() throws { photo = try SamplePhoto(size: PixelSize(width: 64, height: 48), seed: 1).encoded() }

    private func workers(_ zygote: WorkerZygote, _ tell: @escaping @Sendable (String) -> Void = { _ in }) throws
        -> MediaWorkers
    {
        var limits = WorkerLimits.decoders
        (limits.processes, limits.reserved, limits.perApp) = (1, 0, 1)
        return try MediaWorkers(zygote: zygote, limits: limits, onComplaint: tell)
    }

    private func parent(of process: Int32) throws -> Int32? {
        let file = try OwnedDescriptor(opening: FilePath("/proc/\(process)/stat"))
        let text = String(decoding: try file.readToEnd(limit: 4_096), as: UTF8.self)
        // Behind the name, which may hold anything: the state and the parent.
        return text.split(separator: ")").last?.split(separator: " ").dropFirst().first.flatMap { Int32($0) }
    }

    @Test func `one zygote forks all workers, and they are this process's children`() throws {
        let zygote = try WorkerZygote()
        #expect(zygote.processIdentifier == nil)
        let (one, other) = (try workers(zygote), try workers(zygote))
        _ = try one.examine(file(photo), for: .owner)
        let process = try #require(zygote.processIdentifier)
        _ = try other.examine(file(photo), for: .owner)
        #expect(zygote.processIdentifier == process)
        for worker in one.processIdentifiers + other.processIdentifiers {
            #expect(worker != process)
            #expect(try parent(of: worker) == getpid())
        }
    }

    @Test func `how a worker ended is known as of any child`() throws {
        let told = Mutex<[String]>([])
        let workers = try workers(WorkerZygote()) { line in told.withLock { $0.append(line) } }
        _ = try workers.examine(file(photo), for: .owner)
        kill(try #require(workers.processIdentifiers.first), SIGUSR1)
        _ = try workers.examine(file(photo), for: .owner)
        #expect(told.withLock { $0 } == ["ended by signal \(SIGUSR1)"])
    }

    @Test func `a zygote that was killed is replaced, and its workers live on`() throws {
        let zygote = try WorkerZygote()
        let workers = try workers(zygote)
        _ = try workers.examine(file(photo), for: .owner)
        let (worker, first) = (workers.processIdentifiers, try #require(zygote.processIdentifier))
        kill(first, SIGKILL)
        _ = try workers.examine(file(photo), for: .owner)
        #expect(workers.processIdentifiers == worker)
        _ = try workers.examine(file(photo), for: Requester(.app("other")))
        #expect(workers.processIdentifiers != worker)
        #expect(zygote.processIdentifier != first)
        zygote.end()
        #expect(kill(first, 0) == -1)
    }

    @Test func `a zygote is replaced after its share of workers`() throws {
        let zygote = try WorkerZygote(workers: 2)
        let workers = try workers(zygote)
        var seen: [Int32] = []
        for app in ["a", "b", "c", "d", "e"] {
            _ = try workers.examine(file(photo), for: Requester(.app(app)))
            seen.append(try #require(zygote.processIdentifier))
        }
        #expect(seen[0] == seen[1] && seen[2] == seen[3])
        #expect(Set(seen).count == 3)
    }

    @Test(.enabled(if: geteuid() == 0, "workers take no look from others of their user"))
    func `a worker has none of its zygote's descriptors`() throws {
        let zygote = try WorkerZygote()
        let workers = try workers(zygote)
        _ = try workers.examine(file(photo), for: .owner)
        func open(_ process: Int32) throws -> Set<String> {
            var links: Set<String> = []
            var reader = try FolderReader(FilePath("/proc/\(process)/fd"))
            while let entry = try reader.next() {
                guard Int(entry.name.text) != nil else { continue }
                links.insert(try FileNames.target(ofLink: FilePath("/proc/\(process)/fd/\(entry.name.text)")).text)
            }
            return links
        }
        let of = (
            worker: try open(#require(workers.processIdentifiers.first)),
            zygote: try open(#require(zygote.processIdentifier))
        )
        #expect(of.worker.intersection(of.zygote) == ["/dev/null"])
        // Its end of the socket, and standard error.
        #expect(of.worker.count == 3)
    }

    @Test func `a program that forks nothing is the server's fault, not the file's`() throws {
        for program: FilePath in ["/nowhere/photolibrary-media", "/bin/true"] {
            let workers = try workers(WorkerZygote(program: program))
            let error = #expect(throws: LibraryError.self) { _ = try workers.examine(file(photo), for: .owner) }
            #expect(error?.code == .internal)
        }
    }
}
