// The functions from before `Logger`.

/// Writes a message of the `default` level to the log without a subsystem.
public func os_log(_ message: OSLogMessage) {
    Logger().log(message)
}

/// Writes a message.
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    Logger(log).log(level: type, message)
}

/// Writes a message from a format and arguments, such as `"%{public}@ has %d photos"`.
@_disfavoredOverload  // A text alone is an `OSLogMessage`.
public func os_log(
    _ message: StaticString,
    log: OSLog = .default,
    type: OSLogType = .default,
    _ args: any CVarArg...
) {
    write(message, args, to: log, type)
}

/// Writes a message from a format and arguments.
@_disfavoredOverload
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ args: any CVarArg...) {
    write(message, args, to: log, type)
}

private func write(_ message: StaticString, _ arguments: [any CVarArg], to log: OSLog, _ type: OSLogType) {
    guard log.isEnabled(type: type) else { return }
    LogDestination.shared.write(LogEntry(level: type, log: log, text: FormattedMessage.text(message, arguments)))
}
