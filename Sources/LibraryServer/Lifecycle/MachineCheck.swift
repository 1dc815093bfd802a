internal import LibraryMedia
internal import LibraryModel
internal import LinuxSystem

/// `photolibraryd --check`: what this machine gives to a server that is started like this.
enum MachineCheck {
    /// EX_UNAVAILABLE.
    private static let filesAreRefused: Int32 = 69

    /// Prints a line, and returns the exit status: 0 when files are read.
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
