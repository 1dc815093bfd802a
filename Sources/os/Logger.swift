/// Writes a subsystem's messages to the system log.
///
/// On Linux that is the systemd journal (`journalctl SUBSYSTEM=…`, or `--user`, or `-t` and the program's name), or
/// standard error without one. All levels are written. Logging neither blocks nor fails: messages that the journal does
/// not accept at once are lost, and the next one has their number.
public struct Logger: Sendable {
    let log: OSLog

    /// Creates a logger for a subsystem (`com.example.app`) and a category.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Creates a logger without a subsystem.
    public init() {
        log = .default
    }

    /// The log that the older functions write to.
    public init(_ logObj: OSLog) {
        log = logObj
    }

    /// Writes a message of the `default` level.
    public func log(_ message: OSLogMessage) { write(message, .default) }
    /// Writes a message.
    public func log(level: OSLogType, _ message: OSLogMessage) { write(message, level) }
    /// Writes a message of the `debug` level.
    public func trace(_ message: OSLogMessage) { write(message, .debug) }
    /// Writes a message of the `debug` level.
    public func debug(_ message: OSLogMessage) { write(message, .debug) }
    /// Writes a message of the `info` level.
    public func info(_ message: OSLogMessage) { write(message, .info) }
    /// Writes a message of the `default` level.
    public func notice(_ message: OSLogMessage) { write(message, .default) }
    /// Writes a message of the `error` level, as Apple's does.
    public func warning(_ message: OSLogMessage) { write(message, .error) }
    /// Writes a message of the `error` level.
    public func error(_ message: OSLogMessage) { write(message, .error) }
    /// Writes a message of the `fault` level.
    public func critical(_ message: OSLogMessage) { write(message, .fault) }
    /// Writes a message of the `fault` level.
    public func fault(_ message: OSLogMessage) { write(message, .fault) }

    private func write(_ message: OSLogMessage, _ level: OSLogType) {
        guard log.isEnabled(type: level) else { return }
        LogDestination.shared.write(LogEntry(level: level, log: log, text: message.text))
    }
}
