import LinuxSystem
import Synchronization

/// A message with its metadata.
struct LogEntry: Sendable {
    var level: OSLogType
    var log: OSLog
    var text: String
}

/// The destination of messages: the systemd journal, or standard error without one.
final class LogDestination: Sendable {
    static let shared = LogDestination(journal: "/run/systemd/journal/socket")

    private struct State {
        var journal: JournalSocket?
        /// Messages lost since the last one that the journal accepted.
        var lost = 0
    }

    private let path: FilePath
    private let state: Mutex<State>
    private let program: String
    private let writeLine: @Sendable (String) -> Void

    init(journal path: FilePath, writeLine: @escaping @Sendable (String) -> Void = LogDestination.standardError) {
        self.path = path
        self.writeLine = writeLine
        state = Mutex(State(journal: JournalSocket(path)))
        program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "swift"
    }

    func write(_ entry: LogEntry) {
        let isTaken = state.withLock { state in
            for _ in 0..<2 {
                guard let journal = state.journal else { return false }
                do throws(SystemCallError) {
                    try journal.send(fields(entry, lost: state.lost))
                    state.lost = 0
                    return true
                } catch {
                    if error.errorNumber == SystemCallError.tryAgain {
                        state.lost += 1
                        return true
                    }
                    // The journal was restarted, or is gone.
                    state.journal = JournalSocket(path)
                }
            }
            return false
        }
        if !isTaken { writeLine(line(entry)) }
    }

    private func fields(_ entry: LogEntry, lost: Int) -> [(name: String, value: String)] {
        var fields = [
            ("MESSAGE", entry.text), ("PRIORITY", String(entry.level.priority)), ("SYSLOG_IDENTIFIER", program),
        ]
        if !entry.log.subsystem.isEmpty { fields.append(("SUBSYSTEM", entry.log.subsystem)) }
        if !entry.log.category.isEmpty { fields.append(("CATEGORY", entry.log.category)) }
        if lost > 0 { fields.append(("LOST_MESSAGES", String(lost))) }
        return fields
    }

    private func line(_ entry: LogEntry) -> String {
        let log = [entry.log.subsystem, entry.log.category].filter { !$0.isEmpty }.joined(separator: ":")
        let origin = log.isEmpty ? "" : " [\(log)]"
        return "\(program)[\(OwnProcess.processIdentifier)]\(origin) \(entry.level.name): \(entry.text)\n"
    }

    private static func standardError(_ line: String) {
        do throws(SystemCallError) {
            try OwnProcess.standardError().write(Array(line.utf8).span)
        } catch {
            // Standard error is closed.
        }
    }
}
