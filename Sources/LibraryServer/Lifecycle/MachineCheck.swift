internal import LibraryMedia
internal import LibraryModel
internal import LinuxSystem

/// `photolibraryd --check`: which sandbox this machine gives media workers that are started with these options.
enum MachineCheck {
    /// EX_UNAVAILABLE.
    private static let filesAreRefused: Int32 = 69

    /// Prints a line. Returns the exit status: 0 when the sandbox suffices to read files.
    static func run(_ options: ServerOptions) -> Int32 {
        let sandbox = SandboxCheck(options.mediaSandbox)
        do throws(LibraryError) {
            let workers = try MediaWorkers(program: options.mediaWorker, sandbox: sandbox)
            defer { workers.shutDown() }
            try workers.start()
        } catch {
            print("sandbox of media workers: \(sandbox.summary ?? error.reason)")
            return filesAreRefused
        }
        print("sandbox of media workers: \(sandbox.summary ?? "unknown")")
        return 0
    }
}
