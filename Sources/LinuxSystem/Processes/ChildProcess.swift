internal import CLinux
import Glibc

/// How a process ended.
package enum ExitStatus: Hashable, Sendable {
    case exited(CInt)
    case killed(signal: CInt)
}

/// A child process, held by its pidfd, so that a reused PID cannot be mistaken for it.
///
/// Reap it with `wait()` or `statusIfEnded()`, or it stays a zombie. Releasing the value does not end the child.
package struct ChildProcess: ~Copyable, Sendable {
    package let processIdentifier: Int32
    /// Readable when the child has ended.
    package let pidfd: OwnedDescriptor

    /// A descriptor of this process and its number in the child.
    package struct InheritedDescriptor: Sendable {
        package var source: CInt
        package var target: CInt

        package init(_ source: borrowing OwnedDescriptor, as target: CInt) {
            self.source = source.rawValue
            self.target = target
        }

        /// One of this process's standard descriptors, or another one that outlives the call.
        package init(rawValue source: CInt, as target: CInt) {
            self.source = source
            self.target = target
        }
    }

    /// Starts a program with the standard descriptors and those listed (others are close-on-exec), and with all signals
    /// unblocked and at their defaults. `arguments` does not include the program's name, which is `name`, or else the
    /// executable's path.
    ///
    /// `isBare`: starts it in `/`, with no other descriptor than those listed, close-on-exec or not.
    package init(
        spawning executable: FilePath,
        named name: FilePath? = nil,
        arguments: [FilePath],
        environment: [FilePath]? = nil,
        descriptors: [InheritedDescriptor],
        isBare: Bool = false
    ) throws(SystemCallError) {
        // Moves the sources beyond all targets first: dup2 in the child could overwrite one that is still needed.
        let free = (descriptors.map(\.target).max() ?? 2) + 1
        var moved = DescriptorList()
        for descriptor in descriptors {
            let copy = try retryingInterruptions("fcntl") { clinux_duplicate_above(descriptor.source, free) }
            moved.append(OwnedDescriptor(owning: copy))
        }
        let environment = environment ?? EnvironmentVariables.all()
        let process = try spawn(
            executable,
            CStringVector([name ?? executable] + arguments),
            CStringVector(environment),
            moved.borrowedRawValues,
            descriptors.map(\.target),
            isBare ? free : nil
        )
        // The PID cannot be reused before the child is reaped.
        let pidfd = try retryingInterruptions("pidfd_open") { clinux_pidfd_open(process) }
        processIdentifier = process
        self.pidfd = OwnedDescriptor(owning: pidfd)
    }

    /// Sends a signal. Throws ESRCH when the child has been reaped.
    package borrowing func send(signal: CInt) throws(SystemCallError) {
        let rawValue = pidfd.rawValue
        _ = try retryingInterruptions("pidfd_send_signal") { clinux_pidfd_send_signal(rawValue, signal) }
    }

    /// setpriority: sets the nice value of the child's first thread and of the threads that it starts from now on.
    package borrowing func setNiceness(_ niceness: Int32) throws(SystemCallError) {
        let process = UInt32(bitPattern: processIdentifier)
        _ = try retryingInterruptions("setpriority") { setpriority(Int32(PRIO_PROCESS.rawValue), process, niceness) }
    }

    /// Waits until the child has ended, and reaps it. Throws ECHILD when it has been reaped before.
    package borrowing func wait() throws(SystemCallError) -> ExitStatus {
        while true {
            if let status = try status(waiting: true) { return status }
        }
    }

    /// Returns the child's exit status and reaps it; nil while it runs.
    package borrowing func statusIfEnded() throws(SystemCallError) -> ExitStatus? { try status(waiting: false) }

    private borrowing func status(waiting: Bool) throws(SystemCallError) -> ExitStatus? {
        let rawValue = pidfd.rawValue
        var signalled: CInt = 0
        var status: CInt = 0
        let ended = try retryingInterruptions("waitid") {
            unsafe clinux_wait(rawValue, waiting ? 1 : 0, &signalled, &status)
        }
        if ended == 0 { return nil }
        return signalled != 0 ? .killed(signal: status) : .exited(status)
    }
}

extension OwnProcess {
    /// execv: this process becomes another program, which has its standard descriptors. `arguments` does not include
    /// the program's name. Returns only to throw.
    package static func become(
        _ executable: FilePath,
        arguments: [FilePath]
    ) throws(SystemCallError) -> Never {
        let vector = try CStringVector([executable] + arguments)
        _ = try unsafe executable.withCString("execv") { path throws(SystemCallError) in
            try retryingInterruptions("execv") { () -> CInt in
                guard let arguments = unsafe vector.pointers.baseAddress else { return -1 }
                return unsafe execv(path, arguments)
            }
        }
        preconditionFailure("execv has returned without an error")
    }
}

private func spawn(
    _ executable: FilePath,
    _ arguments: borrowing CStringVector,
    _ environment: borrowing CStringVector,
    _ sources: [CInt],
    _ targets: [CInt],
    _ firstClosed: CInt?
) throws(SystemCallError) -> pid_t {
    var process: pid_t = 0
    let error = try unsafe executable.withCString("posix_spawn") { path throws(SystemCallError) in
        unsafe sources.withUnsafeBufferPointer { sources in
            unsafe targets.withUnsafeBufferPointer { targets in
                unsafe clinux_spawn(
                    &process,
                    path,
                    arguments.pointers.baseAddress,
                    environment.pointers.baseAddress,
                    sources.baseAddress,
                    targets.baseAddress,
                    CUnsignedInt(sources.count),
                    firstClosed == nil ? nil : "/",
                    firstClosed ?? -1
                )
            }
        }
    }
    if error != 0 { throw SystemCallError(error, "posix_spawn") }
    return process
}

/// A null-terminated vector of C strings. A zero byte in a string would cut it short, so such a string is refused.
@safe private struct CStringVector: ~Copyable {
    let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

    init(_ strings: [FilePath]) throws(SystemCallError) {
        if strings.contains(where: { $0.bytes.contains(0) }) { throw SystemCallError(EINVAL, "posix_spawn") }
        unsafe pointers = .allocate(capacity: strings.count + 1)
        unsafe pointers.initialize(repeating: nil)
        for (index, string) in strings.enumerated() {
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.bytes.count + 1)
            for (position, byte) in string.bytes.enumerated() {
                unsafe (copy + position).initialize(to: CChar(bitPattern: byte))
            }
            unsafe (copy + string.bytes.count).initialize(to: 0)
            unsafe pointers[index] = copy
        }
    }

    deinit {
        for index in unsafe pointers.indices { unsafe pointers[index]?.deallocate() }
        unsafe pointers.deallocate()
    }
}
