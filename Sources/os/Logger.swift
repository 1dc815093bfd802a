/// Writes messages of a part of a program to the system's log.
///
/// On Linux that is the systemd journal (`journalctl SUBSYSTEM=…`, or `--user`, or `-t` and the program's name), and
/// standard error where there is no journal. Every level is kept. Logging never waits and never fails: what the journal
/// does not take at once is lost, and the next message says how many were.
public struct Logger: Sendable {
    let log: OSLog

    /// A log for a program (`com.example.app`) and a part of it.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// A log without a name.
    public init() {
        log = .default
    }

    /// The log that the older functions write to.
    public init(_ logObj: OSLog) {
        log = logObj
    }

    /// Writes a message of level `default`.
    public func log(_ message: OSLogMessage) { write(message, .default) }
    /// Writes a message.
    public func log(level: OSLogType, _ message: OSLogMessage) { write(message, level) }
    /// Writes a message of level `debug`.
    public func trace(_ message: OSLogMessage) { write(message, .debug) }
    /// Writes a message of level `debug`.
    public func debug(_ message: OSLogMessage) { write(message, .debug) }
    /// Writes a message of level `info`.
    public func info(_ message: OSLogMessage) { write(message, .info) }
    /// Writes a message of level `default`.
    public func notice(_ message: OSLogMessage) { write(message, .default) }
    /// Writes a message of level `error`, as Apple's does.
    public func warning(_ message: OSLogMessage) { write(message, .error) }
    /// Writes a message of level `error`.
    public func error(_ message: OSLogMessage) { write(message, .error) }
    /// Writes a message of level `fault`.
    public func critical(_ message: OSLogMessage) { write(message, .fault) }
    /// Writes a message of level `fault`.
    public func fault(_ message: OSLogMessage) { write(message, .fault) }

    private func write(_ message: OSLogMessage, _ level: OSLogType) {
        guard log.isEnabled(type: level) else { return }
        LogDestination.shared.write(LogEntry(level: level, log: log, text: message.text))
    }
}
