import LinuxSystem
import Synchronization

/// A message with what the log keeps of it.
struct LogEntry: Sendable {
    var level: OSLogType
    var log: OSLog
    var text: String
}

/// Where messages go: to the systemd journal, and to standard error where there is none.
final class LogDestination: Sendable {
    static let shared = LogDestination(journal: "/run/systemd/journal/socket")

    private struct State {
        var journal: JournalSocket?
        /// Messages that the journal did not take since the last one that it took.
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
                    // The journal was started anew, or is gone.
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
            // A program without standard error, or whose reader is gone: there is nobody left to be told.
        }
    }
}
