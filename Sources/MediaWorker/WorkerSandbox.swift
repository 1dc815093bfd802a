internal import Glibc
internal import LinuxSystem
internal import MediaWorkerProtocol

/// What keeps a worker that a file has taken over from everything but that file and its answer.
///
/// It is set up in the order in which its layers can be: namespaces while the process has one thread, then libraries
/// are loaded and started with all files in sight, then the root folder is emptied, and from the filter of system calls
/// on nothing can be opened, reached, started or looked into. A layer that the machine does not give is said in the
/// report; the server decides whether the rest will do.
struct WorkerSandbox {
    private(set) var report = SandboxReport()
    private let isWanted: Bool

    /// Enters the namespaces. Before any library is started.
    init(isWanted: Bool) {
        self.isWanted = isWanted
        guard isWanted else {
            report.errors = Dictionary(uniqueKeysWithValues: SandboxLayer.allCases.map { ($0, ECANCELED) })
            return
        }
        attempt(.namespaces) { () throws(SystemCallError) in try ProcessSandbox.enterOwnNamespaces() }
    }

    /// Closes everything, as soon as libraries have what they need.
    mutating func close(mayCloneFiles: Bool) {
        guard isWanted else { return }
        // A library's thread from before would keep its rights: Landlock and capabilities are each thread's own.
        var threads = 0
        attempt(.landlock) { () throws(SystemCallError) in threads = try ProcessSandbox.threadCount() }
        if report.holds(.namespaces) {
            attempt(.namespaces) { () throws(SystemCallError) in try ProcessSandbox.emptyRoot() }
        }
        attempt(.namespaces) { () throws(SystemCallError) in try ProcessSandbox.dropCapabilities() }
        attempt(.landlock) { () throws(SystemCallError) in
            guard threads == 1 else { throw SystemCallError(EBUSY, "landlock_restrict_self") }
            try ProcessSandbox.forbidFiles()
        }
        attempt(.systemCallFilter) { () throws(SystemCallError) in
            try ProcessSandbox.filterSystemCalls(mayCloneFiles: mayCloneFiles)
        }
    }

    private mutating func attempt(_ layer: SandboxLayer, _ body: () throws(SystemCallError) -> Void) {
        do throws(SystemCallError) { try body() } catch { report.errors[layer] = error.errorNumber }
    }
}
