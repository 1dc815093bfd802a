internal import CivilDates
internal import CloudBuckets
internal import Glibc
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem

/// The main program of `photolibrary-sync`. Of what comes with this project, only it and `photolibrary-upload` open
/// network connections.
package enum SyncProgram {
    /// Nanoseconds after a signal until the process ends, whatever hangs. Nothing is lost by that.
    private static let stopTime: UInt64 = 2_000_000_000
    private static let secondsOfDay: Int64 = 24 * 60 * 60
    /// Bytes, for a thread that runs SQLite.
    private static let stackSize = 8 << 20

    package static func run() -> Never {
        OwnProcess.limitArenas()
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
        guard let url = EnvironmentVariables.value("PHOTOLIBRARY_BUCKET") else {
            complain("PHOTOLIBRARY_BUCKET says no bucket; photolibraryd does")
            exit(64)
        }
        // Before any thread starts, so that all of them are confined and block these signals.
        let bucket: BucketURL?
        // What is wrong with it the person hears later.
        do throws(BucketURL.Malformed) { bucket = try BucketURL(url) } catch { bucket = nil }
        let sandbox = try SyncSandbox(folder: folder, bucket: bucket)
        if !sandbox.limitsFiles { complain("this machine's kernel has no Landlock: files are not limited") }
        let signals = try TerminationSignals()
        let lock = try OwnedDescriptor(opening: folder.appending("lock"), [.readWrite, .create], mode: 0o600)
        guard try lock.lockExclusively() else {
            complain("another photolibrary-sync is at work on \(folder.text)")
            exit(75)
        }
        let library = LibraryClient.owner(socketPath: nil)
        let (inbox, cancellation) = (SyncInbox(), Cancellation())
        // Synchronisation may have been ended meanwhile.
        guard let settings = try library.cloudStatus().settings else { exit(0) }
        let control = TransferControl(settings, pace: TransferPace(settings.limits)) { secondOfDay() }
        let commands = try SystemThread(name: "commands") {
            do throws(LibraryError) {
                let commands = try library.cloudCommands(until: cancellation)
                while true {
                    let command = try commands.next()
                    // What is under way heeds it at once, and not only what begins afterwards.
                    if command.command == .settingsChanged, let settings = try library.cloudStatus().settings {
                        control.set(settings)
                    }
                    inbox.received(command)
                }
            } catch { end("the server has gone: \(error.reason)") }
        }
        let downloads = WantedDownloads(folder: folder, library: library, sandbox, control)
        let wanted = try SystemThread(name: "wanted") {
            do throws(LibraryError) {
                let wanted = try library.wantedOriginals(until: cancellation)
                while true { downloads.received(try wanted.next()) }
            } catch { end("the server has gone: \(error.reason)") }
        }
        let observation = try library.observeChanges { inbox.libraryChanged() }
        try inbox.thread.start("sync", stackSize: stackSize) {
            do {
                let process = SyncProcess(
                    folder: folder,
                    library: library,
                    settings: settings,
                    sandbox: sandbox,
                    control: control,
                    inbox: inbox,
                    cancellation: cancellation
                )
                try process.run()
            } catch is SyncProcess.CancellationOfSetUp {
                OwnProcess.exitAtOnce(status: 0)
            } catch is SyncProcess.BucketMoved {
                end("the bucket's folder is another one than at the start: a new process may open it")
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
        withExtendedLifetime(wanted) {}
        withExtendedLifetime(watchdog) {}
        OwnProcess.exitAtOnce(status: 0)
    }

    private static func secondOfDay() -> Int {
        let now = WallClock.microseconds()
        let seconds = now / 1_000_000 + TimeZoneOffsets.local.secondsEast(now)
        return Int(seconds % secondsOfDay + secondsOfDay) % Int(secondsOfDay)
    }

    /// Ends the process: the server starts another one when it is there.
    static func end(_ why: String) -> Never {
        complain(why)
        OwnProcess.exitAtOnce(status: 69)
    }

    private static func complain(_ text: String) {
        // Without standard error, only the exit status reports the failure.
        do { try OwnProcess.standardError().write(Array("photolibrary-sync: \(text)\n".utf8)) } catch {}
    }
}
