internal import LibraryModel
internal import LinuxSystem
internal import MediaWorkerProtocol

/// How a worker is started.
enum WorkerSource: Sendable {
    case zygote(WorkerZygote)
    /// By itself: for programs of which one is given.
    case program(FilePath)

    init(_ program: FilePath?, _ zygote: WorkerZygote?) throws(LibraryError) {
        if let zygote {
            self = .zygote(zygote)
        } else if let program {
            self = .program(program)
        } else {
            self = .zygote(try WorkerZygote())
        }
    }

    /// `socket`: the worker's end of its socket pair; `complaints`: its standard error.
    func start(
        _ arguments: WorkerArguments,
        _ socket: borrowing OwnedDescriptor,
        _ complaints: borrowing OwnedDescriptor
    ) throws(SystemCallError) -> ChildProcess {
        switch self {
        case .zygote(let zygote): try zygote.fork(arguments, socket, complaints)
        case .program(let program): try ChildProcess(worker: program, arguments.texts, socket, complaints)
        }
    }
}

extension ChildProcess {
    /// Starts a program that inherits nothing but these: no environment, no working directory, no other descriptors.
    init(
        worker program: FilePath,
        _ arguments: [String],
        _ socket: borrowing OwnedDescriptor,
        _ complaints: borrowing OwnedDescriptor
    ) throws(SystemCallError) {
        let nothing = try OwnedDescriptor(opening: "/dev/null", .readWrite)
        try self.init(
            spawning: program,
            arguments: arguments.map { FilePath($0) },
            environment: [],
            descriptors: [
                .init(nothing, as: 0), .init(nothing, as: 1), .init(complaints, as: 2),
                .init(socket, as: WorkerStart.socketNumber),
            ],
            isBare: true
        )
    }
}
