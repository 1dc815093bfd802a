internal import LibraryModel
internal import LinuxSystem
internal import MediaWorkerProtocol

/// A process that has loaded and initialized the workers' libraries, which takes most of a worker's start, and forks
/// workers. It has one thread, and never has a file.
struct ZygoteProgram: ~Copyable {
    private let channel: WorkerChannel

    /// Initializes the libraries. For a process with one thread.
    init(socket: consuming OwnedDescriptor) throws {
        channel = WorkerChannel(socket)
        try OwnProcess.confine()
        try MediaLibraries.start()
    }

    /// A worker's part of a fork.
    struct Request: ~Copyable {
        var socket: OwnedDescriptor
        var arguments: WorkerArguments
    }

    /// Forks workers until the server closes its end. Returns nil then; and in each worker, which has nothing of this
    /// process's but its memory, the request.
    consuming func awaitFork() throws -> Request? {
        try channel.send(.ready, 0)
        while true {
            do throws(WorkerChannelFailure) {
                var frame = try channel.receive()
                guard frame.kind == .fork, frame.descriptors.count == 2, let socket = frame.descriptors.takeFirst(),
                    let complaints = frame.descriptors.takeFirst()
                else { throw .violation }
                let arguments = try WorkerArguments(decoding: frame.payload)
                let fork: ForkedSibling
                do throws(SystemCallError) { fork = try OwnProcess.forkSibling() } catch { throw .system(error) }
                switch consume fork {
                case .child:
                    do throws(SystemCallError) { try OwnProcess.setStandardError(complaints) } catch {
                        throw .system(error)
                    }
                    return Request(socket: socket, arguments: arguments)
                case .parent(let processIdentifier, let pidfd):
                    try channel.send(
                        .forked,
                        frame.number,
                        payload: ForkedWorker(processIdentifier: processIdentifier).encoded,
                        descriptors: DescriptorList(pidfd)
                    )
                }
            } catch {
                if error == .closed { return nil }
                throw error
            }
        }
    }
}
