internal import Glibc
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem

/// The main program of `photolibrary-sync`. Of what comes with this project, only it and `photolibrary-upload` open
/// network connections.
package enum SyncProgram {
    /// Nanoseconds after a signal until the process ends, whatever hangs. Nothing is lost by that.
    private static let stopTime: UInt64 = 2_000_000_000
    /// Bytes, for a thread that runs SQLite.
    private static let stackSize = 8 << 20

    package static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let version = Release.line(of: "photolibrary-sync", askedBy: arguments) {
            print(version)
            exit(0)
        }
        guard arguments.count == 2, arguments[0] == "--folder" else {
            print("photolibrary-sync keeps a library and a bucket in step for photolibraryd, which starts it.")
            exit(arguments == ["--help"] ? 0 : 64)
        }
        do {
            try start(FilePath(arguments[1]))
        } catch {
            complain("\(error)")
            exit(70)
        }
    }

    private static func start(_ folder: FilePath) throws -> Never {
        try TerminationSignals.ignoreBrokenPipe()
        try OwnProcess.denyNewPrivileges()
        try ProcessSandbox.dropCapabilities()
        // Before any thread starts, so that all of them block these signals.
        let signals = try TerminationSignals()
        let lock = try OwnedDescriptor(opening: folder.appending("lock"), [.readWrite, .create], mode: 0o600)
        guard try lock.lockExclusively() else {
            complain("another photolibrary-sync is at work on \(folder.text)")
            exit(75)
        }
        let library = LibraryClient.owner(socketPath: nil)
        let (inbox, cancellation) = (SyncInbox(), Cancellation())
        let commands = try SystemThread(name: "commands") {
            do throws(LibraryError) {
                let commands = try library.cloudCommands(until: cancellation)
                while true { inbox.received(try commands.next()) }
            } catch { end("the server has gone: \(error.reason)") }
        }
        let observation = try library.observeChanges { inbox.libraryChanged() }
        try inbox.thread.start("sync", stackSize: stackSize) {
            do {
                let process = try SyncProcess(
                    folder: folder,
                    library: library,
                    inbox: inbox,
                    cancellation: cancellation
                )
                try process.run()
            } catch is SyncProcess.CancellationOfSetUp {
                OwnProcess.exitAtOnce(status: 0)
            } catch {
                if !cancellation.isStopped { end("\(error)") }
            }
        }
        _ = try signals.wait()
        // Whatever hangs: what was saved is all that counts.
        let watchdog = try SystemThread(name: "watchdog") {
            _ = Parker().park(until: MonotonicClock.deadline(after: stopTime))
            OwnProcess.exitAtOnce(status: 0)
        }
        cancellation.cancel()
        observation.cancel()
        inbox.thread.stop()
        withExtendedLifetime(lock) {}
        withExtendedLifetime(commands) {}
        withExtendedLifetime(watchdog) {}
        OwnProcess.exitAtOnce(status: 0)
    }

    /// Ends the process: the server starts another one when it is there.
    private static func end(_ why: String) -> Never {
        complain(why)
        OwnProcess.exitAtOnce(status: 69)
    }

    private static func complain(_ text: String) {
        // Without standard error, only the exit status reports the failure.
        do { try OwnProcess.standardError().write(Array("photolibrary-sync: \(text)\n".utf8)) } catch {}
    }
}
