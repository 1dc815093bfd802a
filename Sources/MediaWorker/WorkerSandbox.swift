internal import Glibc
internal import LinuxSystem
internal import MediaWorkerProtocol

/// Confines a worker that a file may take over to that file and its reply.
///
/// The layers are set up in this order: namespaces while the process has one thread; then libraries are loaded and
/// initialized with all files visible; then the root folder is emptied; after the system call filter nothing can be
/// opened, connected, started or inspected. The report says which layers the machine does not provide; the server
/// decides whether the rest suffices.
struct WorkerSandbox {
    private(set) var report = SandboxReport()
    private let isWanted: Bool

    /// Enters the namespaces. Call before any library is initialized.
    init(isWanted: Bool) {
        self.isWanted = isWanted
        guard isWanted else {
            report.errors = Dictionary(uniqueKeysWithValues: SandboxLayer.allCases.map { ($0, ECANCELED) })
            return
        }
        attempt(.namespaces) { () throws(SystemCallError) in try ProcessSandbox.enterOwnNamespaces() }
    }

    /// Enters the remaining layers, once libraries have what they need.
    mutating func close(mayCloneFiles: Bool) {
        guard isWanted else { return }
        // Landlock and capabilities are per thread: a library's earlier thread would keep its rights.
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
