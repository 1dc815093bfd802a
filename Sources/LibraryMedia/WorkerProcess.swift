internal import Glibc
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import LinuxSystem

/// One running `photolibrary-media` and the way to talk to it.
///
/// Whoever has taken it out of the pool is the only one to use it. After any failure but an answer it is of no more use
/// and must be ended.
final class WorkerProcess: Sendable {
    /// Nanoseconds that a worker may take to start.
    private static let startTimeout: UInt64 = 20_000_000_000
    /// Bytes of a picture or a file that comes back.
    private static let maximumResultSize = PixelImage.maximumSide * PixelImage.maximumSide * 4
    /// The number of the worker's end of the socket pair in the worker.
    private static let socketNumber: CInt = 3

    private let child: ChildProcess
    private let socket: LockstepSocket

    var processIdentifier: Int32 { child.processIdentifier }

    /// Starts a worker and waits until it is ready.
    init(program: FilePath) throws(LibraryError) {
        do throws(SystemCallError) {
            let ends = try UnixSocket.pair()
            let nothing = try OwnedDescriptor(opening: "/dev/null", .readWrite)
            child = try ChildProcess(
                spawning: program,
                arguments: [],
                descriptors: [
                    .init(nothing, as: 0), .init(nothing, as: 1), .init(rawValue: 2, as: 2),
                    .init(ends.second, as: WorkerProcess.socketNumber),
                ]
            )
            socket = ends.take { first, _ in LockstepSocket(first) }
        } catch {
            throw LibraryError(.internal, "the media worker does not start: \(error)")
        }
        do throws(LockstepFailure) {
            let frame = try socket.receive(until: MonotonicClock.deadline(after: WorkerProcess.startTimeout))
            guard frame.header.type == .hello else { throw .violation }
        } catch {
            end()
            throw LibraryError(.internal, "the media worker does not start")
        }
    }

    /// Whether it has ended while nobody was looking.
    var hasEnded: Bool {
        do throws(SystemCallError) { return try Poll.wait(child.pidfd, for: .readable, timeoutNanoseconds: 0) } catch {
            return true
        }
    }

    /// Lets it do a job. `stream` is odd and rises.
    func perform(
        _ job: MediaJob,
        on file: borrowing OwnedDescriptor,
        stream: UInt32,
        until deadline: UInt64
    ) throws(WorkerFailure) -> WorkerAnswer {
        do throws(LockstepFailure) {
            let attached: DescriptorList
            do throws(SystemCallError) { attached = DescriptorList(try file.duplicate()) } catch {
                throw .system(error)
            }
            try socket.send(.request, stream: stream, payload: job.encoded(), descriptors: attached)
            var frame = try socket.receive(until: deadline)
            guard frame.header.type == .response, frame.header.stream == stream, frame.descriptors.count <= 1,
                let result = WorkerProcess.decoded(frame.payload)
            else { throw .violation }
            guard let memory = frame.descriptors.takeFirst() else { return WorkerAnswer(result: result, memory: nil) }
            // Only memory that cannot change any more is looked at: the worker may be in a hostile file's hands.
            guard SealedMemory.isSealed(memory), try WorkerProcess.size(of: memory) <= WorkerProcess.maximumResultSize
            else { throw .violation }
            return WorkerAnswer(result: result, memory: memory)
        } catch {
            throw WorkerFailure(error)
        }
    }

    /// Kills it without waiting. Only while it has not been waited for.
    func kill() {
        do throws(SystemCallError) { try child.send(signal: SIGKILL) } catch {
            preconditionFailure("a worker cannot be killed: \(error)")
        }
    }

    /// Ends it, whatever it is doing, and waits for that.
    func end() {
        do throws(SystemCallError) {
            try child.send(signal: SIGKILL)
            _ = try child.wait()
        } catch {
            // It cannot be anybody else's child, and it is waited for once: only here.
            preconditionFailure("a worker cannot be ended: \(error)")
        }
    }

    private static func decoded(_ payload: [UInt8]) -> MediaResult? {
        do throws(LibraryError) { return try MediaResult(decoding: payload.span) } catch { return nil }
    }

    private static func size(of memory: borrowing OwnedDescriptor) throws(LockstepFailure) -> Int64 {
        do throws(SystemCallError) { return try memory.status().size } catch { throw .system(error) }
    }
}

/// What a worker answered, checked as far as it can be without knowing the job.
struct WorkerAnswer: ~Copyable {
    var result: MediaResult
    /// Sealed.
    var memory: OwnedDescriptor?
}

/// Why a worker did not answer.
enum WorkerFailure: Error, Hashable, Sendable {
    case died
    case tookTooLong
    case talkedNonsense

    init(_ failure: LockstepFailure) {
        self =
            switch failure {
            case .closed, .system: .died
            case .deadlinePassed: .tookTooLong
            case .violation: .talkedNonsense
            }
    }
}
