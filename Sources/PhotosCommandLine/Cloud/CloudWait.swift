import Languages
import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools

/// Passes a command to the sync process, and waits until it is done.
struct CloudWait {
    private let context: CommandContext
    private let client: LibraryClient

    /// Nanoseconds between checks, and for the process to start.
    private static let interval: UInt64 = 200_000_000
    private static let patience: UInt64 = 30_000_000_000

    init(_ context: CommandContext) {
        self.context = context
        client = context.connect()
    }

    /// Returns the report after the command.
    func run(_ command: CloudCommand) throws -> CloudReport {
        let number = try client.passCommand(command)
        return try report { $0.lastCommand >= number }
    }

    /// Waits for a report.
    func report(that isWanted: (CloudReport) -> Bool) throws -> CloudReport {
        let display = ProgressDisplay(context.messages)
        defer { display.finish() }
        var deadline = MonotonicClock.deadline(after: CloudWait.patience)
        while true {
            let status = try client.cloudStatus()
            if status.settings == nil { throw LibraryError.cloudNotSetUp }
            if let report = status.report, isWanted(report) { return report }
            display.show(CloudSummary(status).remaining)
            if status.isRunning { deadline = MonotonicClock.deadline(after: CloudWait.patience) }
            if MonotonicClock.now() >= deadline {
                throw CommandFailure(
                    status.problem.map { ReasonText.text($0) }
                        ?? localized("photolibrary-sync does not run; the server's log tells why")
                )
            }
            _ = Parker().park(until: MonotonicClock.deadline(after: CloudWait.interval))
        }
    }
}
